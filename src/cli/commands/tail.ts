import type { Context } from '../context.ts'
import { flag, whole } from '../flags.ts'
import type { Surface } from '../io.ts'
import { json, note } from '../output.ts'
import type { ConnectionState, Stream, StreamOptions } from '../../sdk/index.ts'

interface LiveView<T> {
  quiet(item: T): string
  line(item: T, surface: Surface): string | Promise<string>
}

/** What the commands that follow a stream have in common. */
export const tailed = {
  count: flag(whole('N', 1), 'end after so many'),

  async show<T>(
    context: Context,
    open: (options: StreamOptions) => Stream<T>,
    count: number | undefined,
    view: LiveView<T>,
  ): Promise<void> {
    let seen = 0
    for await (const { data } of open({ onConnection: (state) => void told(state, context) })) {
      await context.io.out(`${await lineOf(data, context, view)}\n`)
      seen++
      if (seen === count) return
    }
  },
}

/** With `--json` one compact line each even for people: many objects below each other are a file of lines. */
async function lineOf<T>(item: T, { io, globals }: Context, view: LiveView<T>): Promise<string> {
  if (globals.json) return json(item, { ...io.stdout, tty: false }).trimEnd()
  return globals.quiet ? view.quiet(item) : view.line(item, io.stdout)
}

async function told(state: ConnectionState, context: Context): Promise<void> {
  await note(context, state.open ? 'Connected. Ctrl-C ends it.' : `${state.error.message} Connecting again…`)
}

import type { Live } from '../../live.ts'
import type { OpenLog } from '../../live/open-log.ts'
import type { Context } from '../context.ts'
import { withSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'
import { verb } from '../verb.ts'
import { tellKey } from './first-key.ts'
import { readyLine } from './ready-line.ts'
import { serveScreen } from './serve-screen.ts'
import { serveFlags } from './serve-flags.ts'
import { startServer, type ServeWishes } from './serve-start.ts'

export const serve = verb({
  name: 'serve',
  summary: 'run the deployed service on this machine',
  about:
    'Live mode: real keys, real mail, nothing seeded. On PostgreSQL any number of processes may serve one database. ' +
    'Every flag has a variable: --secret-file is SKILLPASS_SECRET_FILE.',
  flags: serveFlags,
  examples: [
    ['skillpass serve --store json:/var/lib/skillpass', 'one process, its data in a folder'],
    [
      'skillpass serve --store postgres://skillpass@db/skillpass --base-url https://skills.example.com --trust-proxy',
      'one of several behind a proxy',
    ],
    [
      'skillpass serve --sandbox --host 0.0.0.0 --base-url https://sandbox.example.com',
      'a sandbox for a team',
    ],
  ],
  run: async (input, context) => {
    const wishes = withSettings(serveFlags, input, context.env)
    const stop = stopSignal(context)
    const log = await openServeLog(wishes, context)
    try {
      const server = await startServer(wishes, context, log)
      await run(server, wishes, context, stop.asked)
    } finally {
      stop.release()
      // What a reader of the log does not take would hold this process for as long as the reader lives.
      // oxlint-disable-next-line unicorn/no-process-exit -- everything is written down by now
      if (!(await log.close(logGraceMs))) setTimeout(() => process.exit(), logGraceMs).unref()
    }
  },
})

async function run(
  server: Live,
  wishes: ServeWishes,
  context: Context,
  asked: Promise<NodeJS.Signals>,
): Promise<void> {
  const { io, globals } = context
  try {
    await tellKey(server, wishes, (kept) =>
      io.out(globals.json ? readyLine(kept) : serveScreen(kept, wishes, io.stdout)),
    )
    const signal = await asked
    server.drain()
    // A proxy needs a moment to see that this process takes no more; a person at the terminal does not.
    if (signal !== 'SIGINT') await wait(wishes.drain ?? defaultDrainSeconds)
  } finally {
    await server.close()
  }
}

const defaultDrainSeconds = 5
/** For a reader of the log to take its last lines. */
const logGraceMs = 1_000

async function openServeLog(
  { logFormat, logLevel = 'info' }: ServeWishes,
  { io, now }: Context,
): Promise<OpenLog> {
  const { openLog } = await import('../../live/open-log.ts')
  const format = logFormat ?? (io.stderr.tty ? 'pretty' : 'json')
  return openLog({ stream: io.logStream, format, level: logLevel, paint: io.stderr.paint, now })
}

async function wait(seconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

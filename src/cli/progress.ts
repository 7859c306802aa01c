import { bar } from './bars.ts'
import type { Context } from './context.ts'

export interface Progress {
  /** So many are done. */
  show(done: number): void
  /** Takes the line away. */
  end(): Promise<void>
}

const silent: Progress = { show: () => {}, end: async () => {} }
const everyMs = 80
const columns = 30

/** One line that fills up, for people at a terminal; nothing anywhere else. */
export function progress(total: number, context: Context): Progress {
  const { io, globals, env } = context
  const isWatched = io.stderr.tty && !globals.quiet && !globals.json && !env.ci && !env.dumb
  if (!isWatched || total < 2) return silent
  const begun = context.now()
  let shown = 0
  return {
    show: (done) => {
      const now = context.now()
      if (now - shown < everyMs) return
      shown = now
      void io.err(`\r${line(done, total, now - begun, context)}\u001b[K`)
    },
    end: () => io.err('\r\u001b[K'),
  }
}

function line(done: number, total: number, elapsed: number, { io }: Context): string {
  const { paint, width } = io.stderr
  const { filled, rest } = bar(done / total, Math.max(10, Math.min(columns, width - 40)))
  const left = done === 0 ? '' : `  ${remaining((elapsed / done) * (total - done))}`
  return `  ${paint.accent(filled)}${paint.faint(rest)}  ${done} of ${total}${paint.faint(left)}`
}

function remaining(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 90 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`
}

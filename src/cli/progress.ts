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
  const begun = context.now()
  if (total < 2) return silent
  return watched(context, 0, (done) => line(done, total, context.now() - begun, context))
}

function watched(context: Context, since: number, text: (done: number) => string): Progress {
  const { io, globals, env } = context
  const isWatched = io.stderr.tty && !globals.quiet && !globals.json && !env.ci && !env.dumb
  if (!isWatched) return silent
  let shown = since
  return {
    show: (done) => {
      const now = context.now()
      if (now - shown < everyMs) return
      shown = now
      void io.err(`\r${text(done)}\u001b[K`)
    },
    end: () => io.err('\r\u001b[K'),
  }
}

/** The same for what is told in rows a second. The number of all may not be known: null. */
export function rowProgress(total: number | null, context: Context): Progress & { add(rows: number): void } {
  const begun = context.now()
  let done = 0
  // A rate of the first moment tells nothing.
  const { show, end } = watched(context, begun, () => {
    const rate = Math.round((done * 1_000) / Math.max(1, context.now() - begun))
    return rowLine(done, total, `${grouped(rate)} rows/s`, context)
  })
  return { show, end, add: (rows) => show((done += rows)) }
}

function rowLine(done: number, total: number | null, rate: string, { io }: Context): string {
  const { paint, width } = io.stderr
  if (total === null || total === 0) return `  ${grouped(done)} rows  ${paint.faint(rate)}`
  const part = Math.min(1, done / total)
  const { filled, rest } = bar(part, Math.max(10, Math.min(columns, width - 50)))
  const told = `${Math.floor(part * 100)} %  ${grouped(done)} rows`
  return `  ${paint.accent(filled)}${paint.faint(rest)}  ${told}  ${paint.faint(rate)}`
}

/** "1 234 567". */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')
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

import type { Context } from './context.ts'

/** What is over before this needs no sign that it goes on. */
const patienceMs = 300

/** Does something that may take long; a person at a terminal sees that it goes on, nobody else sees anything. */
export async function spin<T>(context: Context, text: string, work: () => Promise<T>): Promise<T> {
  const { io, globals } = context
  if (io.canvas === null || globals.json || globals.quiet || globals.debug) return work()
  const done = work()
  const stop = later(io.canvas, text, io.stderr.paint.accent)
  try {
    return await done
  } finally {
    await stop()
  }
}

/** Begins to turn after a while, unless it is stopped before. */
function later(canvas: NodeJS.WritableStream, text: string, brush: (text: string) => string) {
  let shown: Promise<{ stop(): unknown }> | null = null
  const show = () => {
    shown = turning(canvas, text, brush)
  }
  const timer = setTimeout(show, patienceMs)
  return async () => {
    clearTimeout(timer)
    const spinner = await shown
    spinner?.stop()
  }
}

async function turning(stream: NodeJS.WritableStream, text: string, brush: (text: string) => string) {
  const { default: ora } = await import('ora')
  const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'.split('').map((frame) => brush(frame))
  // Ctrl-C stays a signal: stdin is left alone, and so is the cursor, which a killed program could not bring back.
  const quiet = { discardStdin: false, hideCursor: false, isEnabled: true, color: false } as const
  return ora({ ...quiet, stream, text, indent: 2, spinner: { interval: 80, frames } }).start()
}

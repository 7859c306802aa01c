import { spelt } from '../printable.ts'
import type { LogLine } from './log.ts'

/** One object on one line. */
export function jsonLine({ time, level, msg, fields }: LogLine): string {
  return `${spelt(JSON.stringify({ time, level, msg, ...fields }))}\n`
}

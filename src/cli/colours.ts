import { Chalk } from 'chalk'
import type { Paint } from './paint.ts'

/** Loaded only where colour is wanted: chalk costs start-up time. */
export function colours(level: 0 | 1 | 2 | 3): Paint {
  const chalk = new Chalk({ level })
  return {
    strong: chalk.bold,
    faint: chalk.dim,
    good: chalk.green,
    warn: chalk.yellow,
    bad: chalk.red,
    accent: chalk.cyan,
  }
}

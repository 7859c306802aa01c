import { pair } from '../flags.ts'
import type { Kind } from '../flags.ts'

/** `score=86`, `passed=true`, `skill=react`: JSON where it is JSON, text everywhere else. */
export const looseField: Kind<readonly [string, unknown]> = {
  placeholder: 'KEY=VALUE',
  parse: (given) => {
    const [key, value] = pair('KEY=VALUE').parse(given)
    return [key, parsedJson(value) ?? value]
  },
}

/** The JSON value of a text; undefined when it is none. */
export function parsedJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

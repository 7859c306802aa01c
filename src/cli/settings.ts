import type { Flags } from './command-line.ts'
import { settingName, type Environment } from './config.ts'
import { UsageError } from './failure.ts'
import { BadValue } from './flags.ts'

/**
 * What was given on the command line, and for the rest what the environment says: every flag of `serve` has a variable
 * of its own. Several values stand in one variable with commas between them.
 * @throws UsageError naming the variable
 */
export function withSettings<I extends object>(flags: Flags, input: I, env: Environment): I {
  const found = Object.entries(flags).flatMap(([key, flag]) => {
    const text = env.setting(key)
    if (text === undefined || isGiven(Reflect.get(input, key))) return []
    return [[key, readSetting(key, () => flag.read(given(flag, text)))] as const]
  })
  return { ...input, ...Object.fromEntries(found) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
}

function given({ kind, many }: Flags[string], text: string): readonly string[] | boolean {
  if (kind === null) return ['1', 'true', 'yes', 'on'].includes(text.toLowerCase())
  return many ? text.split(',').map((one) => one.trim()) : [text]
}

function readSetting(key: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof BadValue) throw new UsageError(`${settingName(key)} ${error.message}.`)
    throw error
  }
}

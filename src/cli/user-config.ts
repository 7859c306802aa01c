import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError, exit, unknownName } from './failure.ts'
import type { UsageError } from './failure.ts'
import { codeOf } from './system-error.ts'

/** A named address with the key for it. */
export interface Profile {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey: string
  /** As the service said at the login. */
  readonly mode: 'sandbox' | 'live'
  /** Commands that write are refused on this side. */
  readonly readOnly: boolean
}

export interface UserConfig {
  /** The profile that is used when none is named. */
  readonly current: string | null
  readonly profiles: readonly Profile[]
}

const nothing: UserConfig = { current: null, profiles: [] }
const fileName = 'config'

export function configPath(dir: string): string {
  return join(dir, `${fileName}.json`)
}

/** The user config of a folder; null stands for a user without a home. */
export async function readUserConfig(dir: string | null): Promise<UserConfig> {
  if (dir === null) return nothing
  const text = await readFile(configPath(dir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw unreadable(dir, `cannot be read (${error.code ?? error.message})`)
  })
  if (text === null) return nothing
  try {
    return configOf(JSON.parse(text))
  } catch {
    throw unreadable(dir, 'is damaged')
  }
}

/** Replaced as a whole, readable by its owner only. */
export async function writeUserConfig(dir: string | null, { current, profiles }: UserConfig): Promise<void> {
  if (dir === null)
    throw new CliError(
      exit.usage,
      'CONFIG_UNREADABLE',
      'There is no place for a profile.',
      'Set SKILLPASS_CONFIG_DIR to a folder.',
    )
  const entries = profiles.map(({ name, baseUrl, apiKey, mode, readOnly }) => [
    name,
    { base_url: baseUrl, api_key: apiKey, mode, read_only: readOnly },
  ])
  try {
    await replace(dir, { version: 1, current, profiles: Object.fromEntries(entries) })
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new CliError(
      exit.usage,
      'CONFIG_UNWRITABLE',
      `The user config ${configPath(dir)} cannot be written (${String(codeOf(error))}).`,
      'Set SKILLPASS_CONFIG_DIR to another folder, or use SKILLPASS_BASE_URL and SKILLPASS_API_KEY instead.',
    )
  }
}

async function replace(dir: string, content: Readonly<Record<string, unknown>>): Promise<void> {
  const [{ default: Conf }, { mkdir }] = await Promise.all([import('conf'), import('node:fs/promises')])
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const file = new Conf({
    cwd: dir,
    configName: fileName,
    configFileMode: 0o600,
    clearInvalidConfig: false,
  })
  file.store = content
}

export function unknownProfile(name: string, { profiles }: UserConfig): UsageError {
  const names = profiles.map((profile) => profile.name)
  const hint = names.length === 0 ? 'Make one: skillpass login' : `There are: ${names.join(', ')}`
  return unknownName('profile', name, names, hint)
}

function configOf(value: unknown): UserConfig {
  const { current, profiles } = record(value)
  return {
    current: typeof current === 'string' ? current : null,
    profiles: Object.entries(record(profiles ?? {})).map(([name, entry]) => profileOf(name, record(entry))),
  }
}

function profileOf(name: string, entry: Readonly<Record<string, unknown>>): Profile {
  const { base_url: baseUrl, api_key: apiKey, mode, read_only: readOnly } = entry
  if (typeof baseUrl !== 'string' || typeof apiKey !== 'string') throw new TypeError(name)
  return { name, baseUrl, apiKey, mode: mode === 'live' ? 'live' : 'sandbox', readOnly: readOnly === true }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('No object')
  return { ...value }
}

function unreadable(dir: string, what: string): CliError {
  const hint = 'Mend or remove it, then: skillpass login'
  return new CliError(exit.usage, 'CONFIG_UNREADABLE', `The user config ${configPath(dir)} ${what}.`, hint)
}

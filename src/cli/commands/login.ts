import { patience } from '../context.ts'
import type { Context } from '../context.ts'
import { CliError, exit, UsageError } from '../failure.ts'
import { BadValue, toggle } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { fetchFor } from '../wire.ts'
import { isLoopback } from '../loopback.ts'
import { note, show } from '../output.ts'
import { readUserConfig, unknownProfile, writeUserConfig } from '../user-config.ts'
import type { Profile } from '../user-config.ts'
import { verb } from '../verb.ts'
import { goneCard, profileCard, shownProfile } from './profile-view.ts'
import { parseUrl } from '../../parse-url.ts'

const defaultName = 'default'
const proposedUrl = 'http://127.0.0.1:4747'

/** It stands in command lines and variables, so it is one plain word. */
export const profileName: Kind<string> = {
  placeholder: 'PROFILE',
  parse: (given) => {
    if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(given)) return given
    throw new BadValue(`takes letters, digits, ".", "_" and "-", at most 64 of them, not "${given}"`)
  },
}

export const loginFlags = {
  keyStdin: toggle('read the key from stdin'),
  readOnly: toggle('refuse commands that write, on this side'),
}

export interface LoginWish {
  readonly keyStdin: boolean
  readonly readOnly: boolean
}

export const login = verb({
  name: 'login',
  summary: 'keep an address and its key as a profile',
  about:
    'Asks for what is not given, checks the key with the service, and keeps both in the user config, readable by you only. ' +
    '--profile names it (default: "default"); it is used from then on. The key is sent to its own address only.',
  flags: loginFlags,
  examples: [
    ['skillpass login', 'asks for address and key'],
    [
      'printenv STAGING_KEY | skillpass login --base-url https://skillpass.example.com --key-stdin --profile staging',
      'from a script',
    ],
  ],
  run: async (input, context) => {
    const profile = await checked(newName(context), input, context)
    await keep(profile, profile.name, context)
    await show(context, shownProfile(profile, true), profileCard)
    await note(context, `Commands go to ${profile.baseUrl} from now on. Back: skillpass logout`)
  },
})

function newName({ globals }: Context): string {
  try {
    return profileName.parse(globals.profile ?? defaultName)
  } catch (error) {
    throw error instanceof BadValue ? new UsageError(`--profile ${error.message}.`) : error
  }
}

/** The profile that the flags and answers describe, after the service has accepted its key. */
export async function checked(name: string, wish: LoginWish, context: Context): Promise<Profile> {
  const { baseUrl, apiKey } = await answers(wish, context)
  const { Skillpass } = await import('../../sdk/client.ts')
  const fetch = await fetchFor({ baseUrl, apiKey, from: 'flag' }, context)
  const ms = patience(context.globals)
  const timeouts = { timeout: ms, totalTimeout: ms }
  const client = new Skillpass({ baseUrl, apiKey, fetch, userAgent: 'skillpass-cli', ...timeouts })
  const me = await client.me.get()
  const unsafe = new URL(baseUrl).protocol === 'http:' && !isLoopback(baseUrl)
  if (unsafe) await note(context, 'This address is not encrypted: whoever is between can read the key.')
  return { name, baseUrl: client.baseUrl, apiKey, mode: me.mode, readOnly: wish.readOnly }
}

/** @throws UsageError naming everything that is missing at once, where nobody can be asked. */
async function answers({ keyStdin }: LoginWish, { globals, prompts, io }: Context) {
  const missing = [
    ...(globals.baseUrl === undefined ? ['--base-url'] : []),
    ...(keyStdin ? [] : ['--key-stdin']),
  ]
  if (missing.length > 0 && prompts === null) throw new UsageError(`Missing: ${missing.join(', ')}.`)
  const baseUrl =
    globals.baseUrl ??
    (await prompts?.text({
      message: 'Address of the service:',
      proposed: proposedUrl,
      check: checkAddress,
    })) ??
    proposedUrl
  const apiKey = keyStdin ? (await io.input()).trim() : ((await prompts?.secret('API key:')) ?? '')
  if (apiKey === '') throw new UsageError('No key was given.', 'A key is made with: skillpass key create')
  return { baseUrl, apiKey }
}

function checkAddress(text: string): void {
  if (!/^https?:\/\/./.test(text) || parseUrl(text) === null)
    throw new BadValue('is an address such as https://skillpass.example.com')
}

export async function keep(profile: Profile, current: string | null, { env }: Context): Promise<void> {
  const config = await readUserConfig(env.configDir)
  const others = config.profiles.filter(({ name }) => name !== profile.name)
  const profiles = [...others, profile].toSorted((a, b) => a.name.localeCompare(b.name))
  await writeUserConfig(env.configDir, { current: current ?? config.current, profiles })
}

export const logout = verb({
  name: 'logout',
  summary: 'forget the key of a profile',
  about:
    'Removes the profile in use, or the one that --profile names. The key itself stays valid: revoke it with key revoke.',
  examples: [
    ['skillpass logout', 'the profile in use'],
    ['skillpass logout --profile staging', 'a named one'],
  ],
  run: async (_, context) => {
    const config = await readUserConfig(context.env.configDir)
    const name = context.globals.profile ?? context.env.profile ?? config.current
    if (name === null)
      throw new CliError(
        exit.usage,
        'NOT_LOGGED_IN',
        'No profile is in use.',
        'All of them: skillpass profile list',
      )
    if (!config.profiles.some((profile) => profile.name === name)) throw unknownProfile(name, config)
    await forget(name, context)
    await show(context, { name, removed: true }, goneCard)
    if (context.env.apiKey !== undefined)
      await note(context, 'SKILLPASS_API_KEY is still set, and still used.')
  },
})

export async function forget(name: string, { env }: Context): Promise<void> {
  const { current, profiles } = await readUserConfig(env.configDir)
  await writeUserConfig(env.configDir, {
    current: current === name ? null : current,
    profiles: profiles.filter((profile) => profile.name !== name),
  })
}

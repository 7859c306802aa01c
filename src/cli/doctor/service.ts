import { maskKey, maskSecrets } from '../../sdk/mask.ts'
import { version } from '../../sdk/version.gen.ts'
import { relative, span } from '../when.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Finding } from './check.ts'
import type { Probe } from './probe.ts'

const sources: Readonly<Record<string, string>> = {
  flag: 'from --base-url',
  sandbox: 'the sandbox of this folder',
  default: 'the default address',
}

function placeOf(from: string, variable: string): string {
  return from === 'environment' ? `from ${variable}` : (sources[from] ?? `from the ${from}`)
}

export function service({ connection, ready }: Probe): Finding {
  const { baseUrl, from } = connection
  const place = placeOf(from, 'SKILLPASS_BASE_URL')
  if ('value' in ready) return ok(`${baseUrl} is ready (${place})`)
  if (from === 'default')
    return warn(
      'no sandbox runs here, and no other service is named',
      'Start one: skillpass dev\nor name one: --base-url, SKILLPASS_BASE_URL',
    )
  const remedy =
    from === 'sandbox' ? 'Start it again: skillpass dev' : `Is ${baseUrl} right (${place}), and up?`
  return fail(told(ready.error), remedy)
}

export function versions({ me }: Probe): Finding {
  if (me === null || 'error' in me) return warn(`${version} here; that of the service is not known`)
  const { version: theirs } = me.value.data
  if (theirs === version) return ok(`${version}, here and there`)
  return warn(
    `${version} here, ${theirs} there`,
    'Commands may miss something: take the newer one for both, and start the sandbox again.',
  )
}

const soonDays = 7

export function key({ connection, ready, me, sandboxClock }: Probe, now: number): Finding {
  const { apiKey, keyFrom } = connection
  if (apiKey === undefined || me === null) {
    const remedy = 'Set SKILLPASS_API_KEY, or run this in the folder of your sandbox.'
    return 'value' in ready ? fail('there is none', remedy) : warn('there is none', remedy)
  }
  const name = `${maskKey(apiKey)} (${placeOf(keyFrom, 'SKILLPASS_API_KEY')})`
  if ('error' in me)
    return 'value' in ready
      ? fail(`${name}: ${told(me.error)}`, 'Set another one: SKILLPASS_API_KEY')
      : warn(`${name}: not tried, the service does not answer`)
  const { data, response } = me.value
  const facts = `${name}, ${data.mode}, ${data.key.scopes.join(' ')}`
  const endsAt = response.headers.get('x-key-expires-at') ?? data.key.expires_at
  if (endsAt === null) return ok(facts)
  const there = sandboxClock === null ? now : Date.parse(sandboxClock.now)
  const ends = `${facts}, ends ${relative(endsAt, there)}`
  const isSoon = Date.parse(endsAt) - there < soonDays * 86_400_000
  return isSoon ? warn(ends, `Make a new one in time: skillpass key rotate ${data.key.id}`) : ok(ends)
}

/** Receivers of webhooks allow five minutes. */
const tolerated = { ok: 5_000, warn: 300_000 }

export function clock({ ready, sandboxClock, askedAt }: Probe): Finding {
  const header = 'value' in ready ? ready.value.headers.get('date') : null
  // The header has whole seconds: it may be up to one behind.
  const skew = header === null ? NaN : Date.parse(header) + 500 - askedAt
  if (Number.isNaN(skew)) return warn('not compared: the service gave no time')
  const size = Math.abs(skew)
  const sandbox = sandboxClock === null ? '' : sandboxTime(sandboxClock)
  if (size <= tolerated.ok) return ok(`the same here and there${sandbox}`)
  const off = `the service is ${span(Math.round(size / 1_000))} ${skew > 0 ? 'ahead of' : 'behind'} this machine`
  const remedy = 'Set both clocks by NTP: signatures of webhooks are refused after five minutes.'
  return size <= tolerated.warn ? warn(`${off}${sandbox}`, remedy) : fail(`${off}${sandbox}`, remedy)
}

/** Moved on purpose, and no skew. */
function sandboxTime({ offset_seconds: offset, frozen }: NonNullable<Probe['sandboxClock']>): string {
  const moved = Math.abs(offset) < 1 ? '' : `${span(Math.abs(offset))} ${offset > 0 ? 'ahead' : 'behind'}`
  const facts = [moved, frozen ? 'frozen' : ''].filter((fact) => fact !== '')
  return facts.length === 0 ? '' : `; the clock of the sandbox is ${facts.join(', ')}, as it was set`
}

function told(error: unknown): string {
  return maskSecrets(messageOf(error)).replace(/\.$/, '')
}

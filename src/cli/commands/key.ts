import { choices } from '../../sdk/choices.gen.ts'
import type { Context } from '../context.ts'
import { arg, duration, flag, needed, oneOf, text, toggle, until, whole } from '../flags.ts'
import type { Kind, Until } from '../flags.ts'
import type { Skillpass } from '../../sdk/index.ts'
import { show, showList } from '../output.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { defaultLimit, idempotencyKey, limit, once, pageSize } from './common.ts'
import { keyBootstrap } from './key-bootstrap.ts'
import { keyUsage } from './key-usage.ts'
import { freshKeyCard, keyCard, keyList } from './key-view.ts'

const id = arg(text('ID'), 'id of the key')
const sample = 'key_01j9z8k7m6n5p4q3r2s1t0v9wx'
const limits = { group: 'Limits' }

const scopeList: Kind<string[]> = {
  placeholder: 'SCOPES',
  parse: (given) =>
    given
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
}

const limitFlags = {
  tier: flag(oneOf('TIER', choices['keys.create'].tier), 'sets the limits', limits),
  perMinute: flag(whole('N', 1), 'requests within any 60 seconds', limits),
  burst: flag(whole('N', 1), 'requests at once', limits),
  dailyQuota: flag(whole('N', 1), 'requests a day', limits),
}

const create = verb({
  name: 'create',
  summary: 'make an API key',
  about: 'Its secret is printed once; with --quiet alone, for a vault.',
  args: { name: arg(text('NAME'), 'what the key is for') },
  flags: {
    scopes: needed(scopeList, 'what it may do, such as read, assess, verify or invites:write, by comma'),
    expires: flag(until('WHEN'), 'when it stops working: 90d or an instant (default never)'),
    ...limitFlags,
    idempotencyKey,
  },
  examples: [
    ['skillpass key create CI --scopes assess,verify --expires 90d', 'for a pipeline'],
    [
      'skillpass key create CI --scopes verify --quiet | gh secret set SKILLPASS_API_KEY',
      'never seen by anyone',
    ],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { name, scopes, tier, dailyQuota: daily_quota } = input
    const fields = {
      name,
      scopes,
      tier,
      daily_quota,
      rate_limit: rateLimit(input),
      expires_at: await expiry(input.expires, client, context),
    }
    await show(context, await client.keys.create(fields, once(input)), freshKeyCard)
  },
})

function rateLimit({ perMinute, burst }: { perMinute: number | undefined; burst: number | undefined }) {
  return perMinute === undefined && burst === undefined ? undefined : { per_minute: perMinute, burst }
}

async function expiry(
  given: Until | undefined,
  client: Skillpass,
  { io }: Context,
): Promise<string | undefined> {
  if (given === undefined || 'at' in given) return given?.at
  // Counted from the service's time, which a sandbox may have moved: any answer tells it.
  await client.me.get()
  return new Date(io.stdout.now + given.in * 1_000).toISOString()
}

const list = verb({
  name: 'list',
  summary: 'list API keys, revoked ones too',
  flags: { limit },
  examples: [
    ['skillpass key list', 'which there are and when each was last used'],
    ["skillpass key list --json | jq -r '.[] | select(.last_used_at == null).id'", 'never used'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await showList(
      context,
      client.keys.list({ limit: pageSize(input.limit) }),
      input.limit ?? defaultLimit,
      keyList,
    )
  },
})

const get = verb({
  name: 'get',
  summary: 'show one key, never its secret',
  args: { id },
  examples: [
    [`skillpass key get ${sample}`, 'what it may do'],
    [`skillpass key get ${sample} --json | jq .permissions`, 'to the atom'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.keys.get({ id: input.id }), keyCard)
  },
})

const update = verb({
  name: 'update',
  summary: 'change a key',
  about: 'Changes only what is given. A new tier brings its limits.',
  args: { id },
  flags: {
    name: flag(text('NAME'), 'what the key is for'),
    scopes: flag(scopeList, 'all its scopes from now on, by comma'),
    expires: flag(until('WHEN'), 'when it stops working: 90d or an instant'),
    noExpiry: toggle('it no longer expires'),
    ...limitFlags,
    noQuota: toggle('no limit a day', limits),
    idempotencyKey,
  },
  examples: [
    [`skillpass key update ${sample} --tier scale`, 'more room'],
    [`skillpass key update ${sample} --scopes verify --expires 30d`, 'less to do, and not for long'],
  ],
  run: async (input, context) => {
    const client = await context.client()
    const { id: of, name, scopes, tier } = input
    const daily_quota = input.noQuota ? null : input.dailyQuota
    const expires_at = input.noExpiry ? null : await expiry(input.expires, client, context)
    const fields = { id: of, name, scopes, tier, daily_quota, expires_at, rate_limit: rateLimit(input) }
    await show(context, await client.keys.update(fields, once(input)), keyCard)
  },
})

const rotate = verb({
  name: 'rotate',
  summary: 'give a key a new secret without downtime',
  about: 'Both secrets work for the overlap. The new one is printed once; with --quiet alone.',
  args: { id },
  flags: {
    overlap: flag(duration('TIME'), 'how long the old secret still works, 0 to 30d (default 1d)'),
    force: toggle('although two secrets work already: the older ends now'),
    idempotencyKey,
  },
  examples: [
    [`skillpass key rotate ${sample} --overlap 6h`, 'six hours to change over'],
    [`skillpass key rotate ${sample} --overlap 0 --force`, 'it leaked: the old one ends now'],
  ],
  approval: ({ id: name, overlap }) =>
    overlap === 0 ? { step: `End the secret of ${name} at once`, weight: 'moderate', name } : null,
  run: async (input, context) => {
    const client = await context.client()
    const { id: of, overlap, force } = input
    const rotated = await client.keys.rotate({ id: of, overlap_seconds: overlap, force }, once(input))
    await show(context, rotated, freshKeyCard)
  },
})

const revoke = verb({
  name: 'revoke',
  summary: 'end a key at once and for ever',
  args: { id },
  flags: { idempotencyKey },
  examples: [
    [`skillpass key revoke ${sample}`, 'it no longer works'],
    ['skillpass key list --quiet', 'which there are'],
  ],
  approval: ({ id: name }) => ({ step: `End the key ${name} for ever`, weight: 'severe', name }),
  run: async (input, context) => {
    const client = await context.client()
    await show(context, await client.keys.revoke({ id: input.id }, once(input)), keyCard)
  },
})

export const key: Noun = {
  name: 'key',
  summary: 'API keys: make, rotate, revoke',
  verbs: [create, list, get, update, rotate, revoke, keyUsage, keyBootstrap],
}

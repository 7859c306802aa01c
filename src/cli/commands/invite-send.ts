import { choices } from '../../sdk/choices.gen.ts'
import { SkillpassError } from '../../sdk/errors.ts'
import type { Context } from '../context.ts'
import { PartlyDone, UsageError } from '../failure.ts'
import { args, duration, flag, flagName, many, oneOf, pair, text, toggle, unless, until } from '../flags.ts'
import type { Until } from '../flags.ts'
import { note, show, showItems } from '../output.ts'
import { verb } from '../verb.ts'
import { email, idempotencyKey, once, record } from './common.ts'
import { inviteCard, inviteList } from './invite-view.ts'
import type { Invite } from './invite-view.ts'
import { skills } from './picks.ts'

const single = { group: 'For one candidate' }
const file = { group: 'From a file' }

export const send = verb({
  name: 'send',
  summary: 'invite candidates to an assessment',
  about:
    'A CSV file has the columns email, name, skill, expires, external_id and metadata.<key>; flags fill what a ' +
    'row leaves empty. Nothing is sent while anything in it is wrong. The same command again sends only what ' +
    'was not sent yet; an open invite for the same candidate and skill is kept, unless --if-exists says otherwise.',
  args: { emails: unless('fromCsv', args(email('EMAIL'), 'address of each candidate')) },
  flags: {
    skill: unless('fromCsv', flag(text('SKILL'), 'what to assess, by key or alias', { pick: skills })),
    expires: flag(until('WHEN'), 'when the invite ends: 36h, 7d or an instant (default 7d)', {
      proposed: '7d',
    }),
    timeLimit: flag(duration('TIME'), 'time for the assessment once started'),
    metadata: many(pair('KEY=VALUE'), 'a label of your own'),
    redirectUrl: flag(text('URL'), 'where the candidate goes afterwards'),
    noEmail: toggle('do not mail the link'),
    ifExists: flag(oneOf('WAY', choices['invites.create'].if_exists), 'with an open invite for the same'),
    name: flag(text('NAME'), 'name of the candidate', single),
    user: flag(text('USER'), 'the user this is for', single),
    externalId: flag(text('ID'), 'your own id of this invite', single),
    idempotencyKey: { ...idempotencyKey, group: single.group },
    fromCsv: flag(text('FILE'), 'one invite a row, or - for stdin', file),
    checkpoint: flag(text('FILE'), 'remembers what was sent (default: beside the CSV file)', file),
    results: flag(text('FILE'), 'what became of each row (default: beside the CSV file)', file),
  },
  examples: [
    ['skillpass invite send kim@example.com --skill react', 'one candidate, seven days'],
    [
      'skillpass invite send a@example.com b@example.com --skill python --expires 36h --if-exists return',
      'several, safely again',
    ],
    ['skillpass invite send --from-csv people.csv --skill react', 'a whole list; again after a failure'],
  ],
  run: async (input, context) => {
    const { emails, skill, expires, fromCsv, checkpoint, results } = input
    refuseMixed(input)
    const rest = {
      time_limit_seconds: input.timeLimit,
      redirect_url: input.redirectUrl,
      send_email: !input.noEmail,
    }
    if (fromCsv !== undefined) {
      const { sendFile } = await import('./invite-csv.ts')
      const defaults = {
        skill,
        expires,
        metadata: record(input.metadata) ?? {},
        rest: { ...rest, if_exists: input.ifExists ?? 'return' },
      }
      return sendFile({ from: fromCsv, checkpoint, results, defaults }, context)
    }
    if (skill === undefined) throw new UsageError('Missing: --skill.')
    const client = await context.client()
    const common = {
      skill,
      ...expiry(expires),
      ...rest,
      metadata: record(input.metadata),
      if_exists: input.ifExists,
      candidate_name: input.name,
      user_id: input.user,
      external_id: input.externalId,
    }
    const sent: Invite[] = []
    for (const candidate_email of emails) {
      const call = client.invites.create({ ...common, candidate_email }, once(input))
      const { data, response } = await call.withResponse().catch((error) => failedAfter(sent, error, context))
      if (response.status === 200)
        await note(context, `${candidate_email} has an open invite already: shown as it is.`)
      sent.push(data)
    }
    const [first] = sent
    return sent.length === 1 && first !== undefined
      ? show(context, first, inviteCard)
      : showItems(context, sent, inviteList)
  },
})

const onlyForOne = ['name', 'user', 'externalId', 'idempotencyKey'] as const
const onlyForFiles = ['checkpoint', 'results'] as const

type Mixable = Readonly<Record<(typeof onlyForOne | typeof onlyForFiles)[number], string | undefined>> & {
  readonly emails: readonly string[]
  readonly fromCsv: string | undefined
}

function refuseMixed(input: Mixable): void {
  const given = (keys: readonly (keyof Mixable)[]) =>
    keys.filter((key) => input[key] !== undefined).map(flagName)
  const [single, files] = [given(onlyForOne), given(onlyForFiles)]
  const isFile = input.fromCsv !== undefined
  if (isFile && input.emails.length > 0)
    throw new UsageError('EMAIL and --from-csv: give one of the two, all candidates there.')
  if (isFile && single.length > 0) throw new UsageError(`${single.join(', ')}: not with --from-csv.`)
  if (!isFile && files.length > 0) throw new UsageError(`${files.join(', ')}: only with --from-csv.`)
  if (input.emails.length > 1 && single.length > 0)
    throw new UsageError(`${single.join(', ')}: for one candidate at a time.`)
}

export function expiry(given: Until | undefined): { expires_at?: string; expires_in?: number } {
  if (given === undefined) return {}
  return 'at' in given ? { expires_at: given.at } : { expires_in: given.in }
}

/** What went out before the failure must not be lost with it: told as data, or inside the one error line. */
async function failedAfter(sent: readonly Invite[], error: unknown, context: Context): Promise<never> {
  if (sent.length === 0 || !(error instanceof SkillpassError)) throw error
  if (!context.globals.json) {
    await showItems(context, sent, inviteList)
    throw error
  }
  const details = {
    sent: sent.map(({ id, candidate_email: email }) => ({ id, email })),
    problem: error.details,
  }
  throw new PartlyDone(error, details)
}

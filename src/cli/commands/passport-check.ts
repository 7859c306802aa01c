import { resolve } from 'node:path'
import { choices } from '../../sdk/choices.gen.ts'
import { familyOf } from '../../sdk/errors.ts'
import type { SkillpassError } from '../../sdk/errors.ts'
import type { Context } from '../context.ts'
import { CliError, ConditionNotMet, exit } from '../failure.ts'
import { args, day, flag, needed, oneOf, text, toggle } from '../flags.ts'
import type { TestCase } from '../junit.ts'
import { json } from '../output.ts'
import { verb } from '../verb.ts'
import { verdictsOf } from './passport-verdicts.ts'
import type { Verdict } from './passport-view.ts'
import { skills, users } from './picks.ts'

interface Wanted {
  readonly users: readonly string[]
  readonly skill: string
  readonly minTier: string
  readonly requireVerified: boolean
}

/** One person, and why the check is not met; met where there is no reason. */
interface Finding {
  readonly verdict: Verdict
  readonly reasons: readonly string[]
}

export const check = verb({
  name: 'check',
  summary: 'exit 0 when a person has a skill, 8 when not',
  about: 'Of several people all must have it. Without --min-tier any tier above T0 will do.',
  args: { users: args(text('USER'), 'id of each user', { pick: users }) },
  flags: {
    skill: needed(text('SKILL'), 'key or alias of the skill', { pick: skills }),
    minTier: flag(oneOf('TIER', choices['verify.batch'].min_tier), 'at least this tier'),
    requireVerified: toggle('and it must be verified'),
    asOf: flag(day('DATE'), 'as it is on that day, up to ten years ahead (default today)'),
    junit: flag(text('FILE'), 'also write the outcome as JUnit XML, a test case a user'),
  },
  examples: [
    ['skillpass passport check usr_alex --skill react --min-tier T3', 'proficient or better?'],
    ['skillpass passport check usr_alex --skill react --require-verified && ./deploy', 'only then'],
    ['skillpass passport check usr_alex usr_react --skill react --junit reports/skills.xml', 'in CI'],
  ],
  run: async ({ minTier = 'T1', asOf, junit, ...input }, context) => {
    const wanted: Wanted = { ...input, minTier }
    const question = { skill: wanted.skill, min_tier: minTier, as_of: asOf }
    const begun = context.now()
    const report = async (cases: readonly TestCase[]) => {
      if (junit === undefined) return
      const { writeJunit } = await import('../junit.ts')
      const suite = { name: 'skillpass passport check', cases, begun, ended: context.now() }
      await writeJunit(resolve(context.cwd, junit), suite, junit)
    }
    const asked = context.client().then((client) => verdictsOf(wanted.users, question, client))
    const verdicts = await asked.catch(async (error) => {
      // A report of an earlier run, left where it is, would tell CI that all is well.
      await report(wanted.users.map((user) => caseOf(user, wanted, unanswered(error))))
      throw error
    })
    if (verdicts.length !== wanted.users.length)
      throw new CliError(exit.unexpected, 'RESPONSE_INVALID', 'The service answered without a verdict.')
    const findings = verdicts.map((verdict) => ({ verdict, reasons: reasonsOf(verdict, wanted) }))
    await report(findings.map((finding) => caseOf(finding.verdict.user_id, wanted, problemOf(finding))))
    await conclude(findings, context)
  },
})

function reasonsOf(verdict: Verdict, { skill, minTier, requireVerified }: Wanted): string[] {
  return [
    ...(verdict.met === true ? [] : [`has ${strength(verdict)} in ${skill}, not ${minTier} or better`]),
    ...(requireVerified && !verdict.verified ? [`is not verified in ${skill}`] : []),
  ]
}

function strength({ tier }: Verdict): string {
  return tier === null || tier === 'T0' ? 'nothing' : tier
}

function caseOf(
  user: string,
  { skill, minTier, requireVerified }: Wanted,
  problem: TestCase['problem'],
): TestCase {
  const name = `${user}: ${skill} at ${minTier} or better${requireVerified ? ', verified' : ''}`
  return { name, group: `skillpass.${skill}`, problem }
}

function problemOf({ verdict, reasons }: Finding): TestCase['problem'] {
  if (verdict.error !== null) return { kind: 'error', type: verdict.error, message: refusal(verdict).message }
  if (reasons.length === 0) return null
  return { kind: 'failure', type: 'unmet', message: `${verdict.user_id} ${reasons.join(' and ')}` }
}

function unanswered(error: unknown): TestCase['problem'] {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNEXPECTED'
  return { kind: 'error', type: code, message }
}

/** What cannot be answered goes before what is unmet: a misspelt id must not look like a lack of skill. */
async function conclude(findings: readonly Finding[], context: Context): Promise<void> {
  const unknown = findings.find(({ verdict }) => verdict.error !== null)
  if (unknown === undefined || !context.globals.json)
    await told(
      findings.filter(({ verdict }) => verdict.error === null),
      context,
    )
  if (unknown !== undefined) throw refusal(unknown.verdict)
  if (findings.some(({ reasons }) => reasons.length > 0)) throw new ConditionNotMet()
}

/** The error the API gives when such a user is read alone. */
function refusal({ user_id: id, error }: Verdict): SkillpassError {
  const status = error === 'USER_ERASED' ? 410 : 404
  const Family = familyOf(status)
  const message = status === 410 ? `The user "${id}" was erased.` : `There is no user with the id "${id}".`
  return new Family({ code: error ?? 'USER_NOT_FOUND', message, status, param: 'userId' })
}

async function told(findings: readonly Finding[], { io, globals }: Context): Promise<void> {
  if (globals.json) {
    const answers = findings.map(({ verdict, reasons }) => ({ ...verdict, met: reasons.length === 0 }))
    return io.out(json(answers.length === 1 ? answers[0] : answers, io.stdout))
  }
  if (globals.quiet) return undefined
  const { paint } = io.stdout
  const lines = findings.map(({ verdict, reasons }) => {
    const facts = `${verdict.tier ?? '–'}, SCI ${verdict.sci ?? '–'}, ${verdict.verified ? 'verified' : 'not verified'}`
    return reasons.length === 0
      ? `${paint.good('met')}  ${verdict.user_id}  ${facts}\n`
      : `${paint.warn('unmet')}  ${verdict.user_id} ${reasons.join(' and ')}\n`
  })
  return io.out(lines.join(''))
}

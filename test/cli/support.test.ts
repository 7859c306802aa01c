import { expect, test } from 'vitest'
import { sharedSandbox } from '../sandbox.ts'
import { at, cliFor, errorOf } from './cli.ts'

/** What a support colleague reads with a customer on the phone. The clock is fixed: dates are told in full. */
const today = '2026-11-21'
const sandbox = await sharedSandbox({ seed: 'default', clock: `${today}T12:00:00Z` })
const run = cliFor(sandbox)

/** A screen as one line: what it says, however it is wrapped. */
async function screen(
  line: string,
  columns = 80,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(line, { columns, env: { NO_COLOR: '1', ...env } })
  expect([code, stderr.includes('error')]).toEqual([0, false])
  return stdout.replaceAll(/\s+/g, ' ')
}

async function json(line: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run(`${line} --json`)).stdout)
}

test('a passport tells since when, until when and what to do next, in every width', async () => {
  const { skills } = await json('passport get usr_alex')
  expect(skills).toMatchObject([{ key: 'react' }, { key: 'typescript' }, { key: 'graphql' }])
  for (const columns of [60, 80, 120]) {
    const shown = await screen('passport get usr_alex', columns)
    expect(shown).toContain('2 of 3 skills verified.')
    expect(shown).toContain('0.94')
    expect(shown).toMatch(
      /14 sessions, 4 assessments, 5 endorsements from \d+ \w+ \d{4} to \d+ \w+ \d{4}\. T3 holds to \d+ \w+ \d{4}\./,
    )
    expect(shown).toContain('Not verified: no evidence counts.')
    expect(shown).toContain('skillpass passport explain usr_alex react')
  }
})

test.each([
  ['usr_disputed', 'Not verified: evidence in dispute.'],
  ['usr_suspended', 'While the user is suspended, nothing counts as verified.'],
  ['usr_suspended', 'skillpass user update usr_suspended --status active'],
  ['usr_new', 'No skills yet: nothing has been recorded.'],
  ['usr_new', 'skillpass invite send EMAIL --skill KEY'],
  ['usr_dormant', 'below T2 competent, confidence below 0.60, no assessment passed in 365 days'],
  ['usr_rtl', '\u2068ليلى الحداد\u2069 not verified'],
  ['usr_emoji', '👩🏽‍💻 Robin 🦊 not verified'],
])('the passport of %s says: %s', async (user, text) => {
  expect(await screen(`passport get ${user}`, 100)).toContain(text)
})

test('many skills are one screen, and all of them where asked for', async () => {
  const bars = (text: string) => text.match(/T1 novice/g)?.length
  const short = await screen('passport get usr_polymath')
  expect(short).toContain('None of 120 skills verified. The strongest, perl, is not: below T2 competent.')
  expect([bars(short), short.includes('and 100 weaker skills: --all')]).toEqual([20, true])
  expect(bars(await screen('passport get usr_polymath --all'))).toBe(120)
  expect((await run('passport get usr_polymath')).stdout.trimEnd().split('\n')).toHaveLength(120)
})

test('a passport of another day says so', async () => {
  const shown = await screen('passport get usr_alex --as-of 2027-06-30')
  expect(shown).toContain('As of 30 Jun 2027, from what is recorded by now.')
  expect(shown).toContain('On 30 Jun 2027 by sci-1.')
})

test('a key that may only read passports gets the screen without the rest', async () => {
  const { secret } = await sandbox.newKey(['passports:read'])
  const { code, stdout, stderr } = await run('passport get usr_alex', {
    columns: 80,
    env: { SKILLPASS_API_KEY: secret, NO_COLOR: '1' },
  })
  expect([code, stdout.includes('React'), stdout.includes('holds to')]).toEqual([0, true, false])
  expect(stderr).toContain('skills:verify')
})

test('an explanation says what counts, what gives most, what the next tier lacks and how long it holds', async () => {
  const points = Number((await json('passport explain usr_alex react'))['sciPoints'])
  const said = await screen('passport explain usr_alex react', 60)
  expect(said).toContain(
    `Alex Chen is T3 proficient in React: SCI 84, ${points} of 1000 points, confidence 0.94.`,
  )
  expect(said).toMatch(
    /23 entries count\. The assessment of \d+ \w+ \d{4} \(95 of 100\) gives most: \d+ points\./,
  )
  expect(said).toContain(`For T4 advanced, from 880 on, ${880 - points} points are missing;`)
  expect(said).toMatch(/Without new evidence T3 holds to .+, and the skill stays verified to /)
  expect(await screen('passport explain usr_expert rust')).not.toContain('missing')
})

test('what stands aside is told with its id, its reason and the next step', async () => {
  const disputed = (await run('evidence list usr_disputed --status disputed --quiet')).stdout.trim()
  const said = await screen('passport explain usr_disputed sql', 60)
  expect(said).toContain('9 of 10 entries count (1 disputed).')
  expect(said).toContain(`Next: skillpass evidence get ${disputed}`)
  expect(said).toContain(`disputed ${disputed} Partner says this session never took place`)
  expect(await screen(`evidence get ${disputed}`)).toContain(
    `skillpass evidence resolve ${disputed} --outcome upheld`,
  )
  const empty = await screen('passport explain usr_alex graphql')
  expect(empty).toContain('No entry counts (1 revoked).')
  expect(empty).toContain('The questions had leaked before the test')
  expect(empty).not.toContain('of 500')
})

test('two days side by side: new evidence', async () => {
  await run('user create --id rising --name Rising')
  await run('evidence add rising --type assessment --skill react --score 90')
  await run('evidence add rising --type session --skill react --rating 5')
  const disputed = (
    await run('evidence add rising --type session --skill react --rating 1 --quiet')
  ).stdout.trim()
  await run(`evidence dispute ${disputed}`)
  const diff = await run('passport diff rising --json')
  expect([at(diff, 'from'), at(diff, 'to')]).toEqual(['2026-10-22', today])
  const points = (await json('passport skill rising react'))['sciPoints']
  expect(at(diff, 'skills')).toMatchObject([
    {
      skill: 'react',
      from: { tier: 'T0', sci: 0, sciPoints: 0, verified: false },
      to: { sciPoints: points },
      points_change: points,
      evidence_added: { sessions: 1, assessments: 1, endorsements: 0 },
      left_out: { disputed: 1, revoked: 0 },
      reason: 'new_evidence',
    },
  ])
  const moves = at(diff, 'skills.0.tier_changes')
  expect(moves).toMatchObject([
    { from: 'T0', event_id: expect.stringMatching(/^evt_/), reason: 'assessment' },
    ...rest(moves),
  ])
  const shown = await screen('passport diff rising', 60)
  expect(shown).toContain('New: 1 session, 1 assessment.')
  expect(shown).toContain('1 disputed: counted on neither day.')
  expect(shown).toMatch(/T0 → T\d, assessment\./)
})

/** Whatever tier changes followed the first. */
function rest(moves: unknown): unknown[] {
  return Array.isArray(moves) ? moves.slice(1) : []
}

test('two days side by side: age', async () => {
  const diff = await run('passport diff usr_alex --from 2027-01-01 --to 2028-01-01 --json')
  expect(at(diff, 'verified')).toEqual({ from: true, to: false })
  expect(at(diff, 'skills.0')).toMatchObject({
    skill: 'react',
    reason: 'decay',
    from: { verified: true },
    to: { verified: false },
  })
  expect(at(diff, 'skills.2')).toMatchObject({ skill: 'graphql', reason: null, left_out: { revoked: 1 } })
  const shown = await screen('passport diff usr_alex --from 2027-01-01 --to 2028-01-01')
  expect(shown).toMatch(/React \d\d → \d\d −\d+ T3 → T2 competent ✓ → – Age alone: no new evidence\./)
  expect(shown).toContain('1 other skill did not change.')
  const rows = (await run('passport diff usr_alex --from 2027-01-01 --to 2028-01-01')).stdout
    .split('\n')
    .slice(0, -1)
  expect(rows.map((row) => row.split('\t').length)).toEqual([9, 9, 9])
})

test('two days side by side: new evidence that lowers the score', async () => {
  await run('user create --id sinking --name Sinking')
  await run('evidence add sinking --type assessment --skill go --score 95 --on 2026-11-10')
  await run(`evidence add sinking --type assessment --skill go --score 5 --on ${today}`)
  const diff = await run('passport diff sinking --from 2026-11-20 --json')
  expect(at(diff, 'skills.0')).toMatchObject({ reason: 'both', evidence_added: { assessments: 1 } })
  expect(Number(at(diff, 'skills.0.points_change'))).toBeLessThan(0)
  expect(await screen('passport diff sinking --from 2026-11-20')).toContain(
    'New: 1 assessment. Age took more',
  )
})

test('a diff runs forward, and an unknown or erased person has none', async () => {
  expect((await run('passport diff usr_alex --from 2026-02-01 --to 2026-01-01')).code).toBe(2)
  expect((await run('passport diff usr_alex --from 2035-01-01')).stderr).toContain(
    '--from must be before --to',
  )
  expect(errorOf(await run('passport diff usr_erased --json')).code).toBe('USER_ERASED')
  expect(errorOf(await run('passport diff nobody --json')).code).toBe('USER_NOT_FOUND')
  expect(await screen('passport diff usr_new')).toContain('No skills yet.')
})

test('a diff without the scopes for evidence and events says what is unknown', async () => {
  const { secret } = await sandbox.newKey(['passports:read'])
  const env = { SKILLPASS_API_KEY: secret }
  const diff = await run('passport diff usr_alex --json', { env })
  expect(at(diff, 'skills.0')).toMatchObject({ left_out: null, tier_changes: null })
  expect(await screen('passport diff usr_alex', 80, env)).toContain('evidence:read and events:read')
})

test('an invite tells its story: every step, its event, and where that went', async () => {
  await run('webhook create http://127.0.0.1:1/hooks --events invite.*')
  const invite = (await run('invite send ada@example.com --skill react --quiet')).stdout.trim()
  await run(`invite start ${invite}`)
  await run(`invite complete ${invite} --score 86`)
  const told = await run(`invite get ${invite} --json --timeline`)
  expect(at(told, 'timeline')).toMatchObject([
    { step: 'created', event: { type: 'invite.created' }, deliveries: [{ url: 'http://127.0.0.1:1/hooks' }] },
    { step: 'mailed', event: null, deliveries: [] },
    {
      step: 'accepted',
      event: { type: 'invite.accepted' },
      deliveries: [{ id: expect.stringMatching(/^dlv_/) }],
    },
    { step: 'started', event: { type: 'assessment.started' }, deliveries: [] },
    { step: 'completed', event: { type: 'assessment.completed' }, deliveries: [] },
  ])
  expect(at(told, 'id')).toBe(invite)
  const event = String(at(told, 'timeline.0.event.id'))
  for (const columns of [60, 80, 120]) {
    const shown = await screen(`invite get ${invite}`, columns)
    expect(shown).toContain(event)
    expect(shown).toContain('→ http://127.0.0.1:1/hooks dlv_')
    expect(shown).toMatch(
      /created invite\.created .*mailed .*accepted .*started .*completed assessment\.completed/,
    )
  }
})

test.each(['declined', 'cancelled', 'expired'])('an invite that was %s ends so', async (status) => {
  const invite = (await run(`invite list --status ${status} --limit 1 --quiet`)).stdout.trim()
  const timeline = at(await run(`invite get ${invite} --json --timeline`), 'timeline')
  const last: unknown = Array.isArray(timeline) ? timeline.at(-1) : timeline
  expect(last).toMatchObject({ step: status, event: { type: `invite.${status}` } })
})

test('the timeline costs a request for every event and two more', async () => {
  const invite = (await run('invite list --status completed --limit 1 --quiet')).stdout.trim()
  await run(`invite get ${invite}`, { columns: 80 })
  const seen: unknown = JSON.parse((await run('logs list --limit 20 --json')).stdout)
  const paths = Array.isArray(seen) ? seen.map((entry: { path: string }) => entry.path) : []
  const first = paths.findIndex((path) => path.startsWith(`/v1/assess/invites/${invite}`))
  expect(paths.slice(0, first).filter((path) => path.startsWith('/v1/events'))).toHaveLength(1)
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThanOrEqual(6)
})

test('scripts get the invite that they always got', async () => {
  const invite = (await run('invite list --limit 1 --quiet')).stdout.trim()
  expect(await json(`invite get ${invite}`)).not.toHaveProperty('timeline')
  expect((await run(`invite get ${invite}`)).stdout).not.toContain('step\t')
  expect((await run(`invite get ${invite} --timeline`)).stdout).toMatch(
    /\nstep\tcreated\t.*\tinvite\.created\tevt_/,
  )
  expect((await run(`invite get ${invite} --timeline --quiet`)).stdout).toBe(`${invite}\n`)
})

test('a key without the scopes gets the timeline and is told what is lacking', async () => {
  const invite = (await run('invite list --status completed --limit 1 --quiet')).stdout.trim()
  const { secret } = await sandbox.newKey(['invites:read', 'events:read'])
  const half = { SKILLPASS_API_KEY: secret }
  expect(await screen(`invite get ${invite}`, 80, half)).toMatch(
    /assessment\.completed.*with the scope webhooks:read/,
  )
  const { secret: less } = await sandbox.newKey(['invites:read'])
  const none = { SKILLPASS_API_KEY: less }
  expect(await screen(`invite get ${invite}`, 80, none)).toContain('the scope events:read and webhooks:read')
  const told = await run(`invite get ${invite} --json --timeline`, { env: none })
  expect(at(told, 'timeline.0')).toMatchObject({ step: 'created', event: null, deliveries: null })
})

test.each([60, 80, 120])('evidence at %i columns always shows the id and what it says', async (columns) => {
  const disputed = (await run('evidence list usr_disputed --status disputed --quiet')).stdout.trim()
  for (const line of ['evidence list usr_disputed', 'passport skill usr_disputed sql --evidence chain']) {
    const shown = await screen(line, columns)
    expect(shown).toContain(disputed)
    expect(shown).toContain('rated 4 of 5')
    expect(shown).toContain('disputed')
    expect(shown).toContain('5 Oct 2026')
  }
})

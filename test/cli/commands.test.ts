import { expect, test } from 'vitest'
import { freshSandbox, sharedSandbox } from '../sandbox.ts'
import { at, cliFor, errorOf } from './cli.ts'
import type { Ran } from './cli.ts'

const sandbox = await sharedSandbox()
const run = cliFor(sandbox)

async function ok(line: string | readonly string[]): Promise<Ran> {
  const ran = await run(line)
  expect(ran.stderr).toBe('')
  expect(ran.code).toBe(0)
  return ran
}

async function id(line: string): Promise<string> {
  return (await ok(`${line} --quiet`)).stdout.trim()
}

test('an invite from send to result, the passport that comes out of it, and why', async () => {
  const invite = await id(
    'invite send kim@example.com --skill react --expires 36h --metadata team=web --external-id x-1',
  )
  expect(at(await ok(`invite get ${invite} --json`), 'metadata.team')).toBe('web')
  expect(at(await ok(`invite list --external-id x-1 --json`), '0.id')).toBe(invite)
  expect(at(await ok(`--json invite extend ${invite} --expires 10d`), 'status')).toBe('pending')
  expect(at(await ok(`invite resend ${invite} --json`), 'id')).toBe(invite)
  const user = at(await ok(`invite accept ${invite} --json`), 'user_id')
  expect(at(await ok(`invite start ${invite} --json`), 'status')).toBe('in_progress')
  await ok(`invite complete ${invite} --score 45 --max 50 --section hooks=18/20 --section state=27/30`)
  const result = await ok(`invite result ${invite} --json`)
  expect([at(result, 'percent'), at(result, 'sections.1.name')]).toEqual([90, 'state'])
  const passport = await ok(`passport get ${String(user)} --json`)
  const points = at(passport, 'skills.0.sciPoints')
  const explained = await ok(`passport explain ${String(user)} react --json`)
  expect([at(explained, 'sciPoints'), at(explained, 'parts.assessment')]).toEqual([points, points])
  const skill = await ok(`passport skill ${String(user)} React.js --evidence chain --json`)
  expect(at(skill, 'evidence.0.score')).toBe(45)
})

test('declined and cancelled invites stay so', async () => {
  const first = await id('invite send a@example.com --skill react')
  expect(at(await ok(['invite', 'decline', first, '--reason', 'No time', '--json']), 'closed_reason')).toBe(
    'No time',
  )
  const second = await id('invite send b@example.com --skill react')
  await ok(`invite start ${second}`)
  expect(errorOf(await run(`invite cancel ${second} --json`))).toMatchObject({
    code: 'ASSESSMENT_IN_PROGRESS',
  })
  expect(at(await ok(`invite cancel ${second} --force --json`), 'status')).toBe('cancelled')
})

test('several invites in one command are an array, one is an object', async () => {
  const several = await ok('invite send c@example.com d@example.com --skill go --json')
  expect(at(several, '1.candidate_email')).toBe('d@example.com')
  expect(at(await ok('invite send e@example.com --skill go --json'), 'candidate_email')).toBe('e@example.com')
})

test('what was sent before a refusal is not lost', async () => {
  const ran = await run('invite send f@example.com f@example.com --skill go --if-exists error --json')
  expect(ran.code).toBe(5)
  expect(errorOf(ran)).toMatchObject({
    code: 'INVITE_DUPLICATE',
    details: { sent: [{ email: 'f@example.com' }] },
  })
  const plain = await run('invite send g@example.com g@example.com --skill go --if-exists error')
  expect([plain.code, plain.stdout]).toEqual([5, expect.stringContaining('g@example.com')])
})

test('one idempotency key makes one invite', async () => {
  const line = 'invite send once@example.com --skill go --idempotency-key k-1'
  expect(await id(line)).toBe(await id(line))
})

test('users are created, listed, changed and erased', async () => {
  await ok([
    'user',
    'create',
    '--name',
    'Kim Doe',
    '--id',
    'kim',
    '--email',
    'kim.doe@example.com',
    '--metadata',
    'a=b=c',
  ])
  expect(at(await ok('user get kim --json'), 'metadata.a')).toBe('b=c')
  expect((await ok('user list --email kim.doe@example.com --quiet')).stdout).toBe('kim\n')
  expect(at(await ok('user update kim --no-email --status suspended --json'), 'email')).toBeNull()
  await ok('user erase kim --yes')
  expect((await run('user get kim')).code).toBe(3)
})

test('evidence is added in its three kinds, disputed, resolved and revoked', async () => {
  await ok(['user', 'create', '--name', 'Lee', '--id', 'lee'])
  const session = await id(
    'evidence add lee --type session --skill python --rating 4.5 --partner m-1 --on 2026-01-05',
  )
  await ok('evidence add lee --type assessment --skill python --score 40 --max 50')
  await ok([
    'evidence',
    'add',
    'lee',
    '--type',
    'endorsement',
    '--skill',
    'python',
    '--endorser-tier',
    'proficient',
    '--endorser-name',
    'Ada',
  ])
  expect(at(await ok('evidence list lee --type endorsement --json'), '0.endorser_tier')).toBe('T3')
  expect(at(await ok(`evidence dispute ${session} --reason wrong --json`), 'status')).toBe('disputed')
  expect(at(await ok(`evidence resolve ${session} --outcome upheld --json`), 'status')).toBe('valid')
  expect(at(await ok(`evidence revoke ${session} --reason twice --json`), 'status')).toBe('revoked')
  expect(at(await ok(`evidence get ${session} --json`), 'status_reason')).toBe('twice')
})

test('skills are added and found under every name', async () => {
  await ok('skill add brainfuck --name Brainfuck --alias BF --half-life 730')
  expect((await ok('skill get bf --quiet')).stdout).toBe('brainfuck\n')
  expect((await ok('skill list --limit 1 --quiet')).stdout).toBe('brainfuck\n')
})

test('keys are made, shown without their secret, rotated and revoked', async () => {
  const made = await ok('key create CI --scopes verify,invites:write --per-minute 90 --expires 30d --json')
  const key = String(at(made, 'id'))
  expect(at(await ok(`key get ${key} --json`), 'rate_limit.per_minute')).toBe(90)
  expect(at(await ok(`key get ${key} --json`), 'secret')).toBeUndefined()
  expect(at(await ok(`key update ${key} --tier scale --no-expiry --json`), 'expires_at')).toBeNull()
  const rotated = await ok(`key rotate ${key} --overlap 2h --quiet`)
  expect(rotated.stdout).toMatch(/^sk_test_[0-9A-Za-z]{36}\n$/)
  expect(at(await ok(`key revoke ${key} --json`), 'status')).toBe('revoked')
  expect((await ok('key list --quiet')).stdout).toContain(key)
})

test('requests are in the log', async () => {
  await run('user get nobody-at-all')
  const found = await ok('logs list --status 404 --path /v1/users/nobody-at-all --json')
  expect(at(found, '0.error_code')).toBe('USER_NOT_FOUND')
  expect(at(await ok(`logs get ${String(at(found, '0.request_id'))} --json`), 'method')).toBe('GET')
})

test('api reaches any route: query, fields, file and stdin', async () => {
  expect(at(await ok('api GET /v1/skills -f limit=1'), 'data.length')).toBe(1)
  const made = await ok(['api', 'post', 'v1/users', '-f', 'display_name=7', '-F', 'metadata={"a":"b"}'])
  expect([at(made, 'display_name'), at(made, 'metadata.a')]).toEqual(['7', 'b'])
  const piped = await run('api POST /v1/users --input -', { stdin: '{"display_name":"From stdin"}' })
  expect(at(piped, 'display_name')).toBe('From stdin')
  expect((await run('api POST /v1/users --input -', { stdin: '{' })).code).toBe(2)
  expect((await run('api POST /v1/users --input missing.json')).stderr).toContain(
    'Cannot read missing.json (ENOENT)',
  )
  expect((await run('api GET /v1/nowhere')).code).toBe(3)
})

test('status tells where it runs without telling the key', async () => {
  const { stdout } = await ok('status')
  expect(stdout).toContain(`url\t${sandbox.url}`)
  expect(stdout).toContain('mode\tsandbox')
  expect(stdout).not.toContain(sandbox.apiKey)
})

test('a list goes on over pages up to its limit', async () => {
  for (let n = 0; n < 4; n++) await ok(['user', 'create', '--name', `Page ${n}`])
  const lines = (await ok('user list --limit 3 --quiet')).stdout.trim().split('\n')
  expect(lines).toHaveLength(3)
  const all = await ok('api GET /v1/users -f limit=100')
  expect((await ok('user list --limit 1000 --quiet')).stdout.trim().split('\n')).toHaveLength(
    Number(at(all, 'data.length')),
  )
})

test('nothing found is success and an empty list', async () => {
  expect(await ok('invite list --skill go --status declined --json')).toMatchObject({ stdout: '[]\n' })
  expect(await ok('invite list --skill go --status declined')).toMatchObject({ stdout: '' })
})

test('a key made for 90 days holds for 90 days of the service, whose clock was moved', async () => {
  const run = cliFor(await freshSandbox())
  await run('clock advance 100d')
  const made = await run('key create Later --scopes verify --expires 90d --json')
  expect(at(made, 'status')).toBe('active')
})

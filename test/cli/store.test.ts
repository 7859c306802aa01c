import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/sandbox.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import type { Tx } from '../../src/store/types.ts'
import { temporaryFolder } from '../folder.ts'
import { event, invite, user, delivery } from '../store/rows.ts'
import { at, cli, cliFor, errorOf } from './cli.ts'
import type { Ran } from './cli.ts'

const root = await temporaryFolder()

async function ok(line: string, setting = {}): Promise<Ran> {
  const ran = await cli(line.split(' '), { cwd: root, ...setting })
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  return ran
}

async function refused(line: string, setting = {}) {
  const ran = await cli([...line.split(' '), '--json'], { cwd: root, ...setting })
  return { exit: ran.code, ...errorOf(ran) }
}

async function filled(name: string, fill: (tx: Tx) => Promise<void>): Promise<void> {
  const store = await openJsonStore({ dir: join(root, name), onNotice: () => undefined })
  await store.transact(fill)
  await store.close()
}

async function invites(name: string, count: number): Promise<void> {
  await filled(name, async (tx) => {
    for (let number = 1; number <= count; number += 1) await tx.insert('invites', invite(number))
    await tx.setCounter('events', 9)
  })
}

function running(name: string) {
  return startSandbox({ dataDir: join(root, name), port: 0 })
}

test('a running service is backed up, and what comes back is the same service', async () => {
  const sandbox = await running('live')
  const run = cliFor(sandbox)
  try {
    await run('invite send kim@example.com --skill react')
    const made = await ok('store backup live.dump --store json:live --json')
    expect(Number(at(made, 'rows'))).toBeGreaterThan(700)
    expect((await stat(join(root, 'live.dump'))).mode & 0o777).toBe(0o600)
    await ok('store backup live.dump.gz --data live')
    const packed = gunzipSync(await readFile(join(root, 'live.dump.gz'))).toString()
    expect(packed.trimEnd().split('\n').at(-1)).toContain('"invites":21')
    expect(at(await ok('store check --store json:live --json'), 'problem_count')).toBe(0)
    expect(Number(at(await ok('store compact --store json:live --json'), 'after'))).toBeGreaterThan(1_000)
    expect(await refused('store restore live.dump --store json:live --replace --yes')).toMatchObject({
      exit: 7,
      code: 'DATA_LOCKED',
    })
  } finally {
    await sandbox.close()
  }
  await ok('store restore live.dump.gz --store json:back')
  const copied = await ok('store copy json:live json:copied --json')
  expect([at(copied, 'same'), at(copied, 'earlier_rows')]).toEqual([true, 0])
  const back = await running('back')
  try {
    const found = await cliFor({ url: back.url, apiKey: sandbox.apiKey })('invite list --limit 1 --json')
    expect(at(found, '0.candidate_email')).toBe('kim@example.com')
  } finally {
    await back.close()
  }
})

test('a lost admin key is replaced while the service runs; its secret is shown once or kept in a file', async () => {
  const sandbox = await running('keyless')
  try {
    const { stdout } = await ok('keys bootstrap --store json:keyless --quiet')
    expect(stdout).toMatch(/^sk_test_\w{36}\n$/)
    const listed = await cliFor({ url: sandbox.url, apiKey: stdout.trim() })('key list --json')
    expect(at(listed, '0.scopes.0')).toBe('admin')
    const told = await ok('key bootstrap --store json:keyless --out new.key --name Rescue --json')
    expect(told.stdout).not.toContain('sk_test_')
    const secret = (await readFile(join(root, 'new.key'), 'utf8')).trim()
    expect((await stat(join(root, 'new.key'))).mode & 0o777).toBe(0o600)
    expect((await cliFor({ url: sandbox.url, apiKey: secret })('whoami --json')).code).toBe(0)
    expect(await refused('keys bootstrap --store json:keyless --out new.key')).toMatchObject({ exit: 2 })
  } finally {
    await sandbox.close()
  }
  expect((await ok('keys bootstrap --store json:keyless --quiet')).stdout).toMatch(/^sk_test_/)
  await filled('new', async (tx) => tx.insert('meta', { id: 'made', value: 1 }))
  expect((await ok('keys bootstrap --store json:new --quiet')).stdout).toMatch(/^sk_live_/)
})

test('where the folder has no room for the name of a socket, it lies elsewhere and goes with the service', async () => {
  const name = join('a'.repeat(60), 'b'.repeat(60))
  const sandbox = await running(name)
  const place = JSON.parse(await readFile(join(root, name, 'control.json'), 'utf8'))
  expect((await stat(place.folder)).mode & 0o777).toBe(0o700)
  await ok(`store backup far.dump --store json:${name}`)
  await sandbox.close()
  await expect(stat(place.folder)).rejects.toThrow('ENOENT')
  await expect(stat(join(root, name, 'control.json'))).rejects.toThrow('ENOENT')
})

test.each(['', '{"path":', 'null'])(
  'a note of the socket that broke off at %j stops nothing',
  async (part) => {
    const name = join('c'.repeat(60), String(part.length).repeat(60))
    await (await running(name)).close()
    await writeFile(join(root, name, 'control.json'), part)
    const sandbox = await running(name)
    await ok(`store backup near.dump --store json:${name}`)
    await sandbox.close()
    await expect(stat(join(root, name, 'control.json'))).rejects.toThrow('ENOENT')
    await (await running(name)).close()
  },
)

test('a folder whose process takes no orders is told so', async () => {
  const store = await openJsonStore({ dir: join(root, 'deaf'), onNotice: () => undefined })
  expect(await refused('store backup x.dump --store json:deaf')).toMatchObject({
    exit: 7,
    code: 'DATA_LOCKED',
    message: expect.stringContaining('stop it first'),
  })
  await store.close()
})

test('a file that is not whole changes nothing', async () => {
  await invites('whole', 50)
  await ok('store backup whole.dump --store json:whole')
  await ok('store backup whole.dump.gz --store json:whole')
  const text = await readFile(join(root, 'whole.dump'), 'utf8')
  const packed = await readFile(join(root, 'whole.dump.gz'))
  const lines = text.trimEnd().split('\n')
  const broken: Record<string, string | Buffer> = {
    'cut in a line': text.slice(0, 5_000),
    'cut between lines': `${lines.slice(0, 20).join('\n')}\n`,
    'a line less': `${lines.toSpliced(10, 1).join('\n')}\n`,
    'a letter changed': text.replace('candidate.7@', 'candidate.8@'),
    'something behind': `${text}${lines[5] ?? ''}\n`,
    'a newer version': text.replace('"version":1', '"version":2'),
    'another file': 'hello\n',
    'an unknown table': text.replace('put invites', 'put wishes'),
    empty: '',
    'cut when packed': packed.subarray(0, packed.length - 200),
  }
  for (const [name, content] of Object.entries(broken)) {
    await writeFile(join(root, 'broken'), content)
    const told = await refused('store restore broken --store json:whole --replace --yes')
    expect(told, name).toMatchObject({ exit: 8, code: 'BACKUP_UNUSABLE' })
  }
  expect(await refused('store restore nowhere --store json:whole')).toMatchObject({ exit: 2 })
  await ok('store backup again.dump --store json:whole')
  const body = (dump: string) => dump.split('\n').slice(1, -2)
  expect(body(await readFile(join(root, 'again.dump'), 'utf8'))).toEqual(body(text))
})

test('only an empty store is filled, unless what it holds is to go', async () => {
  await invites('two', 2)
  await invites('three', 3)
  const dump = (await ok('store backup - --store json:three')).stdout
  const stdin = { stdin: dump }
  expect(await refused('store restore - --store json:two', stdin)).toMatchObject({ code: 'STORE_NOT_EMPTY' })
  expect(await refused('store restore - --store json:two --replace', stdin)).toMatchObject({ exit: 2 })
  expect(at(await ok('store restore - --store json:two --replace --yes --json', stdin), 'rows')).toBe(3)
  expect(await refused('store copy json:three json:two')).toMatchObject({ exit: 8, code: 'STORE_NOT_EMPTY' })
  expect(at(await ok('store copy json:three json:two --replace --yes --json'), 'same')).toBe(true)
  expect(await refused('store copy json:two json:two')).toMatchObject({ exit: 2 })
})

test('what does not hold is found and named', async () => {
  await filled('wrong', async (tx) => {
    await tx.insert('users', user('kim', 'kim', { evidence_head: 'f'.repeat(64) }))
    await tx.insert('events', event(1, { body: '{"sequence":41}' }))
    await tx.insert('deliveries', delivery(1, 'we_1', 5))
    await tx.insert('mails', {
      id: 'mail_1',
      invite_id: 'inv_gone',
      to: 'kim@example.com',
      subject: 'Hello',
      expires_at: '2026-01-01T00:00:00.000Z',
      sent_at: '2026-01-01T00:00:00.000Z',
    })
  })
  const ran = await cli('store check --store json:wrong --json'.split(' '), { cwd: root })
  expect(ran.code).toBe(8)
  expect(at(ran, 'problems')).toEqual([
    'deliveries dlv_1: its event evt_1 is missing.',
    'mails mail_1: its invite inv_gone is missing.',
    'evidence of kim: its newest entries are missing.',
    'The counter of events stands at 0, below the sequence 41 of an event.',
  ])
})

test('an altered entry of evidence is found', async () => {
  const sandbox = await running('seeded')
  await sandbox.close()
  await ok('store backup seeded.dump --store json:seeded')
  const store = await openJsonStore({ dir: join(root, 'seeded'), onNotice: () => undefined })
  const [entry] = await store.read(async (tx) => (await tx.page('evidence', { limit: 1 })).rows)
  if (entry === undefined) throw new Error('The seed has evidence')
  await store.transact((tx) => tx.update('evidence', { ...entry, quality: 1, score: 999 }))
  await store.close()
  const ran = await cli('store check --store json:seeded --json'.split(' '), { cwd: root })
  expect([ran.code, at(ran, 'problems')]).toEqual([
    8,
    [`evidence ${entry.id} of ${entry.user_id} was altered.`],
  ])
})

test('a store that is none is told so, without what may be a password', async () => {
  await mkdir(join(root, 'empty-folder'))
  for (const line of ['store check --store json:nowhere', 'keys bootstrap --store json:empty-folder']) {
    expect(await refused(line)).toMatchObject({ exit: 3, code: 'STORE_NOT_FOUND' })
  }
  await expect(stat(join(root, 'nowhere'))).rejects.toThrow('ENOENT')
  const wrong = await refused('store check', { env: { SKILLPASS_STORE: 'mysql://u:hunter2@db/x' } })
  expect(wrong).toMatchObject({ exit: 2, message: expect.stringContaining('json:DIR or postgres://') })
  expect(JSON.stringify(wrong)).not.toContain('hunter2')
})

test('a damaged folder names the command that keeps what can be read', async () => {
  await invites('damaged', 20)
  await ok('store compact --store json:damaged')
  const path = join(root, 'damaged', 'snapshot')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('candidate.7@', 'candidate.8@'))
  expect(await refused('store check --store json:damaged')).toMatchObject({
    exit: 7,
    code: 'DATA_UNUSABLE',
    message: expect.stringContaining('skillpass store salvage'),
  })
  const kept = await ok('store salvage damaged --json')
  expect([at(kept, 'rows'), at(kept, 'damaged')]).toEqual([19, true])
  expect(at(await ok('store salvage damaged --json'), 'damaged')).toBe(false)
})

test('a person sees tables', async () => {
  await invites('shown', 1_234)
  const { stdout } = await cli('store check --store json:shown'.split(' '), { cwd: root, columns: 80 })
  // oxlint-disable-next-line no-control-regex
  const plain = stdout.replaceAll(/\u001b\[[0-9;]*m/g, '')
  expect(plain).toMatch(/TABLE\s+ROWS\n\s+invites\s+1\s234\n\n\s+✓ Everything holds\./)
  const copied = await cli('store copy json:shown json:shown-2'.split(' '), { cwd: root, columns: 80 })
  expect(copied.stdout).toMatch(/invites\s+1\s234\s+1\s234\s+.*same/)
})

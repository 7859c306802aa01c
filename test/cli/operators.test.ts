import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startLive, type Live } from '../../src/live.ts'
import { openJsonStore } from '../../src/store/json/open.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient } from '../http.ts'
import { silentLog } from '../live/silent-log.ts'
import { at, cli, errorOf } from './cli.ts'

/** What the operator of a service does on its machine: keys, the audit log, the server's own secrets. */

const root = await temporaryFolder()

async function started(name: string): Promise<Live> {
  const live = await startLive({ store: `json:${join(root, name)}`, port: 0, log: silentLog() })
  onTestFinished(() => live.close())
  return live
}

async function run(line: string) {
  return await cli(line.split(' '), { cwd: root })
}

test('a lost admin key is made anew while the service runs, and the audit log says so', async () => {
  const live = await started('audited')
  const made = await run('key bootstrap --store json:audited --name Recovered --json')
  expect(made.code).toBe(0)
  const secret = String(at(made, 'secret'))
  const me = await createClient(live.url, secret).request('GET', '/v1/me')
  expect(me.at('key.scopes')).toEqual(['admin'])
  const client = createClient(live.url, secret)
  const key = await client.request('POST', '/v1/keys', { body: { name: 'CI', scopes: ['assess'] } })
  await client.request('POST', `/v1/keys/${key.textAt('id')}/revoke`, { body: {} })
  const list = await run('audit list --store json:audited --json')
  const rows: unknown = JSON.parse(list.stdout)
  expect(rows).toMatchObject([
    { action: 'keys.revoke', actor: me.textAt('key.id'), subject: key.textAt('id') },
    { action: 'keys.create', actor: me.textAt('key.id') },
    { action: 'keys.bootstrap', actor: 'operator', subject: me.textAt('key.id') },
    { action: 'keys.bootstrap', actor: 'service' },
  ])
  expect(list.stdout).not.toContain(secret)
})

test('the chain of the audit log is whole, and a row that somebody changed is named', async () => {
  const live = await started('chained')
  await run('key bootstrap --store json:chained')
  const whole = await run('audit verify --store json:chained --json')
  expect([whole.code, at(whole, 'ok'), at(whole, 'rows')]).toEqual([0, true, 2])
  const head = String(at(whole, 'head'))
  expect((await run(`audit verify --store json:chained --head ${head}`)).code).toBe(0)
  expect((await run(`audit verify --store json:chained --head ${'0'.repeat(63)}1`)).code).toBe(8)
  await live.close()
  const store = await openJsonStore({ dir: join(root, 'chained'), onNotice: () => undefined })
  await store.transact(async (tx) => {
    const [row] = (await tx.page('audit', { limit: 1, direction: 'oldest' })).rows
    if (row !== undefined) await tx.update('audit', { ...row, actor: 'operator' })
  })
  await store.close()
  const broken = await run('audit verify --store json:chained --json')
  expect([broken.code, at(broken, 'ok'), at(broken, 'row'), at(broken, 'reason')]).toEqual([
    8,
    false,
    '000000000001',
    'altered',
  ])
})

test('the secrets of the server are rotated, shown by name and forgotten', async () => {
  const live = await started('sealed')
  const before = await run('secrets show --store json:sealed --json')
  expect(at(before, 'older')).toEqual([])
  const after = await run('secrets rotate --store json:sealed --json')
  expect(at(after, 'older')).toEqual([at(before, 'newest')])
  const text = await readFile(live.secretFile, 'utf8')
  for (const shown of [before, after]) expect(text).not.toContain(String(at(shown, 'newest')))
  const pruned = await run('secrets prune --store json:sealed --json')
  expect([at(pruned, 'newest'), at(pruned, 'older')]).toEqual([at(after, 'newest'), []])
})

test('secrets that the store still needs are not forgotten, whether it is served or not', async () => {
  const live = await started('needed')
  const client = createClient(live.url, live.apiKey ?? '')
  const hook = { url: 'https://hooks.example.com/in', events: ['*'] }
  const made = await client.request('POST', '/v1/webhooks', { body: hook })
  const rotation = `/v1/webhooks/${made.textAt('id')}/rotate-secret`
  await live.close()
  await run('secrets rotate --store json:needed')
  const before = await run('secrets show --store json:needed --json')
  const refused = await run('secrets prune --store json:needed --json')
  expect([refused.code, errorOf(refused).code]).toEqual([8, 'SECRETS_IN_USE'])
  expect((await run('secrets show --store json:needed --json')).stdout).toBe(before.stdout)
  expect((await run('secrets prune --store json:needed --keep 2')).code).toBe(0)

  const again = await startLive({ store: `json:${join(root, 'needed')}`, port: 0, log: silentLog() })
  const pruned = await run('secrets prune --store json:needed --json')
  expect(at(pruned, 'older')).toEqual([])
  await again.close()
  const last = await started('needed')
  const answer = await createClient(last.url, live.apiKey ?? '').request('POST', rotation, { body: {} })
  expect(answer.status).toBe(200)
})

test('a file of secrets that is a link is rotated where it leads to', async () => {
  await started('linked')
  const [file, link] = [join(root, 'linked', 'server-secrets.json'), join(root, 'link.json')]
  await symlink(file, link)
  const after = await run('secrets rotate --secret-file link.json --json')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  const there = await run(`secrets show --secret-file ${file} --json`)
  expect(at(there, 'newest')).toBe(at(after, 'newest'))
})

test('a data folder in a project leaves what the project ignores as it is', async () => {
  const dir = join(root, 'project')
  await mkdir(dir)
  await writeFile(join(dir, '.gitignore'), 'node_modules\n')
  await (await started('project')).close()
  expect(await readFile(join(dir, '.gitignore'), 'utf8')).toBe('node_modules\n')
  await writeFile(join(dir, '.gitignore'), '')
  await started('project')
  expect(await readFile(join(dir, '.gitignore'), 'utf8')).toBe('*\n')
})

test.each([
  ['secrets rotate --secret-file nowhere.json', 3, 'SECRETS_NOT_FOUND'],
  ['secrets rotate --secret-file .', 2, 'SECRETS_UNUSABLE'],
  [
    `serve --store json:${join(root, 'unserved')} --port 0 --secret-file /no/such/folder.json`,
    2,
    'SECRETS_UNUSABLE',
  ],
  ['secrets show --store postgres://db/skillpass', 2, 'USAGE'],
  ['secrets prune --keep 0', 2, 'USAGE'],
  ['audit list --store json:nowhere', 3, 'STORE_NOT_FOUND'],
  ['key bootstrap --store redis://x', 2, 'USAGE'],
])('%s', async (line, code, name) => {
  const ran = await run(`${line} --json`)
  expect(ran.code).toBe(code)
  expect(errorOf(ran)).toMatchObject({ code: name })
})

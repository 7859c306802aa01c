import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../folder.ts'
import { install, pack, startInstalled } from './installed.ts'

vi.setConfig({ testTimeout: 120_000 })

const root = new URL('../../', import.meta.url).pathname
const folder = await temporaryFolder()
const packed = await pack(folder)
const installed = await install(packed, folder)
if (installed === null)
  console.warn(
    'SKIPPED: npm cannot reach its registry, so the packed package was not installed and not tried.',
  )
const project = installed ?? ''

const nodeTypes = { typeRoots: [join(root, 'node_modules/@types')], types: ['node'] }

const consumer = `import { Skillpass, webhooks, NotFoundError, type WebhookEvent } from 'skillpass'
import { startSandbox, SeedError, type SandboxOptions } from 'skillpass/sandbox'
import { createSandbox, useSandbox } from 'skillpass/testing'

const client = new Skillpass({ apiKey: 'sk_test_x' })
const invite = await client.invites.create({ candidate_email: 'kim@example.com', skill: 'react' })
const id: string = invite.id
// @ts-expect-error the types know every field
invite.no_such_field
// @ts-expect-error and what must be given
await client.invites.create({ skill: 'react' })
for await (const one of client.invites.list({ status: 'pending' })) console.log(one.candidate_email, id)
const event: WebhookEvent = webhooks.verify('', {}, 'whsec_')
if (event.event === 'assessment.completed') console.log(event.percent.toFixed(1))
const options: SandboxOptions = { port: 0 }
console.log(await startSandbox(options), SeedError, NotFoundError, createSandbox, useSandbox)
`

test('the tarball is at most 1 MB, and holds the product alone', () => {
  expect(packed.bytes).toBeLessThanOrEqual(1_000_000)
  const folders = new Set(packed.paths.map((path) => path.split('/').slice(0, 2).join('/')))
  const known =
    /^(bin|lib|fixtures|dist\/dashboard)\b|^(package\.json|README\.md|LICENSE|THIRD-PARTY-LICENSES)$/
  expect([...folders].filter((path) => !known.test(path))).toEqual([])
  expect(packed.paths.filter((path) => /\.map$|\.test\.|(^|\/)tests?\//.test(path))).toEqual([])
})

test('publint and attw find nothing', async () => {
  expect(await complaints('publint', ['--strict', packed.tarball])).toBe('')
  expect(await complaints('attw', [packed.tarball, '--profile', 'esm-only'])).toBe('')
})

test('the published types are those of the contract, operation by operation', async () => {
  const own = (path: string) => JSON.stringify(join(root, path))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'same.ts'),
    `import type { Contract, Output, Request } from ${own('src/contract/index.ts')}
import type { EventPayload, EventType } from ${own('src/contract/events.ts')}
import type { ErrorCode } from ${own('src/contract/errors.ts')}
import type { Outputs, Requests } from ${own('lib/contract/index.js')}
import type * as events from ${own('lib/contract/events.js')}
import type * as errors from ${own('lib/contract/errors.js')}
type Same<A, B> = [A, B] extends [B, A] ? true : false
type At<T, R, V> = R extends keyof T ? (V extends keyof T[R] ? T[R][V] : never) : never
// The schemas of events give every payload to every type, as far as the compiler can follow them.
type Sharper = 'events.list' | 'events.get' | 'events.stream' | 'sandbox.trigger'
type SameOutput<A, B, Name> = Name extends Sharper ? ([B] extends [A] ? true : false) : Same<A, B>
type Differing = {
  [R in keyof Contract]: {
    [V in keyof Contract[R]]: [
      SameOutput<Output<R, V>, At<Outputs, R, V>, \`\${R}.\${V & string}\`>,
      Same<Request<R, V>, At<Requests, R, V>>,
    ] extends [true, true] ? never : [R, V]
  }[keyof Contract[R]]
}[keyof Contract]
type DifferingEvent = {
  [T in EventType]: Same<EventPayload<T>, events.EventPayload<T>> extends true ? never : T
}[EventType]
export const operation: [Differing] extends [never] ? true : Differing = true
export const event: [DifferingEvent] extends [never] ? true : DifferingEvent = true
export const code: Same<ErrorCode, errors.ErrorCode> = true
export const type: Same<EventType, events.EventType> = true
`,
  )
  const config = {
    extends: join(root, 'tsconfig.json'),
    include: ['same.ts'],
    exclude: [],
    compilerOptions: { rewriteRelativeImportExtensions: false, ...nodeTypes },
  }

  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  expect(await complaints('tsc', ['-p', folder])).toBe('')
})

describe.skipIf(installed === null)('installed', () => {
  test('no file tells where it was built, and every bundled licence comes along', async () => {
    const home = join(project, 'node_modules/skillpass')
    const names = await readdir(home, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
    expect(
      texts
        .filter(({ text }) => text.includes(root) || text.includes('node_modules/'))
        .map(({ file }) => file),
    ).toEqual([])
    const licences = await readFile(join(home, 'THIRD-PARTY-LICENSES'), 'utf8')
    for (const name of ['zod', 'h3', 'commander', 'preact'])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  test('the installed package serves: HTTP, page, documents, CLI', async () => {
    const { url, apiKey, dashboardUrl } = await startInstalled(project)
    const env = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: apiKey }
    const headers = { authorization: `Bearer ${apiKey}` }

    const passport = await fetch(`${url}/v1/verify/passport/usr_alex`, { headers })
    expect([passport.status, await passport.json()]).toEqual([
      200,
      expect.objectContaining({ user_id: 'usr_alex' }),
    ])
    for (const page of [dashboardUrl, `${url}/docs`]) {
      const answer = await fetch(page)
      expect([page, answer.status, answer.headers.get('content-type')]).toEqual([
        page,
        200,
        expect.stringMatching(/^text\/html/),
      ])
    }
    const shown = await execa(
      join(project, 'node_modules/.bin/skillpass'),
      ['passport', 'get', 'usr_alex', '--json'],
      { env },
    )
    expect(JSON.parse(shown.stdout)).toMatchObject({ user_id: 'usr_alex' })
    const printed = await quickstart(env)
    expect(printed.slice(0, 2)).toEqual([expect.stringMatching(/^inv_\w+ http:.*\/i\//), 'kim@example.com'])
    expect(printed.at(-1)).toMatch(/^USER_NOT_FOUND req_/)
  })

  test('skillpass/sandbox, skillpass/testing and webhooks.verify run from the installed package', async () => {
    await writeFile(
      join(project, 'parts.mjs'),
      `import { createHmac } from 'node:crypto'
import { Skillpass, webhooks } from 'skillpass'
import { startSandbox } from 'skillpass/sandbox'
import { createSandbox } from 'skillpass/testing'
const started = await startSandbox({ port: 0 })
const client = new Skillpass({ apiKey: started.apiKey, baseUrl: started.url })
console.log((await client.users.get({ id: 'usr_alex' })).id)
await started.close()
const sandbox = await createSandbox()
console.log(typeof sandbox.url)
await sandbox.close()
const body = JSON.stringify({ id: 'evt_1', event: 'webhook.test' })
const now = String(Math.floor(Date.now() / 1000))
const key = Buffer.alloc(32, 7)
const signature = createHmac('sha256', key).update('evt_1.' + now + '.' + body).digest('base64')
const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': now, 'webhook-signature': 'v1,' + signature }
console.log(webhooks.verify(body, headers, 'whsec_' + key.toString('base64')).id)
`,
    )
    const { stdout } = await execa(process.execPath, ['parts.mjs'], { cwd: project })
    expect(stdout.split('\n')).toEqual(['usr_alex', 'string', 'evt_1'])
  })

  test('npx runs the tarball', async () => {
    const { stdout } = await execa(
      'npx',
      ['--yes', '--prefer-offline', `./${basename(packed.tarball)}`, '--version'],
      {
        cwd: folder,
      },
    )
    expect(stdout).toMatch(/^(skillpass )?\d+\.\d+\.\d+/)
  })

  test.each(['node16', 'bundler'])(
    'a TypeScript project with moduleResolution %s compiles against the types that came along',
    async (kind) => {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2023', 'dom'],
        ...nodeTypes,
        module: kind === 'node16' ? 'node16' : 'esnext',
        moduleResolution: kind,
        skipLibCheck: false,
        exactOptionalPropertyTypes: true,
      }
      await writeFile(join(project, 'consumer.ts'), consumer)
      await writeFile(
        join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
      )
      expect(await complaints('tsc', ['-p', project])).toBe('')
    },
  )
})

/** Pasted from its page. */

async function quickstart(env: Readonly<Record<string, string>>): Promise<string[]> {
  const page = await readFile(join(root, 'docs/typescript.md'), 'utf8')
  const [, code = ''] = /```js\n\/\/ quickstart\.mjs\n([^]*?)```/.exec(page) ?? []
  await writeFile(join(project, 'quickstart.mjs'), code)
  const { stdout } = await execa(process.execPath, ['quickstart.mjs'], { cwd: project, env })
  return stdout.split('\n')
}

/** What a tool of this project complains about; nothing when it is content. */

async function complaints(tool: string, args: readonly string[]): Promise<string> {
  const program = join(root, 'node_modules/.bin', tool)
  const { all, exitCode } = await execa(program, args, { cwd: root, all: true, reject: false })
  return exitCode === 0 ? '' : all
}

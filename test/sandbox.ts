import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox.ts'
import { createClient, type Answer, type Client } from './http.ts'
import { placeOf } from './stores.ts'

/** A sandbox as tests use it: on a free port, kept in memory, with the skills and nobody unless told otherwise. */
export interface TestSandbox extends Client, Pick<Sandbox, 'url' | 'apiKey' | 'close'> {
  /** A new key with these scopes; gives its secret and id. */
  newKey(scopes: readonly string[], rest?: object): Promise<{ id: string; secret: string }>
}

/** For one test; ends with it. */
export async function freshSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const faults: string[] = []
  const sandbox = await start(faults, { ...options, ...(await placeOf(options, onTestFinished)) })
  onTestFinished(async () => {
    await sandbox.close()
    refuseFaults(faults)
  })
  return sandbox
}

/** For all tests of a file; call it at its top. A fault fails the test during which it happened. */
export async function sharedSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const faults: string[] = []
  const sandbox = await start(faults, { ...options, ...(await placeOf(options, afterAll)) })
  afterEach(() => refuseFaults(faults))
  afterAll(async () => sandbox.close())
  return sandbox
}

/** With `onNotice` of its own a test deals with them itself. */
function refuseFaults(faults: string[]): void {
  const found = faults.splice(0)
  if (found.length > 0) throw new Error(`The service had faults:\n${found.join('\n')}`)
}

async function start(faults: string[], options: SandboxOptions): Promise<TestSandbox> {
  const onNotice = (text: string): unknown => faults.push(text)
  const running = await startSandbox({ port: 0, seed: 'empty', onNotice, ...options })
  const client = createClient(running.url, running.apiKey)
  return {
    ...client,
    url: running.url,
    apiKey: running.apiKey,
    close: running.close,
    newKey: async (scopes, rest) => await newKey(client, scopes, rest),
  }
}

export async function newKey(
  client: Client,
  scopes: readonly string[],
  rest: object = {},
): Promise<{ id: string; secret: string }> {
  const made = expectStatus(
    await client.request('POST', '/v1/keys', { body: { name: 'test', scopes, ...rest } }),
    201,
  )
  return { id: made.textAt('id'), secret: made.textAt('secret') }
}

/** An empty folder for one test; gone after it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skillpass-test-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  return folder
}

/** Everything in a data folder, by file name. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(entry.name, await readFile(path, 'latin1'))
  }
  return files
}

/** The answer itself, once its status is the expected one; a failure shows the whole body. */
export function expectStatus(answer: Answer, status: number): Answer {
  expect(answer.status, answer.text).toBe(status)
  return answer
}

/** The answer itself, once it is this refusal, complete in form. */
export function expectError(answer: Answer, code: string): Answer {
  expect(answer.code, answer.text).toBe(code)
  expect(answer.at('error.status')).toBe(answer.status)
  expect(answer.at('error.request_id')).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('x-should-retry')).toBe(String(answer.at('error.retryable')))
  return answer
}

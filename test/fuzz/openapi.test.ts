import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startDev } from '../e2e/process.ts'
import { temporaryFolder } from '../folder.ts'
import { createClient, type Answer, type Client } from '../http.ts'
import { readDocument } from './document.ts'
import { again, budgetMs, seed } from './form.ts'
import { fault } from './judge.ts'
import { conversations, idMark, type Plan } from './requests.ts'

/** These do what they are asked for: fail, never end, or lock the fuzzer out. */
const left = new Set(['sandbox.addFault', 'events.stream', 'webhooks.stream', 'logs.stream'])
const dir = await temporaryFolder()

test(
  'whatever is asked, the answer is one that the document tells of',
  async () => {
    const server = await startDev(dir, '--rate-limit', 'off')
    const client = createClient(server.url, server.apiKey)
    const document = readDocument((await client.request('GET', '/v1/openapi.json')).text)
    const own = (await client.request('GET', '/v1/me')).textAt('key.id')
    const told = new Told(own)
    for (const path of ['/v1/users', '/v1/assess/invites', '/v1/events', '/v1/users/usr_alice/evidence']) {
      told.learn(await client.request('GET', path))
    }
    const seen = new Map<string, Set<number>>()
    const faults = new Map<string, string>()
    const property = fc.asyncProperty(
      conversations(document, (operation) => left.has(operation.id)),
      async (plans) => {
        for (const plan of plans) {
          const { id } = plan.operation
          const answer = await ask(client, server.apiKey, plan, told).catch(String)
          if (typeof answer === 'string') {
            // Whatever comes after it is refused too: the first one tells.
            if (faults.size === 0) faults.set(`${id}: ${answer}`, described(plan))
            return
          }
          told.learn(answer)
          seen.set(id, (seen.get(id) ?? new Set()).add(answer.status))
          const wrong = fault(plan.operation, answer)
          // Each kind once: shrinking would ask a server that has moved on.
          if (wrong !== null)
            faults.set(`${id}: ${wrong}`, `${described(plan)} → ${answer.text.slice(0, 300)}`)
        }
      },
    )
    await fc.assert(property, {
      seed,
      numRuns: 1_000_000,
      interruptAfterTimeLimit: budgetMs,
      endOnFailure: true,
    })
    expect(Object.fromEntries(faults), `${server.stderr()}\n${again}`).toEqual({})
    // A fuzzer that is refused everywhere has shown nothing.
    const refused = [...seen].filter(([, statuses]) => [...statuses].every((status) => status >= 300))
    const asked = `asked ${seen.size}, refused always: ${refused.map(([id, statuses]) => `${id} ${[...statuses].join()}`).join('; ')}`
    expect(seen.size - refused.length, asked).toBeGreaterThan(10)
    expect(await server.end('SIGTERM')).toBe(0)
  },
  budgetMs + 60_000,
)

/** What the server told of, to be asked about. */
class Told {
  readonly #own: string
  readonly #ids: string[] = ['usr_nobody']
  constructor(own: string) {
    this.#own = own
  }

  learn({ text }: Answer): void {
    for (const [id] of text.matchAll(
      /\b(?:usr|inv|res|evd|evt|we|dlv|key|req|rpl)_[0-9a-z]{26}\b|"[\w-]{60,}"/g,
    )) {
      if (id !== this.#own && !this.#ids.includes(id)) this.#ids.push(id.replaceAll('"', ''))
    }
    this.#ids.splice(0, this.#ids.length - 400)
  }

  /** One that fits the path, if there is one. */
  pick(nth: number, prefix = ''): string {
    const fitting = this.#ids.filter((id) => id.startsWith(prefix))
    const from = fitting.length > 0 && nth % 10 !== 0 ? fitting : this.#ids
    return from[nth % from.length] ?? 'usr_nobody'
  }
}

async function ask(client: Client, key: string, plan: Plan, told: Told): Promise<Answer> {
  const { operation, body } = plan
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // An empty name would make it the path of another operation.
    const value = plan.path[name] || 'nobody'
    return escaped(typeof value === 'number' ? told.pick(value, prefixOf(operation.path, name)) : value)
  })
  const query = plan.query.map(([name, value]) => {
    const text = typeof value === 'number' ? told.pick(value, prefixOf('', name)) : value
    return `${escaped(name)}=${escaped(text)}`
  })
  const sent = body?.replaceAll(idMark, (_, nth: string) => JSON.stringify(told.pick(Number(nth), 'usr_')))
  return await client.raw(operation.method, query.length > 0 ? `${path}?${query.join('&')}` : path, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...plan.headers,
      ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
    },
    chunks: sent === undefined || sent === '' ? [] : [sent],
  })
}

/** The longest header that the server reads is 16 KiB: beyond, it is another refusal. */
function escaped(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '?'))
    .slice(0, 3_000)
    .replace(/%.?$/, '')
}

const prefixes: readonly (readonly [RegExp, string])[] = [
  [/invite/, 'inv_'],
  [/user|passport|verify/i, 'usr_'],
  [/evidence/, 'evd_'],
  [/event/, 'evt_'],
  [/webhook/, 'we_'],
  [/deliver/, 'dlv_'],
  [/key/, 'key_'],
  [/log|request/, 'req_'],
]

function prefixOf(path: string, name: string): string {
  if (name === 'replay_id') return 'rpl_'
  const about = name === 'id' ? path : `${name} ${path}`
  return prefixes.find(([pattern]) => pattern.test(about))?.[1] ?? ''
}

function described({ operation, path, query, headers, body }: Plan): string {
  const text = JSON.stringify({ operation: operation.id, path, query, headers, body })
  return text.length > 900 ? `${text.slice(0, 900)}…` : text
}

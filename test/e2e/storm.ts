import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Running } from './process.ts'

/** Parallel writers that remember what they were promised. */

export interface Write {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string
  /** The answer, byte for byte; null while nobody knows whether it happened. */
  answer: string | null
}

/** One candidate's way from the invite to the score. */
export interface Walk {
  readonly externalId: string
  readonly writes: Write[]
}

const made = z.object({ id: z.string() })

export async function send(server: Running, write: Write): Promise<Response> {
  return await fetch(server.url + write.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': write.idempotencyKey,
    },
    body: JSON.stringify(write.body),
  })
}

export async function read<T>(server: Running, path: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.apiKey}` } })
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
  return schema.parse(await response.json())
}

export interface Storm {
  readonly walks: Walk[]
  readonly keys: Write[]
  /** The first promise was given: from here on there is something to lose. */
  readonly begun: Promise<void>
  /** Every writer has lost its server. */
  readonly over: Promise<unknown>
}

/** Writes with all its might until the server is gone. */
export function storm(server: Running, writers: number): Storm {
  const walks: Walk[] = []
  const keys: Write[] = []
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const work = async (): Promise<void> => {
    for (;;) {
      const alive = randomInt(5) === 0 ? await makeKey(server, keys) : await walk(server, walks)
      if (!alive) return
      begin()
    }
  }
  return { walks, keys, begun, over: Promise.all(Array.from({ length: writers }, work)) }
}

async function makeKey(server: Running, keys: Write[]): Promise<boolean> {
  const write = planned('/v1/keys', { name: randomUUID(), scopes: ['read'] })
  keys.push(write)
  return await attempt(server, write)
}

async function walk(server: Running, walks: Walk[]): Promise<boolean> {
  const externalId = randomUUID()
  const create = planned('/v1/assess/invites', {
    candidate_email: `${externalId}@example.com`,
    skill: 'react',
    external_id: externalId,
  })
  const one: Walk = { externalId, writes: [create] }
  walks.push(one)
  if (!(await attempt(server, create))) return false
  const { id } = made.parse(JSON.parse(create.answer ?? ''))
  for (const [verb, body] of [
    ['accept', {}],
    ['start', {}],
    ['complete', { score: 80 }],
  ] as const) {
    if (randomInt(4) === 0) return true
    const step = planned(`/v1/assess/invites/${id}/${verb}`, body)
    one.writes.push(step)
    if (!(await attempt(server, step))) return false
  }
  return true
}

function planned(path: string, body: Readonly<Record<string, unknown>>): Write {
  return { path, body, idempotencyKey: randomUUID(), answer: null }
}

/** False: the server is gone, before or after it did what was asked. Any refusal is a failure of the test. */
async function attempt(server: Running, write: Write): Promise<boolean> {
  let response: Response
  let text: string
  try {
    response = await send(server, write)
    text = await response.text()
  } catch {
    // The connection broke: the write is in doubt, which is what the storm is for.
    return false
  }
  if (!response.ok) throw new Error(`POST ${write.path}: ${response.status} ${text}`)
  write.answer = text
  return true
}

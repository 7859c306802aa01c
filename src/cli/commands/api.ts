import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { arg, BadValue, flag, many, oneOf, pair, text } from '../flags.ts'
import type { Kind } from '../flags.ts'
import { json } from '../output.ts'
import { verb } from '../verb.ts'
import { idempotencyKey, once } from './common.ts'

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'] as const

/** A path of this service, never an address: the key goes nowhere else. */
const path: Kind<string> = {
  placeholder: 'PATH',
  parse: (given) => {
    const rooted = given.startsWith('/') ? given : `/${given}`
    if (/^[a-z][a-z0-9+.-]*:/i.test(given) || rooted.startsWith('//')) {
      throw new BadValue(`takes a path such as /v1/me, not "${given}"`)
    }
    return rooted
  },
}

/** `score=90`, `force=true`, `metadata={"team":"web"}`. */
const jsonField: Kind<readonly [string, unknown]> = {
  placeholder: 'KEY=JSON',
  parse: (given) => {
    const [key, value] = pair('KEY=JSON').parse(given)
    return [key, parsed(value, () => new BadValue(`takes key=JSON, and ${value} is not JSON`))]
  },
}

function parsed(source: string, problem: () => Error): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw problem()
  }
}

export const api = verb({
  name: 'api',
  summary: 'send a request to any route',
  about:
    'Fields go to the query of a GET and to the JSON body of everything else. The answer is printed as it is.',
  args: {
    method: arg(oneOf('METHOD', methods), 'HTTP method'),
    path: arg(path, 'path, with or without a query'),
  },
  flags: {
    field: many(pair('KEY=TEXT'), 'a field whose value is text', { short: '-f' }),
    jsonField: many(jsonField, 'a field whose value is JSON: a number, true, null, {…}', { short: '-F' }),
    input: flag(text('FILE'), 'the whole body from a file, or - for stdin'),
    idempotencyKey,
  },
  examples: [
    ['skillpass api GET /v1/assess/invites -f status=pending', 'a query'],
    [
      'skillpass api POST /v1/assess/invites -f email=kim@example.com -f skill=react -F time_limit_seconds=3600',
      'a body',
    ],
  ],
  run: async (input, context) => {
    const { method, path: given, field, jsonField: typed, input: source } = input
    const fields = [...field, ...typed]
    const asQuery = method === 'GET' || method === 'HEAD' || source !== undefined
    const target = asQuery ? withQuery(given, fields) : given
    const body = source !== undefined ? await bodyFrom(source, context) : bodyOf(method, fields)
    const client = await context.client()
    const answer = await client.request(method, target, body, once(input))
    const { io, globals } = context
    if (globals.quiet || answer.text === '') return undefined
    const value = looksLikeJson(answer.headers.get('content-type'))
      ? json(JSON.parse(answer.text), io.stdout)
      : answer.text
    return io.out(value.endsWith('\n') ? value : `${value}\n`)
  },
})

function bodyOf(method: string, fields: readonly (readonly [string, unknown])[]): unknown {
  if (fields.length > 0 && method !== 'GET' && method !== 'HEAD') return Object.fromEntries(fields)
  return undefined
}

function withQuery(path: string, fields: readonly (readonly [string, unknown])[]): string {
  if (fields.length === 0) return path
  const search = new URLSearchParams()
  for (const [key, value] of fields)
    search.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  return `${path}${path.includes('?') ? '&' : '?'}${search.toString()}`
}

async function bodyFrom(source: string, { io, cwd }: Context): Promise<unknown> {
  const content = source === '-' ? await io.input() : await fileText(resolve(cwd, source), source)
  return parsed(content, () => new UsageError(`${source === '-' ? 'stdin' : source} does not hold JSON.`))
}

async function fileText(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new UsageError(`Cannot read ${name}${why}.`)
  }
}

function looksLikeJson(type: string | null): boolean {
  return type !== null && /[/+]json\b/.test(type)
}

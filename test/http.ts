import { request as nodeRequest } from 'node:http'
import { connect } from 'node:net'

/** How tests speak to a running service: over real sockets, as a user's client would. */

export interface Ask {
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  /** The API secret; null sends none. Default: the service's own admin key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface RawAsk {
  /** Exactly these, beside what node:http must add (Host, framing). */
  readonly headers?: Readonly<Record<string, string>>
  /** The body; chunked unless the headers say Content-Length. */
  readonly chunks?: readonly (string | Buffer)[]
}

export interface Client {
  request(method: string, path: string, ask?: Ask): Promise<Answer>
  /** What fetch refuses to send: a foreign Host, broken framing, a path that is no URL. */
  raw(method: string, path: string, ask?: RawAsk): Promise<Answer>
  /** Bytes on a socket; resolves with all that came back once the server closed it. */
  wire(bytes: string): Promise<string>
}

export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  constructor(status: number, headers: Headers, text: string) {
    this.status = status
    this.headers = headers
    this.text = text
  }

  get body(): unknown {
    return JSON.parse(this.text)
  }

  /** `error.code`, `data.0.id`; undefined where the body has no such place. */
  at(path: string): unknown {
    return path.split('.').reduce<unknown>(member, this.body)
  }

  /** As `at`, for what must be text. */
  textAt(path: string): string {
    const found = this.at(path)
    if (typeof found === 'string') return found
    throw new TypeError(`No text at ${path} of ${this.status} ${this.text}`)
  }

  /** The error code, or null when the answer is none. */
  get code(): string | null {
    const code = this.status < 400 ? null : this.at('error.code')
    return typeof code === 'string' ? code : null
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export function createClient(url: string, apiKey: string): Client {
  const { hostname, port } = new URL(url)
  return {
    async request(method, path, { body, key = apiKey, headers } = {}) {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return new Answer(response.status, response.headers, await response.text())
    },
    raw: async (method, path, ask = {}) => await sendRaw({ hostname, port, method, path }, ask),
    wire: async (bytes) => await sendBytes({ host: hostname, port: Number(port) }, bytes),
  }
}

interface Target {
  readonly hostname: string
  readonly port: string
  readonly method: string
  readonly path: string
}

function sendRaw(target: Target, { headers = {}, chunks = [] }: RawAsk): Promise<Answer> {
  const framing = chunks.length === 0 || 'content-length' in headers ? {} : { 'transfer-encoding': 'chunked' }
  return new Promise((resolve, reject) => {
    const all = { ...framing, ...headers }
    const outgoing = nodeRequest({ ...target, headers: all, agent: false }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => {
        const sent = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        resolve(
          new Answer(incoming.statusCode ?? 0, new Headers(sent), Buffer.concat(parts).toString('utf8')),
        )
      })
      incoming.on('error', reject)
    })
    outgoing.on('error', reject)
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })
}

function sendBytes(target: { host: string; port: number }, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(target, () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      received += text
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

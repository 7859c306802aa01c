import { onTestFinished } from 'vitest'
import type { TestSandbox } from '../sandbox.ts'

export interface StreamMessage {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

export interface EventStream {
  readonly messages: StreamMessage[]
  /** Lines that carry no message: heartbeats. */
  readonly comments: string[]
  /** Resolves once so many messages have arrived. */
  until(count: number): Promise<void>
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>
  /** Lets go of it, as a reader that goes away. */
  leave(): Promise<void>
}

/** Reads a stream of server-sent events over a real connection; lets go of it when the test ends. */
export async function eventStream(
  sandbox: Pick<TestSandbox, 'url' | 'apiKey'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const gone = new AbortController()
  const response = await fetch(sandbox.url + path, {
    headers: { authorization: `Bearer ${sandbox.apiKey}`, accept: 'text/event-stream', ...headers },
    signal: gone.signal,
  })
  if (response.status !== 200 || response.body === null) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const messages: StreamMessage[] = []
  const comments: string[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const take = (block: string): void => {
    if (block.startsWith(':')) comments.push(block)
    else messages.push(messageOf(block))
    for (const { count, resolve } of waiting) if (messages.length >= count) resolve()
  }
  const ended = blocks(response.body, take).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error
  })
  const leave = async (): Promise<void> => {
    gone.abort()
    await ended
  }
  onTestFinished(leave)
  return {
    messages,
    comments,
    ended,
    leave,
    until: async (count) => {
      if (messages.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
    },
  }
}

async function blocks(body: ReadableStream<Uint8Array>, take: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const whole = text.split('\n\n')
    text = whole.pop() ?? ''
    for (const block of whole) take(block)
  }
}

function messageOf(block: string): StreamMessage {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(': ')
      return [name, rest.join(': ')] as const
    }),
  )
  return { id: fields.get('id') ?? null, event: fields.get('event') ?? '', data: fields.get('data') ?? '' }
}

/** One message of a stream of server-sent events, as it stands on the wire. */
export interface SseMessage {
  /** The last id the stream has named; null before the first. */
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** The messages of a byte stream, after the WHATWG rules. Comments and what breaks off in the middle are left out. */
export async function* messagesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseMessage, void, void> {
  let id: string | null = null
  let event = ''
  let data: string[] = []
  for await (const line of linesOf(bytes)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event === '' ? 'message' : event, data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const [name, value] = fieldOf(line)
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    else if (name === 'id' && !value.includes('\0')) id = value
  }
}

/** A comment is a field without a name. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

/** Lines end with `\n`, `\r\n` or `\r`; a `\r` at the end of a chunk waits for what follows it. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    const held = rest.endsWith('\r') ? '\r' : ''
    const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/)
    rest = `${lines.pop() ?? ''}${held}`
    yield* lines
  }
}

/** An HTTP request as someone saved it: headers, an empty line, the body to the last byte. */

export interface RawRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export type ParsedRequest =
  | ({ readonly ok: true } & RawRequest)
  | { readonly ok: false; readonly problem: string }

/** The request line may be left out; lines end with or without a carriage return. */
export function parseRawRequest(dump: string | Uint8Array): ParsedRequest {
  const bytes = Buffer.from(dump)
  const gap = gapIn(bytes)
  const lines = bytes.subarray(0, gap.start).toString('latin1').split(/\r?\n/)
  const headerLines = isRequestLine(lines[0] ?? '') ? lines.slice(1) : lines
  const headers = new Map<string, string>()
  for (const line of headerLines) {
    const [, name, value] = /^(:?[!#$%&'*+.^`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) return { ok: false, problem: problemWith(line) }
    add(headers, name.toLowerCase(), value)
  }
  return { ok: true, headers: Object.fromEntries(headers), body: bodyOf(bytes.subarray(gap.end), headers) }
}

/** Where the empty line stands; at the very end when there is none. */
function gapIn(bytes: Buffer): { readonly start: number; readonly end: number } {
  const gaps = ['\r\n\r\n', '\n\n'].flatMap((gap) => {
    const start = bytes.indexOf(gap)
    return start === -1 ? [] : [{ start, end: start + gap.length }]
  })
  const [first] = gaps.toSorted((a, b) => a.start - b.start)
  if (first !== undefined) return first
  const trimmed = bytes.toString('latin1').trimEnd().length
  return { start: trimmed, end: bytes.length }
}

function isRequestLine(line: string): boolean {
  return /^[A-Z]+ \S+( HTTP\/\d(\.\d)?)?$/.test(line)
}

function problemWith(line: string): string {
  const shown = JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line)
  return `${shown} is no header. A request is headers (name: value), an empty line, and the body.`
}

/** Signatures in several headers count as one list; others join as HTTP joins them. */
function add(headers: Map<string, string>, name: string, value: string): void {
  const known = headers.get(name)
  const joint = name === 'webhook-signature' ? ' ' : ', '
  headers.set(name, known === undefined ? value : `${known}${joint}${value}`)
}

function bodyOf(rest: Buffer, headers: ReadonlyMap<string, string>): Uint8Array {
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return unchunked(rest) ?? rest
  const length = Number(headers.get('content-length') ?? rest.length)
  // Editors end a file with a line break. Anything else beyond the length is part of the riddle.
  const surplus = rest.subarray(length).toString('latin1')
  return surplus.trim() === '' ? rest.subarray(0, length) : rest
}

/** Null when it is not in chunks: most tools that save a request have put them together already. */
function unchunked(rest: Buffer): Uint8Array | null {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf('\r\n', at)
    const [, size] =
      /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(rest.toString('latin1', at, Math.max(at, lineEnd))) ?? []
    if (size === undefined) return null
    const length = Number.parseInt(size, 16)
    if (length === 0) return Buffer.concat(chunks)
    const start = lineEnd + 2
    if (rest.toString('latin1', start + length, start + length + 2) !== '\r\n') return null
    chunks.push(rest.subarray(start, start + length))
    at = start + length + 2
  }
}

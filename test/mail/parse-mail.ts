/** As much of MIME as our own mails use: two alternatives, quoted-printable or base64, encoded words. */
export interface ParsedMail {
  /** Names in lower case, in their order; one entry for every line. */
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
  readonly html: string
  header(name: string): string | undefined
}

export function parseMail(raw: string): ParsedMail {
  const { headers, body } = split(raw)
  const header = (name: string) => headers.find(([known]) => known === name)?.[1]
  const boundary = /boundary="([^"]+)"/.exec(header('content-type') ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const content = (type: string): string => {
    const part = parts.find((one) =>
      one.headers.some(([name, value]) => name === 'content-type' && value.startsWith(type)),
    )
    if (part === undefined) throw new Error(`No ${type} in ${raw}`)
    return decoded(part)
  }
  return {
    headers,
    header,
    text: content('text/plain; charset=utf-8'),
    html: content('text/html; charset=utf-8'),
  }
}

interface Part {
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())]
  })
  return { headers, body: raw.slice(end + 4) }
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.find(([name]) => name === 'content-transfer-encoding')?.[1]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  if (encoding === 'quoted-printable')
    return unquoted(body.replaceAll(/=\r\n/g, '')).replaceAll('\r\n', '\n').trimEnd() + '\n'
  return body.replaceAll('\r\n', '\n').trimEnd() + '\n'
}

function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : unquoted(coded.replaceAll('_', ' ')),
    )
}

function unquoted(coded: string): string {
  const bytes = coded.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

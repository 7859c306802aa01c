/** What is written to a log has passed here first: it holds no API secret, webhook secret, credential or candidate link. */

const redacted = '[redacted]'

const names = 'secret|invite[-_]?url|token|api[-_]?key|(?:proxy[-_]?)?authorization|(?:set[-_]?)?cookie'
const secretName = new RegExp(`^(?:x-)?(?:${names})$`, 'i')
/** In lower case. A text with none of these holds nothing to hide: looking is all that most texts cost. */
const traces = ['sk_test_', 'sk_live_', 'whsec_', '/i/', '/i\\/', '%2fi%2f']
const nameTraces = ['secret', 'invite', 'token', 'api', 'authorization', 'cookie']

const apiSecret = /sk_(live|test)_([0-9A-Za-z]{5,})/gi
const apiSecretLength = 36
const webhookSecret = /whsec_(?:[A-Za-z0-9+/=_-]|\\\/|%[0-9a-f]{2})+/gi
const candidateLink = /(\/i\\?\/|%2fi%2f)(?!\{)[^\s"'<>\\/?#&]+/gi

/** A candidate link's token by itself: a ULID and 22 characters of its HMAC. No id and no hash is that long. */
const linkToken = /(?<![\w-])0[0-9a-hjkmnp-tv-z]{25}[\w-]{22}(?![\w-])/
const linkTokens = new RegExp(linkToken, 'g')

const jsonField = new RegExp(`("(?:${names})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|-?\\d[\\d.eE+-]*)`, 'gi')
const queryField = new RegExp(`((?:^|[?&;\\s])(?:${names})=)[^&\\s"'<>#]+`, 'gi')
const headerLine = /((?:authorization|cookie)\s*:[^\S\r\n]*)[^\s"](?:[^\r\n"\\]|\\(?![rn"]))*/gi
/** Escaped characters in names or secrets, and secrets that are objects: only a parser sees these. */
const needsParser = new RegExp(`\\\\u00|"(?:${names})"\\s*:\\s*[[{]`, 'i')

/** A body as it was sent or received, whole: what is cut off must be cut off afterwards. */
export function redactBody(text: string): string {
  if (!text.includes('\\u00') && !hasTrace(text)) return text
  const value = needsParser.test(text) ? parsed(text) : undefined
  return value === undefined ? redactText(text) : JSON.stringify(redactJson(value))
}

/** Raw text: JSON, a path with its query, a form, a dump of headers. */
export function redactText(text: string): string {
  if (!hasTrace(text)) return text
  return hideSecrets(text)
    .replace(jsonField, `$1"${redacted}"`)
    .replace(queryField, `$1${redacted}`)
    .replace(headerLine, `$1${redacted}`)
}

/** A copy without secrets: fields of a telling name lose their value, all other texts the secrets in them. */
export function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return hideSecrets(value)
  if (Array.isArray(value)) return value.map(redactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(redactMember))
}

export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name, redactHeader(name, value)]))
}

export function redactHeader(name: string, value: string): string {
  return secretName.test(name) ? redacted : redactText(value)
}

/** `null` stays: it says that there was no secret to hide. */
function redactMember([name, value]: [string, unknown]): [string, unknown] {
  const hidden = value !== null && secretName.test(name)
  return [hideSecrets(name), hidden ? redacted : redactJson(value)]
}

function hasTrace(text: string): boolean {
  const lower = text.toLowerCase()
  return (
    traces.some((trace) => lower.includes(trace)) ||
    nameTraces.some((trace) => lower.includes(trace)) ||
    linkToken.test(text)
  )
}

/** A key is still recognised by its last four characters; of anything longer or shorter nothing is shown. */
function hideSecrets(text: string): string {
  const lower = text.toLowerCase()
  const bare = text.replace(linkTokens, '…')
  if (!traces.some((trace) => lower.includes(trace))) return bare
  return bare
    .replace(apiSecret, (_, kind: string, rest: string) => {
      const last4 = rest.length === apiSecretLength ? rest.slice(-4) : ''
      return `sk_${kind}_…${last4}`
    })
    .replace(webhookSecret, 'whsec_…')
    .replace(candidateLink, '$1…')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON after all: undefined sends it down the path for raw text.
    return undefined
  }
}

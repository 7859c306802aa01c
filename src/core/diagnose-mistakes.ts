/** What can be wrong with a signature, and what to do about it. The names are stable: scripts read them. */

export interface Advice {
  readonly explanation: string
  readonly fix: string
}

const rawBody =
  'Verify the bytes as they arrive, before anything parses them: express.raw() in Express, request.get_data() in Flask, request.body in Django, io.ReadAll in Go.'
const decodeSecret =
  'The key is what base64 decoding gives for the part after whsec_: Buffer.from(secret.slice(6), "base64").'
const signAsSent = 'Sign the very bytes that you send: serialise once, then sign and send that.'

export const advice = {
  secret_not_decoded: {
    explanation:
      'It was made with the text of the secret as the key; the secret is base64 and must be decoded first.',
    fix: decodeSecret,
  },
  secret_prefix_kept: {
    explanation: 'It was made with whsec_ as a part of the key.',
    fix: decodeSecret,
  },
  secret_padded: {
    explanation: 'It fits the secret without the spaces, line breaks or quotes around it.',
    fix: 'Trim the secret where it is read; a file or an environment file often adds a line break or quotes.',
  },
  other_secret: {
    explanation: 'It was made with another secret that is known here.',
    fix: 'Each endpoint has a secret of its own, and rotation replaces it: use the secret of the endpoint that received this.',
  },
  body_reserialised: {
    explanation: 'It fits the body as compact JSON: the body at hand was parsed and written again.',
    fix: rawBody,
  },
  body_keys_sorted: {
    explanation:
      'It fits the body with its fields in the order in which they were sent: the body at hand was written again with other order.',
    fix: rawBody,
  },
  body_newline_added: {
    explanation: 'It fits the body without the space or line break at its end.',
    fix: `Something added a line break, often an editor or echo (printf adds none). ${rawBody}`,
  },
  body_newline_removed: {
    explanation: 'It fits the body with a line break at its end, which got lost.',
    fix: `Do not trim the body. ${rawBody}`,
  },
  body_crlf: {
    explanation: 'It fits the body with line ends \\n: they were turned into \\r\\n.',
    fix: `Open files as bytes, not as text. ${rawBody}`,
  },
  body_lf: {
    explanation: 'It fits the body with line ends \\r\\n: they were turned into \\n.',
    fix: `Open files as bytes, not as text. ${rawBody}`,
  },
  body_quoted: {
    explanation: 'The body at hand is a JSON string that holds the signed body: it was serialised twice.',
    fix: rawBody,
  },
  body_base64: {
    explanation: 'The body at hand is the signed body in base64, as some gateways hand it on.',
    fix: 'Decode it first when the gateway says so (isBase64Encoded in AWS Lambda).',
  },
  body_charset: {
    explanation: 'It fits the body read as UTF-8: the body at hand was taken for Latin-1 on the way.',
    fix: rawBody,
  },
  body_byte_order_mark: {
    explanation: 'It fits the body without the byte order mark at its start.',
    fix: 'Save and read the body without a byte order mark.',
  },
  body_empty: {
    explanation: 'The body at hand is empty, and it is not an empty body that was signed.',
    fix: `Something read the body before you, such as a JSON middleware. ${rawBody}`,
  },
  signed_empty: {
    explanation: 'It was made over an empty body.',
    fix: `Whoever signed had no body yet, or it had been read already. ${signAsSent}`,
  },
  signed_pretty_2: {
    explanation: 'It was made over the body as JSON indented by 2 spaces.',
    fix: signAsSent,
  },
  signed_pretty_4: {
    explanation: 'It was made over the body as JSON indented by 4 spaces.',
    fix: signAsSent,
  },
  signed_spaced: {
    explanation:
      'It was made over the body as JSON with a space after each colon and comma, as json.dumps in Python writes it.',
    fix: `${signAsSent} In Python: json.dumps(value, separators=(",", ":"), ensure_ascii=False).`,
  },
  signed_sorted: {
    explanation: 'It was made over the body as JSON with its keys sorted.',
    fix: signAsSent,
  },
  signed_body_only: {
    explanation: 'It was made over the body alone.',
    fix: 'Sign webhook-id, a full stop, webhook-timestamp, a full stop and the body.',
  },
  signed_without_id: {
    explanation: 'It was made over timestamp and body, without the webhook-id.',
    fix: 'Sign webhook-id, a full stop, webhook-timestamp, a full stop and the body.',
  },
  id_wrong: {
    explanation: 'It was made with another id than the one in webhook-id.',
    fix: 'webhook-id is the id of the event, the same on every attempt: neither the id of the delivery nor one of your own.',
  },
  timestamp_milliseconds: {
    explanation: 'It was made with a timestamp in milliseconds.',
    fix: 'Use whole seconds, in the header and in what is signed: Math.floor(Date.now() / 1000).',
  },
  timestamp_malformed: {
    explanation: 'webhook-timestamp is no whole number of seconds.',
    fix: 'Send Unix seconds, digits only.',
  },
  timestamp_too_old: {
    explanation: 'The signature is right, but its timestamp is too old.',
    fix: 'Set the clock of the receiver. A request that was kept to be tried later is refused by design: ask for a new delivery.',
  },
  timestamp_in_future: {
    explanation: 'The signature is right, but its timestamp lies ahead.',
    fix: 'Set the clock of the receiver, or of whoever signed.',
  },
  signature_hex: {
    explanation: 'It is written in hexadecimal.',
    fix: 'Write and compare it in base64: digest("base64").',
  },
  signature_base64url: {
    explanation: 'It is written in base64 for URLs or without the = at its end.',
    fix: 'Write and compare it in plain base64, with + and / and =.',
  },
  signature_truncated: {
    explanation: 'It is only the beginning of the right signature.',
    fix: 'Something cut the header: copy it whole. A signature has 44 characters after v1,.',
  },
  signature_tag: {
    explanation: 'It is right, but stands under another version than v1 or with another mark than a comma.',
    fix: 'Write v1, before the signature. Only version v1 is made with a shared secret.',
  },
  signature_separator: {
    explanation: 'It is right, but signatures stand in the header with commas between them.',
    fix: 'Put a space between signatures. Where HTTP joined repeated headers with commas, send one header.',
  },
  signature_absent: {
    explanation: 'webhook-signature holds no signature of version v1.',
    fix: 'It must read v1, and 44 characters of base64; several stand with a space between them.',
  },
  header_missing: {
    explanation: 'The request lacks headers that belong to a signature.',
    fix: 'Send webhook-id, webhook-timestamp and webhook-signature. Where they got lost on the way, let the proxy pass them on.',
  },
  secret_malformed: {
    explanation: 'The secret is no webhook secret: after whsec_ it must be base64.',
    fix: 'Take the secret that the answer to creating the endpoint or to rotating its secret showed. An API key is none.',
  },
  signature_mismatch: {
    explanation: 'The signature does not fit, and no known mistake explains it.',
    fix: 'Most likely the secret is that of another endpoint, or the body was changed. Compare the last four characters of the secret with those of the endpoint, and the body with the one that the delivery shows.',
  },
} as const satisfies Readonly<Record<string, Advice>>

export type Mistake = keyof typeof advice

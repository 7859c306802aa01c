import fc from 'fast-check'

/** Bytes that are no proper request, or hardly one. */

const line = fc.oneof(
  fc.constantFrom(
    'GET /healthz HTTP/1.1',
    'POST /v1/users HTTP/1.1',
    'GET /v1/me HTTP/1.0',
    'GET /%26 HTTP/1.1',
  ),
  fc.constantFrom(
    'GET /',
    'GET',
    '',
    'GET  /  HTTP/1.1',
    'GET / HTTP/9.9',
    'GET / HTTP/1.1 HTTP/1.1',
    'G\0T / HTTP/1.1',
  ),
  fc.constantFrom(
    'CONNECT a:1 HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET http://[ HTTP/1.1',
    'GET //[ HTTP/1.1',
    'TRACE / HTTP/1.1',
  ),
  fc.constantFrom(
    'PRI * HTTP/2.0',
    'get / http/1.1',
    `GET /${'a'.repeat(20_000)} HTTP/1.1`,
    'GET http://a:99999/%26 HTTP/1.1',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const header = fc.oneof(
  fc.constantFrom(
    'Host: 127.0.0.1',
    'Host: localhost:99999',
    'Host: a b',
    'Host:',
    'Host: [',
    'Host: x\r\nHost: y',
  ),
  fc.constantFrom(
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 5, 6',
  ),
  fc.constantFrom(
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
  ),
  fc.constantFrom(
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding:\tchunked',
    'Content-Length: 0x10',
    'Expect: nothing',
  ),
  fc.constantFrom(
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13',
    'Upgrade: h2c',
    ' folded: yes',
  ),
  fc.constantFrom(
    'No colon',
    ': no name',
    'Na me: x',
    'X: \0',
    'X: \x7f',
    'Cookie: \xff',
    `X: ${'y'.repeat(20_000)}`,
  ),
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 40 }))
    .map((pair) => pair.join(': ')),
)

const body = fc.oneof(
  fc.constantFrom(
    '',
    'hello',
    '5\r\nhello\r\n0\r\n\r\n',
    '0\r\n\r\nGET /v1/users HTTP/1.1\r\n\r\n',
    'zz\r\n',
    '-5\r\nhello',
  ),
  fc.constantFrom(
    'ffffffffffffffff\r\n',
    '5;ext="\r\nhello\r\n',
    '5\nhello\n0\n\n',
    '5\r\nhello0\r\n',
    '0\r\nTrailer: x\r\n\r\n',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const requestLike = fc
  .tuple(line, fc.array(header, { maxLength: 6 }), body, fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'))
  .map(([first, headers, rest, end]) => `${[first, ...headers].join(end)}${end}${end}${rest}`)

const good = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** CL+TE, TE+CL, twice the one and twice the other: a second request hides in the body of the first. */
const smuggled = fc
  .tuple(
    fc.shuffledSubarray(
      [
        'Content-Length: 4',
        'Content-Length: 60',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: identity',
        'Transfer-Encoding:\vchunked',
      ],
      { minLength: 2 },
    ),
    fc.constantFrom('0\r\n\r\n', '4\r\nabcd\r\n0\r\n\r\n', '1e\r\n'),
  )
  .map(
    ([framing, first]) =>
      `POST /v1/users HTTP/1.1\r\nHost: 127.0.0.1\r\n${framing.join('\r\n')}\r\n\r\n${first}${good}`,
  )

const others = fc.oneof(
  fc.constant(Buffer.concat([Buffer.from('16030102000100', 'hex'), Buffer.alloc(510, 3)])),
  fc.constant(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')),
  fc.constant(Buffer.from('\0'.repeat(1_000))),
  fc.constant(Buffer.from(good.repeat(200))),
  fc.constant(Buffer.from(`GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(5_000)}\r\n`)),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
)

const large = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.alloc(1 << 20, bytes))

/** One connection's worth. */
export const wire: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 50, arbitrary: requestLike.map((text) => Buffer.from(text, 'latin1')) },
  { weight: 15, arbitrary: smuggled.map((text) => Buffer.from(text, 'latin1')) },
  { weight: 15, arbitrary: others },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constant(good), requestLike).map((both) => Buffer.from(both.join(''), 'latin1')),
  },
  { weight: 1, arbitrary: large },
)

import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect, type ConnectionOptions } from 'node:tls'
import { expect, test } from 'vitest'
import { Answer } from '../http.ts'
import { expectStatus } from '../sandbox.ts'
import { assembled, type Assembled } from './assembled.ts'

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const tls = {
  cert: file('../worker/certificates/hooks.test.pem'),
  key: file('../worker/certificates/hooks.test.key.pem'),
}
const renewed = {
  cert: file('certificates/renewed.test.pem'),
  key: file('certificates/renewed.test.key.pem'),
}

async function ask(service: Assembled, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { port } = service.listening
  return await new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/v1/me', ca: tls.cert, servername: 'hooks.test' }
    const all = { host: 'localhost', authorization: `Bearer ${service.apiKey}`, ...headers }
    const outgoing = request({ ...options, headers: all, agent: false }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
      incoming.on('end', () => {
        const sent = Object.entries(incoming.headers).map(([n, v]): [string, string] => [n, String(v)])
        resolve(new Answer(incoming.statusCode ?? 0, new Headers(sent), text))
      })
    })
    outgoing.on('error', reject).end()
  })
}

/** The protocol that was agreed on, or why none was. */
async function handshake(service: Assembled, options: ConnectionOptions): Promise<string> {
  const { port } = service.listening
  return await new Promise((resolve) => {
    const all = { port, host: '127.0.0.1', ca: tls.cert, servername: 'hooks.test', ...options }
    const socket = connect(all, () => {
      resolve(socket.getProtocol() ?? '')
      socket.destroy()
    })
    socket.on('error', (error) => resolve(String(error)))
  })
}

test('the whole service over TLS, and browsers told to stay with it', async () => {
  const service = await assembled({ listen: { tls } })
  expect(service.listening.secure).toBe(true)
  const answer = expectStatus(await ask(service), 200)
  expect(answer.at('object')).toBe('me')
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('TLS 1.2 and 1.3, nothing older', async () => {
  const service = await assembled({ listen: { tls } })
  expect(await handshake(service, { maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
  expect(await handshake(service, {})).toBe('TLSv1.3')
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  expect(await handshake(service, old)).toMatch(/Error/)
})

test('a caller without TLS gets no answer and disturbs nobody', async () => {
  const service = await assembled({ listen: { tls } })
  const received = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connectTcp({ host: '127.0.0.1', port: service.listening.port })
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
  expect(received).not.toContain('HTTP/1.1')
  expectStatus(await ask(service), 200)
})

test('limits hold over TLS too', async () => {
  const service = await assembled({ listen: { tls, limits: { headers: 10 } } })
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x-${n}`, 'y']))
  const refused = await ask(service, many)
  expect([refused.status, refused.code]).toEqual([431, 'PAYLOAD_TOO_LARGE'])
})

test('a renewed certificate is used at once, a broken one changes nothing', async () => {
  const service = await assembled({ listen: { tls } })
  const asRenewed = { ca: renewed.cert, servername: 'renewed.test' }
  expect(await handshake(service, asRenewed)).toMatch(/Error/)
  await service.listening.renew(renewed)
  expect(await handshake(service, asRenewed)).toBe('TLSv1.3')
  for (const broken of [
    { ...renewed, cert: 'nonsense' },
    { ...renewed, key: tls.key },
  ]) {
    await expect(service.listening.renew(broken)).rejects.toThrow(/PEM|key values mismatch/)
    expect(await handshake(service, asRenewed)).toBe('TLSv1.3')
  }
})

test('a certificate cannot be renewed where there is none', async () => {
  const service = await assembled()
  await expect(service.listening.renew(tls)).rejects.toThrow('no certificate')
})

import { describe, expect, test } from 'vitest'
import { live } from './live.ts'
import { mailServer } from './mail-server.ts'

describe('an invite', () => {
  test('arrives as text and HTML, and says so', async () => {
    const server = await mailServer()
    const service = await live({ smtp: server.url })
    const invite = await service.invite({
      candidate_name: 'Zoë <b>',
      time_limit_seconds: 5_400,
      expires_in: '36h',
    })
    expect(invite.at('delivery')).toEqual({ status: 'queued', sent_at: null, last_error: null })
    await service.worker.idle()
    const [taken] = server.taken
    expect(taken).toMatchObject({ from: 'hiring@acme.example', to: ['ada@example.com'] })
    const { header, text, html } = taken?.mail ?? expect.fail('no mail')
    expect(header('from')).toBe('Acme Hiring <hiring@acme.example>')
    expect(header('to')).toBe('ada@example.com')
    expect(header('subject')).toBe('Your React assessment')
    expect(header('message-id')).toMatch(/^<mail_[0-9a-z]{26}@127\.0\.0\.1>$/)
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('content-language')).toBe('en')
    const link = invite.textAt('invite_url')
    expect(text).toBe(
      [
        'Hello Zoë <b>,',
        'you are invited to an assessment of your React. Please start it by 22 March 2026 at 00:00 UTC.',
        `Your personal link:\n${link}`,
        'Once started, you have 90 minutes to finish.',
        'If you did not expect this message, you can ignore it. Please do not forward it: the link is yours alone.\n',
      ].join('\n\n'),
    )
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('<bdi>Zoë &lt;b&gt;</bdi>')
    expect(html).toContain(`href="${link}"`)
    expect(html).not.toMatch(/src=|url\(|<b>/)
    expect(await service.delivery(invite.textAt('id'))).toEqual({
      status: 'sent',
      sent_at: '2026-03-20T12:00:00.000Z',
      last_error: null,
    })
  })

  test('with send_email false is not mailed', async () => {
    const server = await mailServer()
    const service = await live({ smtp: server.url })
    const invite = await service.invite({ send_email: false })
    await service.worker.idle()
    expect(invite.at('delivery.status')).toBe('suppressed')
    expect(server.tries).toEqual([])
  })

  test('of a service without a mail server says so at once, and is not sent behind anyone’s back', async () => {
    const service = await live()
    const invite = await service.invite()
    expect(invite.at('delivery')).toEqual({
      status: 'failed',
      sent_at: null,
      last_error: expect.stringMatching(/^This service has no mail server\./),
    })
    const server = await mailServer()
    const later = await live({ smtp: server.url, beside: service })
    await later.worker.idle()
    expect(server.tries).toEqual([])
    const id = invite.textAt('id')
    const resent = await later.request('POST', `/v1/assess/invites/${id}/resend`)
    expect(resent.at('delivery')).toEqual({ status: 'queued', sent_at: null, last_error: null })
    await server.until(1)
  })

  test('whose transaction failed is not mailed', async () => {
    const server = await mailServer()
    const service = await live({ smtp: server.url })
    const body = { candidate_email: 'ada@example.com', skill: 'cobol' }
    expect((await service.request('POST', '/v1/assess/invites', { body })).status).toBe(422)
    await service.worker.idle()
    expect(server.tries).toEqual([])
  })

  test('sent fifty at once opens five connections at most and mails each once', async () => {
    let open = 0
    let most = 0
    const server = await mailServer({
      options: {
        onConnect(_session, done) {
          most = Math.max(most, (open += 1))
          done()
        },
        onClose() {
          open -= 1
        },
      },
    })
    const service = await live({ smtp: server.url })
    const addresses = Array.from({ length: 50 }, (_, nth) => `c${nth}@example.com`)
    await Promise.all(addresses.map((candidate_email) => service.invite({ candidate_email })))
    await service.worker.idle()
    expect(server.taken.map(({ to }) => to[0] ?? '').toSorted()).toEqual(addresses.toSorted())
    expect(most).toBeLessThanOrEqual(5)
  })
})

describe('languages', () => {
  test.each([
    ['de-CH', 'en', 'de', 'Ihr Test: React', '27. März 2026'],
    ['fr', 'en', 'fr', 'Votre évaluation : React', '27 mars 2026'],
    ['es_MX', 'en', 'es', 'Su evaluación: React', '27 de marzo de 2026'],
    ['ar', 'en', 'ar', 'تقييم مهارتك: React', 'مارس'],
    ['en-US', 'de', 'en', 'Your React assessment', 'March 27, 2026'],
    ['ja', 'fr', 'fr', 'Votre évaluation : React', '27 mars 2026'],
    ['<script>', 'es', 'es', 'Su evaluación: React', '27 de marzo de 2026'],
    [undefined, 'de', 'de', 'Ihr Test: React', '27. März 2026'],
  ] as const)(
    'metadata.locale %s beside --mail-locale %s is %s',
    async (locale, language, spoken, subject, date) => {
      const server = await mailServer()
      const service = await live({ smtp: server.url, language })
      await service.invite(locale === undefined ? {} : { metadata: { locale } })
      await server.until(1)
      const { header, text, html } = server.taken[0]?.mail ?? expect.fail('no mail')
      expect(header('subject')).toBe(subject)
      expect(header('content-language')).toBe(spoken)
      expect(text).toContain(date)
      expect(html).toContain(date)
      expect(html).toContain(`<html lang="${spoken}" dir="${spoken === 'ar' ? 'rtl' : 'ltr'}">`)
    },
  )
})

test('nothing that a caller names becomes a header, a line or markup', async () => {
  const server = await mailServer()
  const service = await live({ smtp: server.url })
  const trick = 'Eve\r\nBcc: all@example.com\r\n\r\n<img src=x onerror=alert(1)>"'
  const skill = { key: 'trick', name: `React${trick}` }
  expect((await service.request('POST', '/v1/skills', { body: skill })).status).toBe(201)
  await service.invite({ skill: 'trick', candidate_name: trick })
  await server.until(1)
  const [taken] = server.taken
  const { headers, text, html } = taken?.mail ?? expect.fail('no mail')
  expect(taken?.to).toEqual(['ada@example.com'])
  expect(headers.map(([name]) => name).toSorted()).toEqual(
    [
      'auto-submitted',
      'content-language',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ].toSorted(),
  )
  expect(text).not.toMatch(/^Bcc/m)
  expect(html).not.toContain('<img')
})

test.each(['a,b@example.com', '<a>@example.com', 'a;b@example.com', '"a"b@example.com'])(
  'an address that would be read as several, %s, is refused before anyone is asked',
  async (candidate_email) => {
    const server = await mailServer()
    const service = await live({ smtp: server.url })
    const id = (await service.invite({ candidate_email })).textAt('id')
    await service.worker.idle()
    expect(await service.delivery(id)).toMatchObject({
      status: 'failed',
      last_error: 'No mail can be sent to this address.',
    })
    expect(server.tries).toEqual([])
  },
)

test('signs in where it is told to, and never shows the password', async () => {
  const server = await mailServer({
    options: {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        if (password === 'p@ss/wörd') return done(null, { user: username })
        done(new Error(`Wrong password ${password}`))
      },
    },
  })
  const at = (password: string) => `smtp://me%40acme:${encodeURIComponent(password)}@127.0.0.1:${server.port}`
  const wrong = await live({ smtp: at('s3cret-enough') })
  const id = (await wrong.invite()).textAt('id')
  await wrong.worker.idle()
  expect(await wrong.delivery(id)).toMatchObject({
    status: 'queued',
    last_error: expect.stringContaining('The mail server does not accept the sign-in of this service.'),
  })
  expect(wrong.notices).toEqual([expect.stringContaining('535')])
  expect(JSON.stringify([wrong.notices, await wrong.delivery(id)])).not.toMatch(/s3cret|czNjcmV0/)
  const right = await live({ smtp: at('p@ss/wörd') })
  await right.invite()
  await server.until(1)
  expect(server.taken[0]?.user).toBe('me@acme')
})

import { describe, expect, test } from 'vitest'
import { mailSender, smtpSettings } from '../../src/mail/smtp-settings.ts'

describe('the address of the mail server', () => {
  test.each([
    [
      'smtp://mail.example',
      { host: 'mail.example', port: 587, secure: false, startTls: 'required', auth: null },
    ],
    ['smtps://mail.example', { port: 465, secure: true, startTls: 'required' }],
    ['smtp://mail.example:25?tls=optional', { port: 25, startTls: 'optional' }],
    ['smtp://relay.internal:25/?tls=off', { startTls: 'off' }],
    ['smtp://127.0.0.1:1025', { startTls: 'off' }],
    ['smtp://localhost:1025?tls=required', { startTls: 'required' }],
    ['smtp://[::1]:1025', { host: '::1', startTls: 'off' }],
    ['smtp://me%40acme:p%2Fw%25@mail.example', { auth: { user: 'me@acme', pass: 'p/w%' } }],
  ])('%s', (address, settings) => {
    expect(smtpSettings(address)).toMatchObject(settings)
  })

  test.each([
    'mail.example',
    'http://me:hidden@mail.example',
    'smtp://me:hidden@',
    'smtp://me:hidden@mail.example/path',
    'smtp://me:hidden%@mail.example',
    'smtp://me:hidden@mail.example?tls=maybe',
    'smtp://me:hidden@mail.example?logger=true',
    'smtps://me:hidden@mail.example?tls=off',
    'smtp://me:hidden@mail.example:99999',
  ])('%s is refused, and its password not repeated', (address) => {
    const attempt = () => smtpSettings(address)
    expect(attempt).toThrow(RangeError)
    expect(attempt).not.toThrow(/hidden/)
  })
})

describe('the sender', () => {
  test.each([
    ['Acme Hiring <hiring@acme.example>', 'Acme Hiring', 'hiring@acme.example'],
    ['"Acme, Inc." <hiring@acme.example>', 'Acme, Inc.', 'hiring@acme.example'],
    ['hiring@acme.example', '', 'hiring@acme.example'],
    ['<hiring@acme.example>', '', 'hiring@acme.example'],
  ])('%s', (text, name, address) => {
    expect(mailSender(text)).toEqual({ name, address })
  })

  test.each(['', 'Acme', 'Acme <nobody>', 'a@b.example, c@d.example', 'Acme\r\nBcc: x@y.z <a@b.example>'])(
    '%j is refused',
    (text) => {
      expect(() => mailSender(text)).toThrow(RangeError)
    },
  )
})

import type { SMTPPoolOptions } from 'nodemailer'
import { isEmail } from '../core/email.ts'
import { MailFailure, type Mailer, type Message } from './mailer.ts'
import type { Sender, SmtpSettings } from './smtp-settings.ts'
import { failureOf } from './smtp-failure.ts'

/** Mails that are handed over at the same time. */
export const mailsAtOnce = 5

/** Milliseconds. */
export interface Patience {
  readonly connect: number
  readonly greeting: number
  /** Without a byte. */
  readonly silence: number
  /** For one mail from its first byte to the last answer: well below its lease. */
  readonly total: number
}

const usual: Patience = { connect: 10_000, greeting: 10_000, silence: 30_000, total: 120_000 }

/** Hands mail over to a server; nodemailer is loaded with the first one. */
export function createSmtpMailer(settings: SmtpSettings, from: Sender, patience: Patience = usual): Mailer {
  let loading: ReturnType<typeof transport> | undefined
  const opened = () => (loading ??= transport(optionsOf(settings, patience)))
  return {
    async send(message, giveUp) {
      if (!isEmail(message.to)) throw new MailFailure('refused', 'No mail can be sent to this address.')
      const transporter = await opened()
      try {
        const { response } = await transporter.sendMail({
          ...envelope(message, from),
          signal: AbortSignal.any([giveUp, AbortSignal.timeout(patience.total)]),
        })
        return { accepted: message.to, response: response ?? '' }
      } catch (error) {
        throw failureOf(error)
      }
    },
    close() {
      void loading?.then((transporter) => transporter.close())
    },
  }
}

async function transport(options: SMTPPoolOptions & { pool: true }) {
  const { createTransport } = await import('nodemailer')
  return createTransport(options)
}

function optionsOf(settings: SmtpSettings, patience: Patience): SMTPPoolOptions & { pool: true } {
  const { host, port, secure, startTls, auth } = settings
  return {
    pool: true,
    maxConnections: mailsAtOnce,
    // A mail whose connection broke may have been taken: when it is tried again is decided elsewhere.
    maxRequeues: 0,
    idleTimeout: 15_000,
    host,
    port,
    secure,
    requireTLS: startTls === 'required',
    ignoreTLS: startTls === 'off',
    // Encrypted to whoever it is beats not encrypted; who wants more says `required`.
    ...(startTls === 'optional' && { tls: { rejectUnauthorized: false } }),
    ...(auth !== null && { auth }),
    connectionTimeout: patience.connect,
    dnsTimeout: patience.connect,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Addresses are handed over taken apart, so that nothing in them is read as a second one. */
function envelope({ id, to, subject, text, html, language }: Message, from: Sender) {
  return {
    messageId: `<${id}>`,
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

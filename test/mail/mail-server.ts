import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { parseMail, type ParsedMail } from './parse-mail.ts'

export interface Taken {
  readonly from: string
  readonly to: readonly string[]
  readonly user: string | null
  readonly mail: ParsedMail
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly url: string
  readonly taken: Taken[]
  /** Sessions that named a recipient. */
  readonly tries: string[]
  /** Resolves once so many mails were taken. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

export interface Manners {
  readonly port?: number
  /** What a recipient is told; undefined: welcome. */
  readonly recipient?: (address: string, nth: number) => Refusal | undefined
  /** What a mail is told once it is there; may take its time. */
  readonly mail?: (raw: string, nth: number) => Refusal | undefined | Promise<Refusal | undefined>
  readonly options?: SMTPServerOptions
}

export interface Refusal {
  readonly code: number
  readonly text: string
}

/** A real SMTP server on loopback for one test. */
export async function mailServer(manners: Manners = {}): Promise<MailServer> {
  const taken: Taken[] = []
  const tries: string[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      tries.push(address)
      done(refused(manners.recipient?.(address, tries.length)))
    },
    onData(stream, session, done) {
      const take = async (): Promise<void> => {
        const raw = await read(stream)
        const refusal = refused(await manners.mail?.(raw, taken.length + 1))
        if (refusal !== null) return done(refusal)
        const { mailFrom, rcptTo } = session.envelope
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : null,
          mail: parseMail(raw),
          raw,
        })
        done()
        for (const { count, resolve } of waiting) if (taken.length >= count) resolve()
      }
      void take()
    },
    ...manners.options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(manners.port ?? 0, '127.0.0.1', resolve))
  const close = async (): Promise<void> => await new Promise((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    tries,
    close,
    until: async (count) => {
      if (taken.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }))
    },
  }
}

function refused(refusal: Refusal | undefined): Error | null {
  return refusal === undefined ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code })
}

async function read(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

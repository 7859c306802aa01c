import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { makeKey } from '../../src/core/keys.ts'
import type { Language } from '../../src/mail/language.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { createSmtpMailer, type Patience } from '../../src/mail/smtp.ts'
import { mailSender, smtpSettings } from '../../src/mail/smtp-settings.ts'
import { assemble } from '../../src/runtime/assemble.ts'
import { createOutbox, startMailWorker } from '../../src/runtime/mail.ts'
import { ensureKey } from '../../src/sandbox/seeding.ts'
import { createApp, nodeHandler } from '../../src/server/app.ts'
import { listen } from '../../src/server/listen.ts'
import { createRateLimiter } from '../../src/server/rate-limit.ts'
import { createRequestLog } from '../../src/server/request-log.ts'
import { fixedSecrets, type ServerSecrets } from '../../src/server/secret-ring.ts'
import type { Address } from '../../src/server/service.ts'
import { wireRefusals } from '../../src/server/wire-refusal.ts'
import type { Store } from '../../src/store/types.ts'
import type { MailWorker } from '../../src/worker/mail.ts'
import { parseRanges } from '../../src/worker/target.ts'
import { createClient, type Answer, type Client } from '../http.ts'
import { expectStatus } from '../sandbox.ts'
import { freshStore } from '../stores.ts'

export interface Wish {
  /** Of the mail server; absent: there is none. */
  readonly smtp?: string
  readonly store?: Store
  readonly language?: Language
  readonly patience?: Patience
  /** Around the real mailer, to watch it or to get in its way. */
  readonly around?: (mailer: Mailer) => Mailer
  /** Another process on the store of this one. */
  readonly beside?: Live
}

export interface Live extends Client {
  readonly store: Store
  readonly apiKey: string
  readonly secrets: ServerSecrets
  readonly notices: string[]
  readonly worker: MailWorker
  readonly baseUrl: string
  now(): number
  /** Lets time pass, and everything happen that falls due at its end. */
  pass(ms: number): Promise<void>
  invite(body?: object): Promise<Answer>
  /** `delivery` of an invite as the API shows it. */
  delivery(id: string): Promise<unknown>
}

const quick: Patience = { connect: 10_000, greeting: 10_000, silence: 10_000, total: 15_000 }

/** A live service on real sockets; only its clock is the test's. Ends with the test. */
export async function live(wish: Wish = {}): Promise<Live> {
  const { beside, store = beside?.store ?? (await freshStore()) } = wish
  let time = beside?.now() ?? Date.parse('2026-03-20T12:00:00.000Z')
  const faults: unknown[] = []
  const notices: string[] = []
  const apiKey = beside?.apiKey ?? makeKey('live', randomBytes)
  const secrets = beside?.secrets ?? {
    cursor: randomBytes(32),
    inviteLink: randomBytes(32),
    sealing: randomBytes(32),
  }
  const address: Address = {
    baseUrl: '',
    hosts: [],
    corsOrigins: [],
    trustProxy: 'nobody',
    draining: false,
  }
  const outbox = createOutbox(wish.language ?? 'en')
  const { service, sweeper } = assemble({
    store,
    shared: null,
    mode: 'live',
    now: () => time,
    realNow: () => time,
    secrets: fixedSecrets(secrets),
    address,
    version: '0.0.0',
    policy: { mode: 'live', allowEgress: parseRanges([]), ownAddresses: [], ownPort: null },
    limiter: createRateLimiter({ now: () => time, override: 'off' }),
    requestLog: createRequestLog(100),
    onFault: (error) => faults.push(error),
    ...(wish.smtp !== undefined && { outbox }),
  })
  await store.transact((tx) => ensureKey(tx, service, apiKey, time))
  const { port, close } = await listen(nodeHandler(createApp(service)), {
    port: 0,
    host: '127.0.0.1',
    refuse: wireRefusals(service),
  })
  address.baseUrl = `http://127.0.0.1:${port}`
  const smtp = createSmtpMailer(
    smtpSettings(wish.smtp ?? 'smtp://127.0.0.1:1'),
    mailSender('Acme Hiring <hiring@acme.example>'),
    wish.patience ?? quick,
  )
  const worker = startMailWorker({
    service,
    outbox,
    mailer: wish.around?.(smtp) ?? smtp,
    notice: (text) => notices.push(text),
  })
  const { stop, idle } = worker
  onTestFinished(async () => {
    await close(1_000)
    await stop(0)
    if (faults.length > 0) throw new AggregateError(faults, 'The service had faults')
  })
  const client = createClient(address.baseUrl, apiKey)
  if (beside === undefined) {
    const skill = { key: 'react', name: 'React' }
    expectStatus(await client.request('POST', '/v1/skills', { body: skill }), 201)
  }
  return {
    ...client,
    store,
    apiKey,
    secrets,
    notices,
    worker,
    baseUrl: address.baseUrl,
    now: () => time,
    async pass(ms) {
      time += ms
      await sweeper.expire(time)
      await idle()
    },
    async invite(body = {}) {
      const draft = { candidate_email: 'ada@example.com', skill: 'react', ...body }
      return expectStatus(await client.request('POST', '/v1/assess/invites', { body: draft }), 201)
    },
    async delivery(id) {
      return (await client.request('GET', `/v1/assess/invites/${id}`)).at('delivery')
    },
  }
}

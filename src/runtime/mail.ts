import type { Language } from '../mail/language.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Outbox } from '../operations/call.ts'
import { claimMail, nextMail, releaseMail } from '../operations/outbox.ts'
import { recordMail } from '../operations/outbox-results.ts'
import { actAlone } from '../server/own-call.ts'
import type { Service } from '../server/service.ts'
import { createMailWorker, type MailWorker } from '../worker/mail.ts'
import { createChores } from './chores.ts'

/** Where the service tells of mail, before there is somebody who sends it. */
export interface WatchedOutbox extends Outbox {
  watch(queued: () => void): void
}

/** @param language Of mail to a person whose language is not known. */
export function createOutbox(language: Language): WatchedOutbox {
  let tell = (): void => undefined
  return {
    language,
    queued: () => tell(),
    watch: (queued) => (tell = queued),
  }
}

export interface MailParts {
  readonly service: Service
  /** The one that the service was assembled with. */
  readonly outbox: WatchedOutbox
  readonly mailer: Mailer
  /** Told what the operator should know of the mail server. */
  notice(text: string): void
}

/** Mail that another process on the store wrote, or that one left behind, is found after this at the latest. */
const lookEveryMs = 5_000

/** Sends the mail of a live service; any number of processes may do so on one store. */
export function startMailWorker({ service, outbox, mailer, notice }: MailParts): MailWorker {
  const { store } = service
  const onFault = (error: unknown): void => service.onFault(error, 'mail')
  const worker = createMailWorker({
    now: () => service.now(),
    mailer,
    claim: (limit) => actAlone(service, service.now(), (tx, call) => claimMail(tx, call, limit)),
    release: (outgoing) => store.transact((tx) => releaseMail(tx, outgoing)),
    record: async (outgoing, ending) => {
      await actAlone(service, service.now(), (tx, call) => recordMail(tx, call, outgoing, ending))
      service.metrics.mailAttempted(ending.trouble ?? 'sent')
    },
    nextDue: () => store.read(nextMail),
    notice,
    onFault,
  })
  const chores = createChores(onFault)
  chores.every(lookEveryMs, async () => worker.nudge())
  outbox.watch(() => worker.nudge())
  worker.nudge()
  return {
    ...worker,
    async stop(graceMs) {
      await chores.stop()
      await worker.stop(graceMs)
    },
  }
}

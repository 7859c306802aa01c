import { languageOf, languages } from '../mail/language.ts'
import { createSmtpMailer } from '../mail/smtp.ts'
import { mailSender, smtpSettings } from '../mail/smtp-settings.ts'
import { createOutbox, startMailWorker, type WatchedOutbox } from '../runtime/mail.ts'
import type { Service } from '../server/service.ts'
import type { MailWorker } from '../worker/mail.ts'

/** What was said about mail cannot be done. `flag` is what to change. */
export class MailWishError extends Error {
  override readonly name = 'MailWishError'
  readonly flag: '--smtp' | '--smtp-from' | '--mail-locale'
  constructor(flag: MailWishError['flag'], message: string) {
    super(message)
    this.flag = flag
  }
}

export interface MailParts {
  readonly outbox: WatchedOutbox
  /** Sends what the outbox holds, once the address of the service is known: it stands in the links. */
  start(service: Service, notice: (text: string) => void): MailWorker
}

/** @throws MailWishError */
export function mailParts(wish: { smtp: string; from: string; locale?: string | undefined }): MailParts {
  const settings = checked('--smtp', () => smtpSettings(wish.smtp))
  const sender = checked('--smtp-from', () => mailSender(wish.from))
  const language = languageOf(wish.locale ?? 'en')
  if (language === null)
    throw new MailWishError(
      '--mail-locale',
      `There is no wording in ${wish.locale}. There is: ${languages.join(', ')}.`,
    )
  const outbox = createOutbox(language)
  return {
    outbox,
    start: (service, notice) =>
      startMailWorker({ service, outbox, mailer: createSmtpMailer(settings, sender), notice }),
  }
}

function checked<A>(flag: MailWishError['flag'], read: () => A): A {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new MailWishError(flag, error.message)
    throw error
  }
}

/** One mail to one person, ready to be sent. */
export interface Message {
  /** Without its angle brackets; the same at every attempt, so that a second copy is recognised as one. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
}

export interface Mailer {
  /** Resolves once the mail server has taken the message over. @throws MailFailure */
  send(
    message: Message,
    giveUp: AbortSignal,
  ): Promise<{ readonly accepted: string; readonly response: string }>
  /** Ends idle connections. */
  close(): void
}

export type Trouble =
  /** The mail server will not take this mail, now or later. */
  | 'refused'
  /** It did not take this mail, but may do so later. */
  | 'delayed'
  /** There is no talking to it at all: every other mail would fare alike. */
  | 'unreachable'

/** Why a mail was not sent. The message is for whoever sent the invite: it names neither server nor secrets. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly trouble: Trouble
  /** What the operator of the service is told, where there is more to it. */
  readonly details: string
  constructor(trouble: Trouble, message: string, details = message) {
    super(message)
    this.trouble = trouble
    this.details = details
  }
}

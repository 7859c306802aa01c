import { redactText } from '../core/redact.ts'
import { MailFailure, type Trouble } from './mailer.ts'

/** What nodemailer says of a failure; it may be any error all the same. */
interface Told {
  readonly code: string
  readonly command: string
  readonly status: number
  readonly response: string
  readonly cause: string
}

/** The server answered, but to who we are or how we came, not to the mail. */
const aboutUs = new Set([421, 530, 534, 535, 538])
const ofMail = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXRECIPIENTS'])

/** What an attempt that failed means for its mail. */
export function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) throw error
  const told = toldBy(error)
  const trouble = troubleOf(told)
  if (trouble !== 'unreachable' || told.status === 421) return new MailFailure(trouble, reply(told, error))
  // A refused sign-in may be answered with what was sent: of that answer only its number is told.
  const details = isSignIn(told) ? `${signIn} (${told.status})` : redactText(oneLine(error.message))
  return new MailFailure(trouble, outside(told), details.slice(0, longest))
}

function troubleOf({ code, status }: Told): Trouble {
  if (!ofMail.has(code) || aboutUs.has(status)) return 'unreachable'
  // Without an answer of the server it was nodemailer that refused the addresses.
  return status === 0 || (status >= 500 && status !== 503) ? 'refused' : 'delayed'
}

const signIn = 'The mail server does not accept the sign-in of this service.'

function isSignIn({ code, command, status }: Told): boolean {
  return (
    code === 'EAUTH' ||
    code === 'ENOAUTH' ||
    command.startsWith('AUTH') ||
    (aboutUs.has(status) && status !== 421)
  )
}

function outside(told: Told): string {
  if (isSignIn(told)) return signIn
  const { code, cause } = told
  if (code === 'ETLS' || ofCertificates.test(cause))
    return 'The connection to the mail server could not be secured.'
  if (code === 'EABORT' || code === 'ETIMEDOUT') return 'The mail server did not answer in time.'
  return `The mail server could not be reached (${cause === '' ? code : cause}).`
}

/** As Node names them: `DEPTH_ZERO_SELF_SIGNED_CERT`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, `ERR_TLS_…`. */
const ofCertificates = /CERT|SIGNATURE|TLS|SSL|_CRL_/

const longest = 200

/** The server's own words. They may quote the mail, so nothing that could be its link is repeated. */
function reply({ response }: Told, error: Error): string {
  const words = response === '' ? error.message : response
  return redactText(oneLine(words).replaceAll(/https?:\/\/\S*/gi, '…'))
    .replaceAll(/[\w+/=-]{24,}/g, '…')
    .slice(0, longest)
}

function oneLine(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

function toldBy(error: Error): Told {
  return {
    code: textAt(error, 'code') || error.name,
    command: textAt(error, 'command'),
    status: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0,
    response: textAt(error, 'response'),
    cause: textAt(error, 'originalCode'),
  }
}

function textAt(error: Error, name: string): string {
  const found: unknown = Reflect.get(error, name)
  return typeof found === 'string' ? found : ''
}

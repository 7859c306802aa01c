import type { ErrorCode } from '../../contract/errors.ts'
import { ApiError } from '../../core/error.ts'
import { inviteOfToken } from '../../operations/invite-link.ts'
import { answerError } from '../error-answer.ts'
import type { Exchange } from '../exchange.ts'
import { otherMethod } from '../other-method.ts'
import { actAlone } from '../own-call.ts'
import { readBody } from '../read-body.ts'
import type { Service } from '../service.ts'
import { settle } from '../settle.ts'
import { trouble, unknown } from './closed.ts'
import { fieldsOf, type Fields } from './form.ts'
import { show } from './page.ts'
import { lookAt, placeOf, type Attempt } from './sight.ts'
import { pageOf } from './states.ts'
import { stepNamed, type Step } from './steps.ts'

/** `/i/{token}`, the candidate's page, and `/i/{token}/{step}`, where its forms go. Nothing in it needs scripts. */
export async function serveCandidate(service: Service, exchange: Exchange): Promise<void> {
  const [token = '', step, ...rest] = exchange.path.replace(/\/$/, '').split('/').slice(2)
  let fields: Fields = {}
  try {
    if (rest.length > 0) throw new ApiError('INVITE_NOT_FOUND', 'No link looks like this.')
    if (step === undefined) return await see(service, exchange, token)
    const taken = stepNamed(step, service.mode)
    if (taken === undefined) throw new ApiError('INVITE_NOT_FOUND', 'No link looks like this.')
    if (exchange.method !== 'POST') return back(exchange, token)
    await readBody(exchange)
    fields = fieldsOf(exchange)
    await take(service, exchange, { token, step: taken, fields })
  } catch (error) {
    await refuse(service, exchange, { token, error, fields })
  }
}

async function see(service: Service, exchange: Exchange, token: string): Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return otherMethod(exchange, ['GET'])
  await settle(service, 'invites', true)
  await showInvite(service, exchange, token, { notice: null, fields: {} })
}

/** A step's address, reloaded or opened by hand, shows what the step came to. */
function back(exchange: Exchange, token: string): void {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return otherMethod(exchange, ['GET', 'POST'])
  seeOther(exchange, token)
}

interface Taken {
  readonly token: string
  readonly step: Step
  readonly fields: Fields
}

/** In one transaction with its events, then back to the page: reloading that one sends nothing again. */
async function take(service: Service, exchange: Exchange, { token, step, fields }: Taken): Promise<void> {
  await settle(service, 'invites', false)
  await actAlone(service, exchange.at, async (tx, call) => {
    await step(tx, await inviteOfToken(tx, token, call), fields, call)
  })
  seeOther(exchange, token)
}

function seeOther({ answer }: Exchange, token: string): void {
  answer.status = 303
  answer.headers['location'] = `/i/${token}`
  delete answer.headers['content-type']
}

/** The refusals that the page of the invite explains: by itself where there is no more to say. */
const notices: Readonly<Partial<Record<ErrorCode, string | null>>> = {
  INVITE_EXPIRED: null,
  INVITE_CANCELLED: null,
  INVITE_DECLINED: null,
  INVITE_COMPLETED: null,
  INVITE_NOT_OPEN: null,
  ASSESSMENT_IN_PROGRESS: 'You have started, so you can no longer decline.',
  ASSESSMENT_NOT_STARTED: 'Start the assessment first.',
  ASSESSMENT_ALREADY_SUBMITTED: 'This assessment has its result already, and it stays as it is.',
}

interface Refused {
  readonly token: string
  readonly error: unknown
  readonly fields: Fields
}

async function refuse(
  service: Service,
  exchange: Exchange,
  { token, error, fields }: Refused,
): Promise<void> {
  answerError(service, exchange, error)
  const { answer, errorCode, id } = exchange
  const notice = noticeOf(error)
  if (notice !== undefined) await showInvite(service, exchange, token, { notice, fields })
  else if (errorCode === 'INVITE_NOT_FOUND') show(exchange, unknown(service), placeOf(service))
  else show(exchange, trouble(answer.status, id), placeOf(service))
}

function noticeOf(error: unknown): string | null | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.code === 'VALIDATION_FAILED' ? error.message : notices[error.code]
}

/** A refused step keeps its status, unless the page of the state has one of its own. */
async function showInvite(
  service: Service,
  exchange: Exchange,
  token: string,
  attempt: Attempt,
): Promise<void> {
  const refused = exchange.errorCode === null ? 200 : exchange.answer.status
  const page = pageOf(await lookAt(service, exchange, token, attempt))
  show(exchange, { ...page, status: page.status === 200 ? refused : page.status }, placeOf(service))
}

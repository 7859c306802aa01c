import type { Request } from '../../contract/index.ts'
import { ValidationError } from '../../sdk/errors.ts'
import { textIn } from '../optional-values.ts'

type Wish = Request<'sandbox', 'trigger'>
type EventName = Wish['event']
export type EventData = NonNullable<Wish['data']>
export type FieldName = keyof EventData

const invite = ['candidate_email', 'skill', 'user_id', 'invite_id', 'status'] as const

/** Which fields each event has, those first that one most wants to choose. */
export const fieldsOf: Readonly<Record<EventName, readonly FieldName[]>> = {
  'invite.created': invite,
  'invite.accepted': invite,
  'invite.declined': invite,
  'invite.cancelled': invite,
  'invite.expired': invite,
  'assessment.started': [...invite, 'due_at'],
  'assessment.completed': [
    ...(['skill', 'score', 'max_score', 'percent', 'passed', 'user_id', 'invite_id', 'result_id'] as const),
  ],
  'passport.updated': ['user_id', 'verified', 'changed_skills'],
  'skill.tier_changed': [
    ...(['user_id', 'skill', 'new_tier', 'new_tier_label', 'previous_tier', 'previous_tier_label'] as const),
    ...(['direction', 'sci', 'reason'] as const),
  ],
  'webhook.test': ['webhook_id'],
}

const kinds: Partial<Readonly<Record<FieldName, 'number' | 'boolean' | 'list'>>> = {
  score: 'number',
  max_score: 'number',
  percent: 'number',
  sci: 'number',
  passed: 'boolean',
  verified: 'boolean',
  changed_skills: 'list',
}

export function kindOf(name: FieldName): 'number' | 'boolean' | 'list' | 'text' {
  return kinds[name] ?? 'text'
}

/** What was typed into the fields of the event; the service says what is wrong with it. */
export function dataOf(values: FormData, event: EventName): EventData {
  const typed = fieldsOf[event].flatMap((name) => {
    const given = textIn(values, name)
    return given === undefined ? [] : [[name, valueOf(name, given)] as const]
  })
  return Object.fromEntries(typed)
}

/** @throws ValidationError when it is no JSON */
export function jsonOf(values: FormData): EventData {
  try {
    return JSON.parse(textIn(values, 'json') ?? '{}')
  } catch (cause) {
    const message = `This is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`
    const details = [{ pointer: '/data', code: 'not_json', message }]
    throw new ValidationError({ code: 'PARAMETER_INVALID', message, details, cause })
  }
}

/** What does not fit goes as it is and is refused at its field. */
function valueOf(name: FieldName, typed: string): unknown {
  const kind = kindOf(name)
  if (kind === 'number') return Number.isNaN(Number(typed)) ? typed : Number(typed)
  if (kind === 'boolean') return typed === 'true'
  return kind === 'list' ? typed.split(',').map((part) => part.trim()) : typed
}

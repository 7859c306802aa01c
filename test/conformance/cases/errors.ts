import { errorCatalogue } from '../../../src/contract/errors.ts'
import type { ErrorEntry } from '../../../src/contract/errors.ts'
import { refusal, sampleKey } from '../../sdk/scripted-server.ts'
import { createInvite, failed, familyOf, getUser } from '../case.ts'
import type { Case } from '../case.ts'

const problems = [
  { pointer: '/skill', code: 'required', message: 'is required' },
  { pointer: '/candidate_email', code: 'email', message: 'is no e-mail address' },
]
const facts = { limit: 5, required: ['verify'], nested: { until: null } }

/** How everything that a refusal says arrives. */
export const errorCases: readonly Case[] = [
  ...Object.entries<ErrorEntry>(errorCatalogue).map(everything),
  {
    name: 'unknown_error_code',
    script: [refusal(418, 'FROM_THE_FUTURE')],
    call: getUser,
    outcome: failed('validation', 'FROM_THE_FUTURE', { status: 418, request_id: 'req_x' }),
    requests: 1,
  },
  {
    name: 'unknown_error_fields_pass',
    script: [refusal(400, 'BODY_MALFORMED', {}, { hint: { of: 'a newer service' } })],
    call: getUser,
    outcome: failed('validation', 'BODY_MALFORMED', { status: 400, request_id: 'req_x' }),
    requests: 1,
  },
  {
    name: 'request_id_from_the_header',
    script: [refusal(404, 'USER_NOT_FOUND', {}, { request_id: null })],
    call: getUser,
    outcome: failed('not_found', 'USER_NOT_FOUND', { status: 404, request_id: 'req_1' }),
    requests: 1,
  },
  {
    name: 'non_json_error_body',
    script: [{ status: 502, body: '<html>Bad gateway</html>' }],
    client: { max_retries: 0 },
    call: getUser,
    outcome: failed('server', 'RESPONSE_INVALID', { status: 502, request_id: 'req_1', retryable: true }),
    requests: 1,
    told: /may not be a skillpass service/,
  },
  {
    name: 'json_without_an_error_object',
    script: [{ status: 404, body: { message: 'Not Found' } }],
    call: getUser,
    outcome: failed('not_found', 'RESPONSE_INVALID', { status: 404, request_id: 'req_1' }),
    requests: 1,
  },
  ...[301, 302, 303, 307, 308].map((status): Case => ({
    name: `redirect_${status}_not_followed_with_key`,
    script: [{ status, headers: { location: '/elsewhere' }, body: '' }],
    call: createInvite,
    outcome: failed('server', 'RESPONSE_INVALID', {
      status,
      request_id: 'req_1',
      has_idempotency_key: true,
    }),
    requests: 1,
  })),
  ...['..', '.', ''].map((id): Case => ({
    name: `no_path_value_${id === '' ? 'empty' : id}`,
    script: [{}],
    call: { do: 'users.get', id },
    outcome: failed('validation', 'PARAMETER_INVALID'),
    requests: 0,
  })),
  {
    name: 'idempotency_key_of_no_use',
    script: [{}],
    call: { ...createInvite, idempotency_key: 'two words' },
    outcome: failed('validation', 'PARAMETER_INVALID'),
    requests: 0,
  },
  {
    name: 'key_with_a_line_break',
    script: [{}],
    client: { api_key: `${sampleKey}\nx` },
    call: getUser,
    outcome: failed('validation', 'PARAMETER_INVALID'),
    requests: 0,
  },
]

/** A code of the catalogue, with details of every kind among them. */
function everything([code, { status, retryable }]: [string, ErrorEntry], at: number): Case {
  const isWrite = at % 2 === 0
  const details = [null, problems, facts][at % 3] ?? null
  const param = at % 4 === 0 ? 'skill' : null
  const doc_url = `http://127.0.0.1:4747/docs/errors/${code}`
  const wait = retryable ? 7 : null
  const fields = { doc_url, param, details, retryable }
  const headers = { 'x-should-retry': String(retryable), ...(wait !== null && { 'retry-after': `${wait}` }) }
  const said = { ...fields, status, request_id: 'req_x', retry_after: wait, has_idempotency_key: isWrite }
  return {
    name: `error_${code}`,
    script: [refusal(status, code, headers, { ...fields, retry_after_seconds: wait })],
    client: { max_retries: 0 },
    call: isWrite ? createInvite : getUser,
    outcome: failed(familyOf(status), code, said),
    requests: 1,
  }
}

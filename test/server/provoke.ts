import type { ErrorExample, ErrorStep } from '../../src/contract/errors.ts'
import type { Answer, Client } from '../http.ts'

/** Answers the steps that the service under test cannot take itself; undefined sends the request. */
export type Stand = (step: ErrorStep) => Answer | undefined

/** Runs an example of the catalogue as its page describes it; gives the answer to its last step. */
export async function provoke(
  client: Client & { readonly apiKey: string },
  example: ErrorExample,
  stand: Stand = () => undefined,
): Promise<Answer> {
  const answers: Answer[] = []
  for (const step of example.steps) {
    const filled = { ...step, ...filledIn(step, answers) }
    answers.push(stand(filled) ?? (await send(client, filled)))
  }
  const last = answers.at(-1)
  if (last === undefined) throw new TypeError('An example without steps')
  return last
}

async function send(client: Client & { readonly apiKey: string }, step: ErrorStep): Promise<Answer> {
  const { method, path, headers, body } = step
  return await client.raw(method, path, {
    headers: {
      authorization: `Bearer ${client.apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    chunks: body === undefined ? [] : [typeof body === 'string' ? body : JSON.stringify(body)],
  })
}

/** `{1.id}` becomes the field `id` of the answer to step 1, wherever it stands. */
function filledIn(step: ErrorStep, answers: readonly Answer[]): ErrorStep {
  const text = JSON.stringify(step).replaceAll(/\{(\d+)\.([\w.]+)\}/g, (_, number: string, place: string) => {
    const answer = answers[Number(number) - 1]
    if (answer === undefined) throw new TypeError(`No step ${number} before this one`)
    return answer.textAt(place)
  })
  return JSON.parse(text)
}

import { Skillpass } from '../sdk/client.ts'
import { SkillpassError } from '../sdk/errors.ts'
import type { FetchInit } from '../sdk/settings.ts'

let onSignedOut = (): void => undefined

/** The client that everyone uses; here the session's cookie stands in for a key. */
export const client = new Skillpass({ baseUrl: location.origin, maxRetries: 1, fetch: send })

/** Who is told when an answer says that nobody is signed in any more. */
export function whenSignedOut(tell: () => void): void {
  onSignedOut = tell
}

async function send(url: string, init: FetchInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status === 401) onSignedOut()
  return response
}

/** What was thrown, as the client's own error; anything else is a fault of this page and goes on. */
export function asSkillpassError(cause: unknown): SkillpassError {
  if (cause instanceof SkillpassError) return cause
  throw cause
}

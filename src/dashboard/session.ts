import type { Output } from '../contract/index.ts'
import { ConnectionError, SkillpassError } from '../sdk/errors.ts'
import { asSkillpassError, client, whenSignedOut } from './client.ts'
import { reloadAll } from './reload.ts'
import { createStore } from './store.ts'

export type Me = Output<'me', 'get'>

export type Session =
  | { readonly state: 'opening' }
  /** The service does not answer: it is asked again. */
  | { readonly state: 'unreachable' }
  | { readonly state: 'in'; readonly me: Me }
  /** `error`: why a sign-in that somebody asked for was refused. */
  | { readonly state: 'out'; readonly error: SkillpassError | null }

export const session = createStore<Session>({ state: 'opening' })

/** Says only that there may be a cookie: asking for `/v1/me` without one is a failed request in every console. */
const mark = 'skillpass-signed-in'
const pauseMs = 1_000

let opening = false

whenSignedOut(() => {
  if (session.get().state === 'in') void open().then(reloadAll)
})

/** At the start, and again whenever the session has ended: by the cookie, or as the owner of a local sandbox. */
export async function open(): Promise<void> {
  if (opening) return
  opening = true
  try {
    session.set(await opened())
  } finally {
    opening = false
  }
  if (session.get().state === 'unreachable') setTimeout(() => void open(), pauseMs)
}

export async function signIn(key: string | null): Promise<void> {
  opening = true
  try {
    session.set(await entered(key))
  } finally {
    opening = false
  }
}

export async function signOut(): Promise<void> {
  await client.request('DELETE', '/dashboard/session')
  localStorage.removeItem(mark)
  session.set({ state: 'out', error: null })
}

async function opened(): Promise<Session> {
  if (localStorage.getItem(mark) !== null) {
    const me = await whoami()
    if (!(me instanceof SkillpassError)) return { state: 'in', me }
    if (me instanceof ConnectionError) return { state: 'unreachable' }
    localStorage.removeItem(mark)
  }
  const entry = await entered(null)
  // Nobody asked for this sign-in, so nobody is told why it was refused.
  return entry.state === 'out' ? { state: 'out', error: null } : entry
}

async function entered(key: string | null): Promise<Session> {
  try {
    await client.request('POST', '/dashboard/session', key === null ? undefined : { key })
    localStorage.setItem(mark, 'yes')
    return { state: 'in', me: await client.me.get() }
  } catch (cause) {
    const error = asSkillpassError(cause)
    return error instanceof ConnectionError && key === null
      ? { state: 'unreachable' }
      : { state: 'out', error }
  }
}

async function whoami(): Promise<Me | SkillpassError> {
  return await client.me.get().catch(asSkillpassError)
}

import type { Output } from '../../contract/index.ts'
import { Page } from '../../sdk/pages.ts'
import { client } from '../client.ts'

export type User = Output<'users', 'get'>

const limit = 100
/** Users that one step of a search looks through, and matches after which it stops. */
const mostSeen = 1_000
const enough = 50

/** Everyone, newest first, or those whose name, e-mail or id holds the text. */
export async function searchUsers(text: string, signal: AbortSignal): Promise<Page<User>> {
  if (text === '') return await client.users.list({ limit }, { signal })
  const exact = isEmail(text) ? (await client.users.list({ email: text }, { signal })).data : []
  const first = await client.users.list({ limit }, { signal })
  return await matching(text.toLowerCase(), first, exact)
}

/** The service finds whole addresses only: everything else is looked for here, page by page. */
async function matching(text: string, from: Page<User>, found: readonly User[]): Promise<Page<User>> {
  const data = [...found]
  const isNew = ({ id }: User): boolean => data.every((one) => one.id !== id)
  let page: Page<User> | null = from
  for (let seen = 0; page !== null && seen < mostSeen && data.length < enough; page = await page.nextPage()) {
    data.push(...page.data.filter((user) => holds(user, text) && isNew(user)))
    seen += page.data.length
  }
  const rest = page
  return new Page(
    { object: 'list', data, has_more: rest !== null, next_cursor: rest === null ? null : 'rest' },
    async () => await matching(text, rest ?? from, []),
    from.origin,
  )
}

function holds({ id, display_name: name, email }: User, text: string): boolean {
  return [id, name, email ?? ''].some((value) => value.toLowerCase().includes(text))
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text)
}

/** Whether it may be the id of a user. */
export function isUserId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

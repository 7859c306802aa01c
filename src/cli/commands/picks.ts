import { clean, fenced } from '../clean.ts'
import type { Choice } from '../flags.ts'
import type { Skillpass } from '../../sdk/index.ts'

/** What a person at a terminal may choose from instead of typing an id. */

const most = 500

type Client = () => Promise<Skillpass>

export async function skills(client: Client): Promise<readonly Choice[]> {
  const choices = await listed((await client()).skills.list({ limit: 100 }), ({ key, name }) => [key, name])
  return choices.toSorted((a, b) => a.name.localeCompare(b.name))
}

export async function users(client: Client): Promise<readonly Choice[]> {
  const listing = (await client()).users.list({ status: 'active', limit: 100 })
  return await listed(listing, ({ id, display_name: name }) => [id, name ?? ''])
}

async function listed<T>(
  listing: AsyncIterable<T>,
  told: (item: T) => readonly [value: string, name: string],
): Promise<readonly Choice[]> {
  const choices: Choice[] = []
  for await (const item of listing) {
    const [value, name] = told(item)
    choices.push({ value, name: `${fenced(clean(name))}  ${value}`.trim() })
    if (choices.length === most) break
  }
  return choices
}

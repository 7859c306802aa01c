import { expect, test } from 'vitest'
import { refusal, rig } from './scripted-server.ts'

function page(ids: readonly string[], next: string | null) {
  const data = ids.map((id) => ({ id }))
  return { body: { object: 'list', data, has_more: next !== null, next_cursor: next } }
}

async function idsOf(listing: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of listing) ids.push(id)
  return ids
}

test('iterating a list goes through every page with the same filters', async () => {
  const { client, received } = await rig([page(['a', 'b'], 'c1'), page(['c'], 'c2'), page([], null)])
  expect(await idsOf(client.invites.list({ status: 'pending', limit: 2 }))).toEqual(['a', 'b', 'c'])
  expect(received.map(({ url }) => url)).toEqual([
    '/v1/assess/invites?status=pending&limit=2',
    '/v1/assess/invites?status=pending&limit=2&cursor=c1',
    '/v1/assess/invites?status=pending&limit=2&cursor=c2',
  ])
})

test('awaiting a list gives one page, from which one can go on', async () => {
  const { client, received } = await rig([page(['a'], 'c1'), page(['b'], null)])
  const first = await client.users.list()
  expect(JSON.parse(JSON.stringify(first))).toEqual(page(['a'], 'c1').body)
  expect(received).toHaveLength(1)
  expect((await first.nextPage())?.data).toEqual([{ id: 'b' }])
  expect(await (await first.nextPage())?.nextPage()).toBeNull()
})

test('leaving the loop asks for no further page', async () => {
  const { client, received } = await rig([page(['a', 'b'], 'c1'), page(['c'], null)])
  for await (const { id } of client.users.list()) {
    if (id === 'b') break
  }
  expect(received).toHaveLength(1)
})

test('a cursor that comes twice is raised instead of going round for ever', async () => {
  const { client, received } = await rig([page(['a'], 'c1'), page(['b'], 'c1')])
  await expect(idsOf(client.users.list())).rejects.toMatchObject({ code: 'CURSOR_REPEATED' })
  expect(received).toHaveLength(2)
})

test('a refusal on a later page ends the loop with it', async () => {
  const { client } = await rig([page(['a'], 'c1'), refusal(400, 'CURSOR_INVALID')])
  await expect(idsOf(client.users.list())).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
})

test('a list also gives its headers', async () => {
  const { client } = await rig([page(['a'], null)])
  const { data, response } = await client.users.list().withResponse()
  expect([data.data.length, response.status]).toEqual([1, 200])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadUrl, sampleKey } from '../sdk/scripted-server.ts'
import { clients, isUnthinkable, playAll } from './clients.ts'
import type { Played } from './clients.ts'
import { expectConforming } from './judge.ts'
import { openStage } from './stage.ts'
import { drawTable } from './table.ts'
import type { Mark } from './table.ts'

const languages = await clients()
// Only now: deliveries carry the time, and the first build of a runner takes long.
const { cases } = await import('./cases.ts')
const stage = await openStage(cases)
const dead = await deadUrl()
const marks = new Map<string, Mark>()

for (const { title, program } of languages) {
  if (program === null) say(`!!! ${title} is not installed: its client is NOT compared with the others.`)
}

afterAll(() => {
  stage.close()
  const titles = languages.map(({ title }) => title)
  const names = cases.map(({ name }) => name)
  say(drawTable(titles, names, (title, name) => marks.get(`${title} ${name}`) ?? '–'))
})

test('every case has a name of its own', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

describe.each(languages)('$title', (client) => {
  let played: ReadonlyMap<number, Played> = new Map()
  // All languages at once: most of a case is waiting.
  const playing = playAll(client, cases, { url: stage.url, deadUrl: dead, apiKey: sampleKey })
  playing.catch(() => {})

  beforeAll(async () => {
    played = await playing
  }, 70_000)

  cases.forEach((one, at) => {
    const isSkipped = client.program === null || isUnthinkable(one.unthinkable, client.id)
    test.skipIf(isSkipped).each([one])('$name', () => {
      const mark = `${client.title} ${one.name}`
      marks.set(mark, '✗')
      const answer = played.get(at)
      if (answer === undefined) throw new Error('The runner says nothing about it.')
      expectConforming(one, answer, stage.heard(client.id, at))
      marks.set(mark, '✓')
    })
  })
})

test('nobody followed a redirect', () => {
  expect(stage.strays).toEqual([])
})

function say(text: string): void {
  process.stderr.write(`\n${text}\n`)
}

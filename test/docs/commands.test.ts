import { describe, expect, test } from 'vitest'
import { blocks, pages, type Block } from './pages.ts'
import { service, stage } from './stage.ts'

/** Every command of the documentation, as somebody pastes it who follows a page from top to bottom. */

const found = pages().flatMap((page) => {
  const all = blocks(page)
  return all.length === 0 ? [] : [{ path: page.path, all }]
})
const isRun = ({ note }: Block) => note.kind !== 'not-run'
const patience = { timeout: 240_000 }

describe.each(found.filter(({ all }) => all.some(isRun)))('$path', ({ all }) => {
  test('its commands run in the order of the page', patience, async () => {
    const { folder, run } = await stage()
    const services = [await service(folder, 'skillpass dev --port 0')]
    for (const part of parts(all.filter(isRun))) {
      if (part.service !== null) services.push(await service(folder, part.service.code))
      const { failedAt, output } = await run(part.blocks)
      expect(failedAt, output).toBeNull()
    }
    for (const one of services.toReversed()) expect([0, 130]).toContain(await one.stop())
  })
})

test('what is not run says why', () => {
  const reasons = found.flatMap(({ path, all }) =>
    all.flatMap(({ line, note }) => (note.kind === 'not-run' ? [`${path}:${line} ${note.reason}`] : [])),
  )
  const total = found.reduce((sum, { all }) => sum + all.length, 0)
  console.info(`${total - reasons.length} of ${total} blocks are run. Not run:\n${reasons.join('\n')}`)
  expect(
    reasons.filter(
      (reason) => !/ needs (docker|systemd|a checkout|the registry|a server|a browser|age)\b/.test(reason),
    ),
  ).toEqual([])
  expect(total - reasons.length).toBeGreaterThan(30)
})

interface Part {
  /** Runs beside the blocks after it. */
  readonly service: Block | null
  readonly blocks: readonly Block[]
}

function parts(all: readonly Block[]): readonly Part[] {
  return all.reduce<Part[]>(
    (sofar, block) => {
      const last = sofar.at(-1)
      if (block.note.kind === 'service' || last === undefined)
        return [...sofar, { service: block, blocks: [] }]
      return [...sofar.slice(0, -1), { ...last, blocks: [...last.blocks, block] }]
    },
    [{ service: null, blocks: [] }],
  )
}

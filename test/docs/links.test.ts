import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchors, links, pages, root } from './pages.ts'

const all = pages()

test.each(all.map((page) => [page.path, page] as const))('%s leads somewhere with every link', (_, page) => {
  const broken = links(page).filter(({ to, heading }) => {
    if (!existsSync(join(root, to))) return true
    const target = all.find(({ path }) => path === to)
    return heading !== '' && target !== undefined && !anchors(target).includes(heading)
  })
  expect(broken).toEqual([])
})

test('every page of docs can be reached from its index', () => {
  const reached = new Set(['docs/index.md'])
  for (const path of reached) {
    const page = all.find((one) => one.path === path)
    for (const { to } of page === undefined ? [] : links(page)) reached.add(to)
  }
  expect(
    all.map(({ path }) => path).filter((path) => path.startsWith('docs/') && !reached.has(path)),
  ).toEqual([])
})

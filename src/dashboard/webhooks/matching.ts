import { Page } from '../../sdk/pages.ts'

/** Rows that a page should have at the least. */
const wanted = 25
/** Pages that are looked through for them: a rare row must not cost the whole list. */
const patience = 10

/** Of a list, what passes a test that the service does not know. The page after it goes on where this one stopped. */
export async function matching<T>(first: Page<T>, passes: (row: T) => boolean): Promise<Page<T>> {
  const data: T[] = []
  let page: Page<T> | null = first
  for (let looked = 0; page !== null; looked++) {
    if (data.length >= wanted || looked === patience) break
    data.push(...page.data.filter(passes))
    page = await page.nextPage()
  }
  const next = page
  const shape = { object: 'list' as const, data, has_more: next !== null, next_cursor: next && 'next' }
  return new Page(shape, async () => await matching(next ?? first, passes), first.origin)
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { looks, violations } from './browser.ts'

/** A real browser on a busy machine is slow, and a look at everything in it slower. */
export const patience = { timeout: 90_000 }

/**
 * The dashboard at this path, once its heading is there. It is served from `dist/dashboard`, as `npm run build` makes
 * it: after a change of src/dashboard build first.
 */
export async function visit(
  tab: Page,
  sandbox: { readonly url: string },
  path: string,
  heading: string | RegExp,
): Promise<void> {
  await tab.goto(`${sandbox.url}/dashboard${path}`)
  await seeHeading(tab, heading)
}

export async function seeHeading(tab: Page, heading: string | RegExp): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** As it stands the page can be read and used in both themes, on a telephone and on a desk. */
export async function expectUsable(tab: Page): Promise<void> {
  for (const { colorScheme, width } of looks) {
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await tab.setViewportSize({ width, height: 800 })
    expect(await violations(tab), `${colorScheme}, ${width} px`).toEqual([])
    const overflow = await tab.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, `wider than ${width} px`).toBeLessThanOrEqual(0)
  }
}

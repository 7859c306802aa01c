import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { freshSandbox, newKey } from '../sandbox.ts'
import { browser } from './browser.ts'
import { expectUsable, patience, seeHeading, visit } from './page.ts'
import { ownPort } from '../own-port.ts'

const chromium = await browser()

/** Chromium tells of every answer that is an error. */
const refusals = /status of (401|403)/

describe.skipIf(chromium.missing !== null)('the session', patience, () => {
  test('a sandbox on the own machine signs in by itself, and nothing secret is in the page', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    await tab.reload()
    await seeHeading(tab, 'Overview')
    const [cookie] = await tab.context().cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    const kept = await tab.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    for (const secret of [cookie?.value ?? '', sandbox.apiKey]) {
      expect(secret).not.toBe('')
      expect(kept).not.toContain(secret)
      expect(tab.url()).not.toContain(secret)
    }
  })

  test('whoever signed out stays out until a key with admin is given', async () => {
    const sandbox = await freshSandbox()
    const { secret: weak } = await newKey(sandbox, ['assess'])
    const tab = await chromium.open({ expectedErrors: refusals })
    await visit(tab, sandbox, '/keys', 'API keys')
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await seeHeading(tab, 'Sign in to skillpass')
    expect(await tab.context().cookies()).toEqual([])
    await expectUsable(tab)
    await enter(tab, 'sk_test_nonsense')
    await tab.getByRole('alert').filter({ hasText: 'API key' }).waitFor()
    await enter(tab, weak)
    await tab.getByRole('alert').filter({ hasText: 'scope admin' }).waitFor()
    await enter(tab, sandbox.apiKey)
    await seeHeading(tab, 'API keys')
  })

  test('a session that ended goes on by itself where that is possible', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open({ expectedErrors: refusals })
    await visit(tab, sandbox, '/keys', 'API keys')
    await tab.context().clearCookies()
    await tab.getByRole('link', { name: 'Sandbox key' }).click()
    await tab.getByText('10,000 a minute').waitFor()
    expect(await tab.context().cookies()).toHaveLength(1)
  })

  test('while the server is away the page says so, and comes back with what is new', async () => {
    const port = await ownPort()
    const first = await freshSandbox({ port })
    // 404: the other sandbox knows nothing of the keys that are still shown.
    const tab = await chromium.open({ expectedErrors: /ERR_|status of 40[14]/ })
    await visit(tab, first, '/keys', 'API keys')
    await tab.getByRole('link', { name: 'Sandbox key' }).waitFor()
    await first.close()
    const banner = tab.getByText('The server does not answer. Trying again…')
    await banner.waitFor()
    expect(await tab.getByRole('link', { name: 'Sandbox key' }).count()).toBe(1)
    const second = await freshSandbox({ port })
    await newKey(second, ['read'], { name: 'Made while away' })
    await banner.waitFor({ state: 'detached' })
    await tab.getByRole('link', { name: 'Made while away' }).waitFor()
  })
})

async function enter(tab: Page, key: string): Promise<void> {
  await tab.getByLabel('API key with the scope admin').fill(key)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
}

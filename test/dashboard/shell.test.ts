import { describe, expect, test } from 'vitest'
import { expectStatus, freshSandbox, newKey } from '../sandbox.ts'
import { browser } from './browser.ts'
import { expectUsable, patience, seeHeading, visit } from './page.ts'

const chromium = await browser()
const phone = { viewport: { width: 360, height: 700 } }

describe.skipIf(chromium.missing !== null)('the shell', patience, () => {
  test('a link changes the page, its title and the focus; back finds the place that was left', async () => {
    const sandbox = await freshSandbox()
    for (let number = 10; number < 45; number++) await newKey(sandbox, ['read'], { name: `key ${number}` })
    const tab = await chromium.open()
    await visit(tab, sandbox, '/keys', 'API keys')
    expect(await tab.title()).toBe('API keys · skillpass')
    await tab.getByRole('link', { name: 'key 11' }).click()
    await seeHeading(tab, 'key 11')
    expect(await tab.title()).toBe('key 11 · skillpass')
    expect(await tab.evaluate('[document.activeElement.tagName, scrollY]')).toEqual(['H1', 0])
    await tab.goBack()
    await seeHeading(tab, 'API keys')
    await expect.poll(async () => await tab.evaluate<number>('scrollY')).toBeGreaterThan(500)
    await tab.goForward()
    await seeHeading(tab, 'key 11')
  })

  test('the address of an object opens it, and an address of nothing says so', async () => {
    const sandbox = await freshSandbox()
    const { id } = await newKey(sandbox, ['read'], { name: 'deep' })
    const tab = await chromium.open({ expectedErrors: /status of 404/ })
    await visit(tab, sandbox, `/keys/${id}`, 'deep')
    await visit(tab, sandbox, '/keys/key_none', 'API key')
    await tab.getByRole('link', { name: 'KEY_NOT_FOUND' }).waitFor()
    expect(await tab.getByRole('link', { name: /^req_/ }).getAttribute('href')).toMatch(
      /^\/dashboard\/logs\/req_/,
    )
    await visit(tab, sandbox, '/nothing/here', 'There is no such page')
    await tab.getByRole('link', { name: 'Go to the overview' }).click()
    await seeHeading(tab, 'Overview')
  })

  test('on a telephone the navigation is a menu', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open(phone)
    await visit(tab, sandbox, '', 'Overview')
    const keys = tab.getByRole('link', { name: 'API keys' })
    expect(await keys.isVisible()).toBe(false)
    await tab.getByRole('button', { name: 'Menu' }).click()
    await expectUsable(tab)
    await tab.setViewportSize(phone.viewport)
    await keys.click()
    await seeHeading(tab, 'API keys')
    expect(await keys.isVisible()).toBe(false)
  })

  test('the keyboard skips the navigation', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    expect(await tab.evaluate('document.activeElement.id')).toBe('main')
    await seeHeading(tab, 'Overview')
  })

  test('a theme that was chosen is there after a reload', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open({ colorScheme: 'light' })
    await visit(tab, sandbox, '', 'Overview')
    const ground = async () =>
      await tab.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const light = await ground()
    await tab.getByLabel('Theme').selectOption('dark')
    const dark = await ground()
    expect(dark).not.toBe(light)
    await tab.reload()
    await seeHeading(tab, 'Overview')
    expect(await ground()).toBe(dark)
  })

  test('a clock that was moved stands in the header, and times are seen from it', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    const { id } = await newKey(sandbox, ['read'], { name: 'old' })
    await visit(tab, sandbox, `/keys/${id}`, 'old')
    expect(await tab.getByText('It is ').count()).toBe(0)
    const moved = await sandbox.request('POST', '/v1/sandbox/clock', { body: { advance: '50h' } })
    expectStatus(moved, 200)
    await tab.evaluate("dispatchEvent(new Event('focus'))")
    await tab.getByText(/^It is .* UTC$/).waitFor()
    await tab.getByText('2 days ago').first().waitFor()
  })
})

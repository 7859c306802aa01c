import { EventEmitter, once } from 'node:events'
import { execa } from 'execa'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Ask } from '../http.ts'
import { sharedSandbox } from '../sandbox.ts'
import { browser, looks, violations } from './browser.ts'

const chromium = await browser()
const sandbox = await sharedSandbox({ seed: 'default' })

async function logged(method: string, path: string, ask: Ask = {}): Promise<string> {
  const answer = await sandbox.request(method, path, ask)
  return answer.headers.get('x-request-id') ?? ''
}

/** The rows of the log, as somebody reads them. */
function rows(page: Page) {
  return page.getByRole('table', { name: 'Requests' }).getByRole('row')
}

describe.skipIf(chromium.missing !== null)('the logs', () => {
  test('a failing request is found, understood, copied as curl and sent again', async () => {
    const page = await chromium.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await logged('GET', '/v1/users')
    await logged('GET', '/v1/users/nobody')
    const wish = { display_name: `O'Neil "$HOME"`, emial: 'o@example.com' }
    await logged('POST', '/v1/users', { body: wish })

    await page.goto(`${sandbox.url}/dashboard`)
    await page.getByRole('link', { name: 'Logs' }).click()
    await page.getByLabel('Status').fill('4xx')
    await page.getByLabel('Status').press('Enter')
    await page.getByLabel('Method').selectOption('POST')
    await expect.poll(async () => await rows(page).count()).toBe(2)
    expect(new URL(page.url()).searchParams.toString()).toBe('status=4xx&method=POST')

    await page.getByRole('link', { name: 'POST /v1/users' }).click()
    const request = page.getByRole('region', { name: 'Request', exact: true })
    expect(await request.getByLabel('Request body', { exact: true }).textContent()).toBe(
      JSON.stringify(wish, null, 2),
    )
    const response = page.getByRole('region', { name: 'Response', exact: true })
    expect(await response.getByLabel('Response body', { exact: true }).textContent()).toContain('emial')
    const explained = page.getByRole('link', { name: 'VALIDATION_FAILED' })
    expect(await explained.getAttribute('href')).toBe('/docs/errors/VALIDATION_FAILED')
    expect(await page.getByRole('link', { name: 'Sandbox key' }).getAttribute('href')).toMatch(
      /^\/dashboard\/keys\/key_/,
    )

    await page.getByRole('button', { name: 'Copy as curl' }).click()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(command).not.toContain(sandbox.apiKey)
    const env = { SKILLPASS_API_KEY: sandbox.apiKey }
    const { stdout } = await execa('sh', ['-c', `${command} -s`], { env })
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'VALIDATION_FAILED', param: 'emial' } })
    const [again] = (await sandbox.request('GET', '/v1/logs?method=POST&limit=1')).at('data') as unknown[]
    expect(again).toMatchObject({ path: '/v1/users', request: { body: JSON.stringify(wish) } })

    await page.goBack()
    await expect.poll(async () => await page.getByLabel('Status').inputValue()).toBe('4xx')
  })

  test('what is half typed stays when the names of the keys come late', async () => {
    const page = await chromium.open()
    const keyboard = new EventEmitter()
    await page.route('**/v1/keys?*', async (route) => {
      await once(keyboard, 'typed')
      await route.continue()
    })
    await page.goto(`${sandbox.url}/dashboard/logs`)
    await page.getByLabel('Path begins with').pressSequentially('/v1/us')
    keyboard.emit('typed')
    await expect
      .poll(async () => await page.getByLabel('Key', { exact: true }).locator('option').count())
      .toBeGreaterThan(1)
    expect(await page.getByLabel('Path begins with').inputValue()).toBe('/v1/us')
  })

  test('what the page itself sent can be sent again with a key', async () => {
    const page = await chromium.open()
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('button', { name: 'Let it run' }).click()
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    await page.getByRole('link', { name: 'Logs' }).click()
    await page.getByRole('link', { name: 'POST /v1/sandbox/clock' }).first().click()
    const command = (await page.getByLabel('curl command', { exact: true }).textContent()) ?? ''
    expect(command).not.toMatch(/cookie|sec-fetch|origin|referer/i)
    const env = { SKILLPASS_API_KEY: sandbox.apiKey }
    const { stdout } = await execa('sh', ['-c', `${command} -s`], { env })
    expect(JSON.parse(stdout)).toMatchObject({ object: 'clock', frozen: false })
  })

  test('a new request shows by itself, not while paused, and not under somebody who reads', async () => {
    const page = await chromium.open()
    await page.goto(`${sandbox.url}/dashboard/logs?path=/v1/skills`)
    await page.getByText('No request matches.').waitFor()
    await logged('GET', '/v1/skills/react')
    await page.getByRole('link', { name: 'GET /v1/skills/react' }).waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await logged('GET', '/v1/skills/go')
    await page.waitForTimeout(700)
    expect(await rows(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('link', { name: 'GET /v1/skills/go' }).waitFor()

    await rows(page).nth(1).hover()
    await logged('GET', '/v1/skills/python')
    const news = page.getByRole('button', { name: 'Show 1 new request' })
    await news.waitFor()
    expect(await rows(page).nth(1).textContent()).toContain('/v1/skills/go')
    await news.click()
    await page.getByRole('link', { name: 'GET /v1/skills/python' }).waitFor()
  })

  test('a flood is told by its newest, and the page keeps few of them', async () => {
    // Of its own: the page is signed in as the printed key, and shares that one's limits.
    const { secret: key } = await sandbox.newKey(['read'], { tier: 'scale' })
    const page = await chromium.open()
    await page.goto(`${sandbox.url}/dashboard/logs?path=/v1/me`)
    await page.getByText('No request matches.').waitFor()
    for (let sent = 0; sent < 1_000; sent += 20)
      await Promise.all(Array.from({ length: 20 }, async () => await logged('GET', '/v1/me', { key })))
    await page.getByText('There are too many to show each').waitFor()
    expect(await rows(page).count()).toBeLessThanOrEqual(501)
    const last = await logged('GET', '/v1/me', { key })
    await page.locator(`a[href$="${last}"]`).waitFor()
    await page.getByRole('button', { name: 'Read the log from here' }).click()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(async () => await rows(page).count()).toBe(101)
  })

  test('an entry that is not there says so, and a status that is none is refused at the list', async () => {
    const page = await chromium.open({ expectedErrors: /404|422/ })
    await page.goto(`${sandbox.url}/dashboard/logs/req_none`)
    await page.getByText('There is no request req_none in the log').waitFor()
    const own = page.getByRole('alert').getByRole('link', { name: /^req_/ })
    await own.click()
    await page.getByRole('heading', { name: 'GET /v1/logs/req_none' }).waitFor()
    await page.goto(`${sandbox.url}/dashboard/logs?status=none`)
    expect(await page.getByRole('alert').textContent()).toContain('a class such as 4xx')
  })

  test.each(looks)('nobody is shut out: $colorScheme, $width px', async ({ colorScheme, width }) => {
    const nasty = '/v1/users/<b>x</b>-\u202eabc-' + 'long-'.repeat(40)
    const id = await logged('GET', encodeURI(nasty))
    const page = await chromium.open({ colorScheme, viewport: { width, height: 800 } })
    for (const path of ['/logs', `/logs/${id}`, '/logs?path=/v1/none']) {
      await page.goto(`${sandbox.url}/dashboard${path}`)
      await page.locator('table, .messages, .empty').first().waitFor()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
    }
  })
})

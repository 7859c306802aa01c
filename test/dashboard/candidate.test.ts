import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { assembled, type Assembled } from '../server/assembled.ts'
import { linkTo, states } from '../server/candidates.ts'
import { expectStatus } from '../sandbox.ts'
import { browser, looks, violations, type Wish } from './browser.ts'

const chromium = await browser()

/** Chromium writes the status of a page into its console when it is one of these. */
const refusals = { expectedErrors: /status of (?:404|409|410|422)/ }

/** Where candidates go afterwards: it keeps what their browsers say. */
async function elsewhere(): Promise<{ url: string; visits: IncomingHttpHeaders[] }> {
  const visits: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    visits.push(headers)
    response.end('<title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/done`, visits }
}

async function visit(service: Assembled, path: string, wish: Wish = {}): Promise<Page> {
  const page = await chromium.open(wish)
  await page.goto(service.address.baseUrl + path)
  return page
}

const heading = async (page: Page): Promise<string | null> => await page.locator('h1').textContent()
const state = async (page: Page): Promise<string | null> => await page.locator('.state').textContent()

describe.skipIf(chromium.missing !== null)('without JavaScript', () => {
  const plain = { javaScriptEnabled: false }

  test('a candidate accepts, starts, finishes, reads the result and goes on', async () => {
    const service = await assembled()
    const onward = await elsewhere()
    const { id, path } = await linkTo(service, 'pending', {
      redirect_url: onward.url,
      candidate_name: 'Kim Doe',
    })
    const page = await visit(service, path, plain)
    expect(await heading(page)).toBe('React assessment')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    expect(await state(page)).toBe('You have accepted')
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole('button', { name: 'Start the assessment' }).click()
    expect(await state(page)).toBe('Under way')
    await page.getByLabel('Score', { exact: true }).fill('17.5')
    await page.getByLabel('Highest possible').fill('20')
    await page.getByRole('button', { name: 'Finish with this score' }).click()
    expect(await page.locator('.score').textContent()).toBe('87.5 %')
    const result = await service.request('GET', `/v1/assess/invites/${id}/result`)
    expect(result.body).toMatchObject({ score: 17.5, max_score: 20 })
    await page.getByRole('link', { name: 'Go on to' }).click()
    expect(await page.title()).toBe('Elsewhere')
    expect(onward.visits[0]?.referer).toBeUndefined()
  })

  test('the browser goes on by itself', async () => {
    const service = await assembled()
    const onward = await elsewhere()
    const { path } = await linkTo(service, 'completed', { redirect_url: onward.url })
    const page = await visit(service, path, plain)
    await page.waitForURL(onward.url)
    expect(onward.visits[0]?.referer).toBeUndefined()
  })

  test.each(['95', '70', '40'])('one press finishes with %s per cent', async (percent) => {
    const service = await assembled()
    const page = await visit(service, (await linkTo(service, 'in_progress')).path, plain)
    await page.getByRole('button', { name: `${percent} %` }).click()
    expect(await page.locator('.score').textContent()).toBe(`${percent} %`)
  })

  test('a mistyped score is explained and can be mended', async () => {
    const service = await assembled()
    const { path } = await linkTo(service, 'in_progress')
    const page = await visit(service, path, { ...plain, ...refusals })
    await page.getByLabel('Score', { exact: true }).fill('about 80')
    await page.getByLabel('Score', { exact: true }).press('Enter')
    expect(await page.getByRole('alert').textContent()).toContain('in digits')
    expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('about 80')
    await page.getByLabel('Score', { exact: true }).fill('80')
    await page.getByLabel('Score', { exact: true }).press('Enter')
    expect(await page.locator('.score').textContent()).toBe('80 %')
  })

  test('declining takes a look inside, a reason if any, and cannot be undone from another tab', async () => {
    const service = await assembled()
    const { id, path } = await linkTo(service)
    const page = await visit(service, path, { ...plain, ...refusals })
    const stale = await page.context().newPage()
    await stale.goto(page.url())
    const decline = page.getByRole('button', { name: 'Decline the invite' })
    expect(await decline.isVisible()).toBe(false)
    await page.getByText('Not for you?').click()
    await page.getByLabel('Your reason').fill('<i>No</i> time')
    await decline.click()
    expect(await heading(page)).toBe('You declined this invite')
    expect(await page.locator('q').textContent()).toBe('<i>No</i> time')
    await stale.getByRole('button', { name: 'Accept', exact: true }).click()
    expect(await heading(stale)).toBe('You declined this invite')
    expect((await service.request('GET', `/v1/assess/invites/${id}`)).at('status')).toBe('declined')
  })

  test('the keyboard is enough', async () => {
    const service = await assembled()
    const page = await visit(service, (await linkTo(service)).path, plain)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('text=You have accepted')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('text=Under way')
    expect(await state(page)).toBe('Under way')
  })
})

/** Every page that a candidate can meet, by name. */
async function everyPage(service: Assembled): Promise<[string, string][]> {
  const long = { candidate_name: 'שלום'.repeat(50), candidate_email: `${'x'.repeat(200)}@example.com` }
  const facts = { ...long, time_limit_seconds: 5_400, redirect_url: `https://${'x'.repeat(60)}.example/` }
  const pages: [string, string][] = []
  for (const state of states.filter((one) => one !== 'expired')) {
    pages.push([state, (await linkTo(service, state, facts)).path])
  }
  const scored = await linkTo(service, 'in_progress')
  const sections = [{ name: 'Hooks', score: 3, max_score: 10 }]
  const body = { score: 3, max_score: 10, sections }
  expectStatus(await service.request('POST', `/v1/assess/invites/${scored.id}/complete`, { body }), 200)
  const late = await linkTo(service, 'in_progress', { time_limit_seconds: 60 })
  const expired = await linkTo(service, 'pending', { expires_in: 60 })
  service.advance(120_000)
  return [
    ...pages,
    ['late', late.path],
    ['expired', expired.path],
    ['failed', scored.path],
    ['unknown', '/i/none'],
  ]
}

describe.skipIf(chromium.missing !== null)('every page', () => {
  test.each(looks)(
    'shuts nobody out, $colorScheme and $width wide',
    { timeout: 90_000 },
    async ({ colorScheme, width }) => {
      const service = await assembled()
      const page = await chromium.open({ colorScheme, viewport: { width, height: 800 }, ...refusals })
      for (const [name, path] of await everyPage(service)) {
        await page.goto(`${service.address.baseUrl}${path}?stay`)
        expect(await violations(page), name).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width)
      }
    },
  )

  test('of live mode neither', async () => {
    const service = await assembled({ mode: 'live' })
    const body = { key: 'react', name: 'React', half_life_days: 365 }
    expectStatus(await service.request('POST', '/v1/skills', { body }), 201)
    const page = await visit(service, (await linkTo(service, 'in_progress')).path)
    expect(await page.locator('h2').textContent()).toBe('The result is not ready yet')
    expect(await violations(page)).toEqual([])
  })
})

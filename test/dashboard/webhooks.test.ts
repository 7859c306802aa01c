import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../http.ts'
import { expectStatus, freshSandbox } from '../sandbox.ts'
import { receiver } from '../webhooks/receiver.ts'
import { browser, looks, violations, type Wish } from './browser.ts'

const { missing, open } = await browser()

/** A sandbox of its own, and what a test does with it. */
async function stage() {
  const sandbox = await freshSandbox()
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await sandbox.request(method, path, { ...(body && { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  return {
    ...sandbox,
    ask,
    webhookTo: async (url: string, rest: object = {}) =>
      (await ask('POST', '/v1/webhooks', { url, ...rest })).textAt('id'),
    trigger: async (event = 'invite.created') => await ask('POST', '/v1/sandbox/trigger', { event }),
    pageAt: async (path: string, wish?: Wish): Promise<Page> => {
      const page = await open(wish)
      await page.goto(`${sandbox.url}/dashboard${path}`)
      return page
    },
  }
}

const press = async (page: Page, name: string): Promise<void> =>
  await page.getByRole('button', { name, exact: true }).click()

const seen = async (page: Page, text: string | RegExp): Promise<void> =>
  await page.getByText(text).first().waitFor()

const status = async (page: Page, text: string): Promise<void> =>
  await page.locator('header .badge', { hasText: new RegExp(`^${text}$`) }).waitFor()

describe.skipIf(missing !== null)('webhooks in a browser', { timeout: 60_000 }, () => {
  test('an endpoint is created, fails, is mended, and what failed is sent again', async () => {
    const { pageAt } = await stage()
    let answers = 500
    const server = await receiver((_request, response) => {
      response.statusCode = answers
      response.end(answers === 500 ? 'the disk is full' : 'thanks')
    })
    const page = await pageAt('/webhooks')
    await press(page, 'Create an endpoint')
    await page.getByLabel('URL').fill(server.url)
    await page.getByRole('checkbox', { name: /^\*/ }).uncheck()
    await page.getByRole('checkbox', { name: /^assessment\.\*/ }).check()
    await page.getByRole('checkbox', { name: /^invite\.declined/ }).check()
    await page.getByLabel('Description').fill('Mine <b>alone</b>')
    await press(page, 'Create')
    const dialog = page.getByRole('dialog', { name: 'The endpoint was created' })
    expect(await dialog.locator('code').textContent()).toMatch(/^whsec_\S{44}$/)
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await press(page, 'I have stored it')
    await seen(page, 'Mine <b>alone</b>')
    await page.getByText('assessment.*', { exact: true }).waitFor()
    await page.getByText('invite.declined', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await press(page, 'Trigger an event')
    await page.getByLabel('Event', { exact: true }).selectOption('assessment.completed')
    await press(page, 'Trigger')
    await page.getByRole('heading', { name: 'assessment.completed' }).waitFor()
    await page.getByRole('cell', { name: 'assessment.completed' }).getByRole('link').click()
    await status(page, 'retrying')
    await seen(page, 'The endpoint answered 500, not 200. It failed itself: its own log knows why.')
    await seen(page, 'the disk is full')
    const signed = await page.getByRole('region', { name: 'Request of attempt 1: headers' }).textContent()
    const sent = server.received.find(({ event }) => event === 'assessment.completed')
    expect(signed).toContain(sent?.headers['webhook-signature'])
    const timeline = page.getByRole('figure', { name: 'Retry schedule' })
    expect(await timeline.getByRole('listitem').first().textContent()).toBe('attempt 1 failed at once')
    expect(await timeline.locator('.timeline-failed').count()).toBe(1)
    expect(await timeline.locator('.timeline-next').count()).toBe(1)
    expect(await timeline.locator('.timeline-planned').count()).toBe(11)

    answers = 200
    await press(page, 'Retry now')
    await status(page, 'succeeded')
    await seen(page, 'The endpoint acknowledged it.')
    await seen(page, 'thanks')
    expect(await timeline.locator('.timeline-done').count()).toBe(1)
    expect(server.received.at(-1)?.body).toBe(sent?.body)
  })

  test('what the service refuses stands at the field', async () => {
    const { pageAt } = await stage()
    const page = await pageAt('/webhooks', { expectedErrors: /422/ })
    await press(page, 'Create an endpoint')
    await page.getByLabel('URL').fill('ftp://example.com/hook')
    await press(page, 'Create')
    const field = page.getByLabel('URL')
    await page.locator('.field .problem', { hasText: 'http or https' }).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('input[name="url"]:focus').count()).toBe(1)
    await field.fill('http://127.0.0.1:3000/hook')
    await page.getByRole('checkbox', { name: /^\*/ }).uncheck()
    await press(page, 'Create')
    await page.locator('.fieldset .problem', { hasText: 'events' }).waitFor()
  })

  test('a rotated secret is shown once, and the old one runs out before your eyes', async () => {
    const { ask, pageAt, trigger, webhookTo } = await stage()
    const id = await webhookTo((await receiver()).url)
    const page = await pageAt(`/webhooks/${id}`)
    await press(page, 'Rotate secret')
    await page.getByLabel('The old secret signs for another').selectOption('1 hour')
    await press(page, 'Rotate')
    const dialog = page.getByRole('dialog')
    const secret = await dialog.locator('code').textContent()
    await dialog.getByText(/Signs as well for (1 h|59 min)/).waitFor()
    await press(page, 'I have stored it')
    await seen(page, `whsec_…${secret?.slice(-4)}`)
    await ask('POST', '/v1/sandbox/clock', { advance: '59m' })
    await trigger()
    const left = page.getByRole('timer').filter({ hasText: /^\d+ s$/ })
    const before = await left.textContent()
    await expect.poll(async () => await left.textContent(), { timeout: 30_000 }).not.toBe(before)
    await page.reload()
    await seen(page, /Signs as well for/)
    expect(await page.content()).not.toContain(secret)
    await ask('POST', '/v1/sandbox/clock', { advance: '2m' })
    await page.getByText('Old secret').waitFor({ state: 'detached' })
  })

  test('a disabled endpoint holds what happens, and delivers or drops it when enabled', async () => {
    const { ask, pageAt, request, trigger, webhookTo } = await stage()
    const server = await receiver()
    const id = await webhookTo(server.url)
    const page = await pageAt(`/webhooks/${id}`)
    await press(page, 'Disable')
    await page.getByLabel('Reason').fill('Moving house')
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await seen(page, 'It was disabled: Moving house')
    await trigger()
    await seen(page, '1 delivery is held.')
    await page.getByRole('cell', { name: 'held' }).waitFor()
    await press(page, 'Enable it again')
    await seen(page, '1 delivery held meanwhile')
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('cell', { name: 'succeeded' }).waitFor()
    expect(server.received.map(({ event }) => event)).toEqual(['invite.created'])

    await ask('POST', `/v1/webhooks/${id}/disable`, {})
    await trigger()
    await seen(page, '1 delivery is held.')
    await press(page, 'Enable')
    await page.getByLabel('Drop what was held').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('cell', { name: 'cancelled' }).waitFor()
    expect(server.received).toHaveLength(1)

    await press(page, 'Delete')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByLabel(/^Type /).fill(new URL(server.url).host)
    await confirm.click()
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
    expectStatus(await request('GET', `/v1/webhooks/${id}`), 404)
  })

  test('a replay tells how far it is, and its deliveries appear by themselves', async () => {
    const { pageAt, trigger, webhookTo } = await stage()
    for (let count = 0; count < 3; count++) await trigger()
    const server = await receiver()
    const id = await webhookTo(server.url, { events: ['invite.created'] })
    const page = await pageAt(`/webhooks/${id}`)
    await seen(page, 'Nothing was sent to it yet.')
    await press(page, 'Replay')
    await page.getByLabel('Since, UTC').fill('2020-01-01T00:00:00')
    await press(page, 'Start the replay')
    await seen(page, /^Done: \d+ events found, \d+ deliveries queued\.$/)
    const found = Number(/Done: (\d+)/.exec((await page.getByText(/^Done:/).textContent()) ?? '')?.[1])
    expect(found).toBeGreaterThanOrEqual(3)
    await server.until(found)
    await page.getByRole('cell', { name: 'succeeded' }).first().waitFor()
    await page.reload()
    await seen(page, /^Done:/)
  })

  test('deliveries and events are filtered, and an event is sent again to one endpoint', async () => {
    const { url, pageAt, trigger, webhookTo } = await stage()
    const [one, other] = [
      await receiver(),
      await receiver((_request, response) => response.writeHead(204).end()),
    ]
    const ids = [
      await webhookTo(one.url),
      await webhookTo(other.url, { events: ['invite.created'] }),
    ] as const
    const page = await pageAt('/deliveries')
    await trigger('assessment.started')
    await page.getByRole('cell', { name: 'assessment.started' }).waitFor()
    await page.getByLabel('Event', { exact: true }).selectOption('assessment.started')
    await expect.poll(async () => await page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Webhook').selectOption(ids[1])
    await seen(page, 'No delivery is one of these.')
    expect(new URL(page.url()).search).toBe(`?type=assessment.started&webhook=${ids[1]}`)
    await page.getByLabel('Event', { exact: true }).selectOption('')
    await page.getByLabel('Status').selectOption('retrying')
    await page.getByRole('cell', { name: '2xx, but not 200' }).first().waitFor()

    await page.goto(`${url}/dashboard/events`)
    await page.getByLabel('Type').selectOption('assessment.started')
    await expect.poll(async () => await page.getByRole('row').count()).toBe(2)
    await page.getByRole('cell', { name: 'assessment.started' }).getByRole('link').click()
    await press(page, 'Send again')
    await page.getByRole('dialog').getByLabel('To').selectOption({ label: other.url })
    await press(page, 'Send')
    await page.getByRole('cell', { name: other.url }).waitFor()
    await expect.poll(() => other.received.map(({ event }) => event)).toContain('assessment.started')
  })

  test.each(looks)('everybody can use the pages: $colorScheme, $width px', async ({ colorScheme, width }) => {
    const { url, ask, pageAt, trigger, webhookTo } = await stage()
    const server = await receiver((_request, response) => response.writeHead(500).end())
    const id = await webhookTo(server.url, { description: 'مرحبا <i>' + 'x'.repeat(200) })
    await trigger()
    await server.until(1)
    const delivery = (await ask('GET', `/v1/deliveries?webhook_id=${id}`)).textAt('data.0.id')
    const event = (await ask('GET', '/v1/events')).textAt('data.0.id')
    const page = await pageAt('/webhooks', { colorScheme, viewport: { width, height: 800 } })
    await page.getByRole('cell', { name: 'failing' }).waitFor()
    expect(await troublesOf(page)).toEqual([])
    await press(page, 'Create an endpoint')
    await page.getByRole('checkbox', { name: /^\*/ }).uncheck()
    expect(await troublesOf(page)).toEqual([])
    for (const [path, text] of [
      [`/webhooks/${id}`, 'Failing since'],
      ['/deliveries', 'status 500'],
      [`/deliveries/${delivery}`, 'Response, status 500'],
      ['/events', 'Created'],
      [`/events/${event}`, 'Sequence'],
    ] as const) {
      await page.goto(`${url}/dashboard${path}`)
      await page.getByRole('main').getByText(text).first().waitFor({ state: 'attached' })
      expect(await troublesOf(page), path).toEqual([])
    }
  })

  test.each([
    ['/webhooks', 'skillpass webhook create https://example.com/hook'],
    ['/deliveries', 'skillpass webhook listen --forward-to http://127.0.0.1:3000/hook'],
    ['/events', 'skillpass event trigger invite.created'],
  ])('the empty %s says which command fills it', async (path, command) => {
    const { pageAt } = await stage()
    const page = await pageAt(path)
    expect(await page.locator('.empty .command code').textContent()).toBe(command)
    expect(await troublesOf(page)).toEqual([])
  })
})

/** What axe finds, and how far the page is wider than its window. */
async function troublesOf(page: Page): Promise<string[]> {
  const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  return [...(await violations(page)), ...(Number(excess) > 0 ? [`${Number(excess)} px too wide`] : [])]
}

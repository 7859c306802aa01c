import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventNames, eventPayloads } from '../../src/contract/events.ts'
import { fieldsOf } from '../../src/dashboard/sandbox-cards/event-data.ts'
import { freshSandbox } from '../sandbox.ts'
import { receiver, statuses } from '../webhooks/receiver.ts'
import { browser, looks, violations } from './browser.ts'

const chromium = await browser()

function happened(page: Page) {
  return page.getByRole('table', { name: 'What happened' }).getByRole('row')
}

test.each(eventNames)('the form knows the fields of %s', (name) => {
  expect(fieldsOf[name].toSorted()).toEqual(Object.keys(eventPayloads[name]()).toSorted())
})

describe.skipIf(chromium.missing !== null)('the sandbox page', () => {
  test('72 hours with a failing webhook: every retry in order, the thirteenth the last', async () => {
    const sandbox = await freshSandbox()
    const { url } = await receiver(statuses(500))
    await sandbox.request('POST', '/v1/webhooks', { body: { url, events: ['invite.created'] } })
    await sandbox.request('POST', '/v1/assess/invites', {
      body: { candidate_email: 'kim@example.com', skill: 'react' },
    })
    const page = await chromium.open()
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByRole('button', { name: '+72 h' }).click()
    const attempts = page.getByRole('table', { name: 'What happened' }).getByText(/^Attempt \d+$/)
    await expect.poll(async () => (await attempts.allTextContents()).at(-1)).toBe('Attempt 13')
    // The first was made when the event happened, before the clock was moved.
    expect(await attempts.allTextContents()).toEqual(
      Array.from({ length: 12 }, (_, index) => `Attempt ${index + 2}`),
    )
    expect(await happened(page).nth(1).textContent()).toContain('http 500')
    const link = happened(page).last().getByRole('link')
    expect(await link.getAttribute('href')).toMatch(/^\/dashboard\/deliveries\/dlv_/)
    await page.getByText('3 d 0 h').waitFor()
  })

  test('the next event, an instant, a frozen clock, and never back', async () => {
    const sandbox = await freshSandbox({ clock: '2026-03-18T12:00:00Z', freeze: true })
    await sandbox.request('POST', '/v1/assess/invites', {
      body: { candidate_email: 'kim@example.com', skill: 'react', expires_in: '2h' },
    })
    const page = await chromium.open({ expectedErrors: /422/ })
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByText('An invite expires at 18 Mar 2026, 14:00:00 UTC').waitFor()
    await page.getByRole('button', { name: 'Next event' }).click()
    await happened(page).getByText('Invite expired').waitFor()
    expect(await happened(page).last().getByRole('link').getAttribute('href')).toMatch(
      /^\/dashboard\/invites\/inv_/,
    )
    await page.getByLabel('Go to an instant, UTC').fill('2026-12-24T18:00')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.getByRole('strong').getByText('24 Dec 2026, 18:00:00 UTC').waitFor()
    await page.getByLabel('Go to an instant, UTC').fill('2026-01-01T00:00')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.getByRole('link', { name: 'CLOCK_BACKWARD' }).waitFor()
    await page.getByRole('button', { name: 'Let it run' }).click()
    await page.getByText('running').waitFor()
    expect((await sandbox.request('GET', '/v1/sandbox/clock')).at('frozen')).toBe(false)
  })

  test('a fault is added, met, seen, and cleared', async () => {
    const sandbox = await freshSandbox()
    const page = await chromium.open({ expectedErrors: /422/ })
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByRole('button', { name: 'Add a fault' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Answer this status').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByLabel('Answer this status').fill('503')
    await page.getByRole('dialog').getByLabel('Method').selectOption('GET')
    await page.getByLabel('Path', { exact: true }).fill('/v1/users/*')
    await page.getByLabel('Requests to meet').fill('3')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('table', { name: 'Active faults' }).getByRole('row').nth(1)
    await row.getByText('3 more').waitFor()

    expect((await sandbox.request('GET', '/v1/users/nobody')).status).toBe(503)
    await row.getByText('2 more').waitFor()
    await row.getByRole('button', { name: /^Clear flt_/ }).click()
    await page.getByText('Every request is answered as it should be.').waitFor()
    expect((await sandbox.request('GET', '/v1/users/nobody')).status).toBe(404)
  })

  test('an event is triggered, by fields or as JSON, and refused at its field', async () => {
    const sandbox = await freshSandbox()
    const page = await chromium.open({ expectedErrors: /422/ })
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByLabel('score', { exact: true }).fill('860')
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    await page.getByLabel('score', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByLabel('score', { exact: true }).fill('86')
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    const told = page.getByRole('status', { name: 'Triggered events' })
    await told.getByText('assessment.completed', { exact: true }).click()
    const shown = told.getByLabel('assessment.completed', { exact: true })
    expect(JSON.parse((await shown.textContent()) ?? '')).toMatchObject({ score: 86 })

    await page.getByLabel('Event', { exact: true }).selectOption('invite.created')
    await page.getByRole('button', { name: 'JSON' }).click()
    await page.getByRole('textbox', { name: 'Data' }).fill('{"skill": "go"')
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    await page.getByText('This is no JSON').first().waitFor()
    await page
      .getByRole('textbox', { name: 'Data' })
      .fill('{"skill": "go", "candidate_email": "kim@example.com"}')
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    await told.locator('summary', { hasText: 'kim@example.com' }).waitFor()
    const [invite] = (await sandbox.request('GET', '/v1/assess/invites?limit=1')).at('data') as unknown[]
    expect(invite).toMatchObject({ candidate_email: 'kim@example.com', skill: 'go' })
  })

  test('a reset has to be typed, takes the chosen seed and leaves the page signed in', async () => {
    const sandbox = await freshSandbox({ seed: 'default' })
    const page = await chromium.open()
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByRole('button', { name: '+1 day' }).click()
    await page.getByText(/^It is /).waitFor()
    await page.getByRole('button', { name: 'Reset the sandbox…' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Reset' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Seed').selectOption('empty')
    await dialog.getByLabel('Type reset to confirm').fill('reset')
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('Back to the seed “empty”').waitFor()
    await page.getByText(/^It is /).waitFor({ state: 'detached' })
    expect((await sandbox.request('GET', '/v1/assess/invites')).at('data')).toEqual([])
    await page.getByRole('link', { name: 'Mail' }).click()
    await page.getByText('No mail yet').waitFor()
    await page.getByText('skillpass invite send kim@example.com --skill react').waitFor()
  })

  test('the mail of an invite is read, filtered by address, and leads to the candidate’s page', async () => {
    const sandbox = await freshSandbox()
    const invite = async (candidate_email: string, candidate_name: string) =>
      await sandbox.request('POST', '/v1/assess/invites', {
        body: { candidate_email, candidate_name, skill: 'react' },
      })
    const sent = await invite('kim@example.com', '<b>Kim</b>')
    await invite('sam@example.com', 'Sam')
    const page = await chromium.open()
    await page.goto(`${sandbox.url}/dashboard/mail`)
    await page.getByText('sam@example.com').waitFor()
    await page.getByLabel('To').fill('kim@example.com')
    await page.getByLabel('To').press('Enter')
    await page.getByText('sam@example.com').waitFor({ state: 'detached' })
    expect(page.url()).toContain('?to=kim%40example.com')
    await page.getByText('Hello <b>Kim</b>,').waitFor()
    const link = page.getByRole('link', { name: 'Open the candidate’s page' })
    expect(await link.getAttribute('href')).toBe(sent.textAt('invite_url'))
    const about = page.getByRole('link', { name: sent.textAt('id') })
    expect(await about.getAttribute('href')).toBe(`/dashboard/invites/${sent.textAt('id')}`)
  })

  test.each(looks)('nobody is shut out: $colorScheme, $width px', async ({ colorScheme, width }) => {
    const sandbox = await freshSandbox({ seed: 'default' })
    await sandbox.request('POST', '/v1/sandbox/faults', {
      body: { path: `/v1/${'long'.repeat(60)}`, status: 503, delay_ms: 5, rate: 0.5 },
    })
    const page = await chromium.open({ colorScheme, viewport: { width, height: 800 } })
    const isWhole = async (): Promise<void> => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
    }
    await page.goto(`${sandbox.url}/dashboard/sandbox`)
    await page.getByRole('button', { name: '+1 day' }).click()
    await page.getByText(/^What happened on the way/).waitFor()
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    await page.getByRole('status', { name: 'Triggered events' }).waitFor()
    await isWhole()
    await page.getByRole('button', { name: 'Add a fault' }).click()
    await isWhole()
    await page.goto(`${sandbox.url}/dashboard/mail`)
    await page.locator('.letters').waitFor()
    await page.locator('.letters summary').first().click()
    await isWhole()
  })
})

import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { receiver } from '../cli/receiver.ts'
import { expectStatus, freshSandbox, newKey, type TestSandbox } from '../sandbox.ts'
import { browser } from './browser.ts'
import { expectUsable, patience, visit } from './page.ts'

const chromium = await browser()

describe.skipIf(chromium.missing !== null)('the overview', patience, () => {
  test('every number of the range with its days', async () => {
    const sandbox = await freshSandbox()
    await write(sandbox, '/v1/users', { display_name: 'Kim', id: 'kim' })
    for (const name of ['one', 'two', 'three']) await invite(sandbox, `${name}@example.com`)
    expectStatus(await sandbox.request('GET', '/v1/verify/passport/kim'), 200)
    expectStatus(await sandbox.request('GET', '/v1/users/nobody'), 404)
    await failedDelivery(sandbox)
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    expect(await figure(tab, 'Invites sent')).toContain('3')
    expect(await today(tab, 'Invites sent by day')).toEqual(['3'])
    expect(await today(tab, 'Verifications made by day')).toEqual(['1'])
    expect(await today(tab, 'Errors by day')).toEqual(['1'])
    expect(await figure(tab, 'Delivery success')).toContain('50%1 of 2 attempts')
    expect(await today(tab, 'Delivery success by day')).toEqual(['2', '1'])
    await tab.getByRole('link', { name: 'Sandbox key' }).waitFor()
    await expectUsable(tab)
  })

  test('the range is chosen, and is in the address', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    const days = () => tab.getByRole('table', { name: 'Requests by day' }).getByRole('row')
    await expect.poll(async () => await days().count()).toBe(1 + 30)
    await tab.getByRole('button', { name: '90 days' }).click()
    await expect.poll(async () => await days().count()).toBe(1 + 90)
    await tab.getByRole('button', { name: '7 days' }).click()
    await expect.poll(async () => await days().count()).toBe(1 + 7)
    await tab.reload()
    await expect.poll(async () => await days().count()).toBe(1 + 7)
    expect(new URL(tab.url()).search).toBe('?days=7')
  })

  test('an invite that is sent meanwhile is counted without a reload', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    await expect.poll(async () => await figure(tab, 'Invites sent')).toContain('0')
    await invite(sandbox, 'kim@example.com')
    await expect.poll(async () => await figure(tab, 'Invites sent'), { timeout: 30_000 }).toContain('1')
  })

  test('names what needs attention, each with its link', async () => {
    const sandbox = await freshSandbox()
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const expiring = await newKey(sandbox, ['read'], { name: '<b>bold</b> مفتاح', expires_at: soon })
    await newKey(sandbox, ['read'], { name: 'fine', expires_at: later })
    const disabled = await write(sandbox, '/v1/webhooks', { url: 'http://127.0.0.1:9/off', events: ['*'] })
    await write(sandbox, `/v1/webhooks/${disabled}/disable`, {})
    const failing = await failedDelivery(sandbox)
    const pressing = await invite(sandbox, 'soon@example.com', '5h')
    await invite(sandbox, 'later@example.com', '7d')
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    const lines = tab.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
    await expect.poll(async () => await lines.count()).toBe(4)
    const links = await lines
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    const paths = [
      `webhooks/${disabled}`,
      `webhooks/${failing}`,
      `keys/${expiring.id}`,
      `invites/${pressing}`,
    ]
    expect(new Set(links)).toEqual(new Set(paths.map((path) => `/dashboard/${path}`)))
    await tab.getByText('<b>bold</b> مفتاح').waitFor()
    await tab.getByText('It expires in 5 days.').waitFor()
    await expectUsable(tab)
  })

  test('a service without anything says that nothing needs attention', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    await visit(tab, sandbox, '', 'Overview')
    await tab.getByText('Nothing: no endpoint fails').waitFor()
    expect(await figure(tab, 'Delivery success')).toContain('no deliveries')
  })
})

async function write(sandbox: TestSandbox, path: string, body: object): Promise<string> {
  const answer = await sandbox.request('POST', path, { body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.textAt('id')
}

async function invite(sandbox: TestSandbox, email: string, span = '7d'): Promise<string> {
  return await write(sandbox, '/v1/assess/invites', {
    candidate_email: email,
    skill: 'react',
    expires_in: span,
  })
}

/** An endpoint with one delivery that succeeded and one that failed once. Answers its id. */
async function failedDelivery(sandbox: TestSandbox): Promise<string> {
  const { url, received } = await receiver(200, 500)
  const id = await write(sandbox, '/v1/webhooks', { url, events: ['webhook.test'] })
  for (const count of [1, 2]) {
    expectStatus(await sandbox.request('POST', `/v1/webhooks/${id}/test`), 202)
    await expect.poll(() => received.length).toBe(count)
  }
  const retrying = async () =>
    (await sandbox.request('GET', '/v1/deliveries?status=retrying')).at('data.0.webhook_id')
  await expect.poll(retrying).toBe(id)
  return id
}

async function figure(tab: Page, title: string): Promise<string> {
  const text = await tab.getByRole('region', { name: title }).locator('p').first().textContent()
  return (text ?? '').replaceAll(/\s*(?=\d+ of)/g, '')
}

/** The last row of the table that stands for a chart. */
async function today(tab: Page, chart: string): Promise<string[]> {
  return await tab
    .getByRole('table', { name: chart })
    .getByRole('row')
    .last()
    .getByRole('cell')
    .allTextContents()
}

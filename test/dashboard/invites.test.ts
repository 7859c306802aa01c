import { describe, expect, test } from 'vitest'
import { expectStatus, freshSandbox } from '../sandbox.ts'
import { browser } from './browser.ts'
import { expectUsable, patience, seeHeading, visit } from './page.ts'

const chromium = await browser()

describe.skipIf(chromium.missing !== null)('the invites', patience, () => {
  test('one is sent, taken as its candidate, and its result changes the passport', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    await visit(tab, sandbox, '/invites', 'Invites')
    await tab.getByText('skillpass invite send').waitFor()
    await tab.getByRole('button', { name: 'New invite' }).click()
    const dialog = tab.getByRole('dialog', { name: 'New invite' })
    await dialog.getByLabel('E-mail of the candidate').fill('kim@example.com')
    await dialog.getByLabel('Name (optional)').fill('Kim Doe')
    await dialog.getByLabel('Skill', { exact: true }).fill('react')
    await dialog.getByLabel('30 days').check()
    await dialog.getByLabel('Time limit, minutes').fill('90')
    await dialog.getByRole('button', { name: 'Add metadata' }).click()
    await dialog.getByLabel('Name 1').fill('job')
    await dialog.getByLabel('Value 1').fill('web-12')
    await expectUsable(tab)
    await dialog.getByRole('button', { name: 'Send invite' }).click()

    await seeHeading(tab, 'Kim Doe')
    await tab.getByText('1 h 30 min').waitFor()
    await tab.getByText('"job": "web-12"').waitFor()
    const link = await tab.getByRole('link', { name: 'Open the candidate’s page' }).getAttribute('href')
    expect(link).toContain('/i/')
    await expectUsable(tab)
    await tab.getByRole('button', { name: 'Accept' }).click()
    await tab.getByRole('link', { name: 'invite.accepted' }).waitFor()
    await tab.getByRole('button', { name: 'Start' }).click()
    await tab.getByText('Time left').waitFor()
    await tab.getByRole('button', { name: 'Complete…' }).click()
    const completing = tab.getByRole('dialog', { name: 'Complete the assessment' })
    await completing.getByLabel('Score', { exact: true }).fill('120')
    await completing.getByLabel('Out of', { exact: true }).fill('150')
    await completing.getByRole('button', { name: 'Add a section' }).click()
    await completing.getByLabel('Section 1', { exact: true }).fill('<i>Hooks</i>')
    await completing.getByLabel('Score of section 1').fill('80')
    await completing.getByRole('button', { name: 'Complete', exact: true }).click()

    await tab.getByText('120 of 150').waitFor()
    await tab.getByText('<i>Hooks</i>').waitFor()
    await tab.getByText('80%, passed from 60%').waitFor()
    await expectUsable(tab)
    await tab.getByRole('link', { name: /→ \d+, T0 → T1/ }).click()
    await seeHeading(tab, 'React')
    await tab.getByText(/Kim Doe has \d+ of 1000 points in React/).waitFor()
  })

  test('what the service refuses stands at its field', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open({ expectedErrors: /status of 4(22|09)/ })
    const sent = { candidate_email: 'kim@example.com', skill: 'react' }
    expectStatus(await sandbox.request('POST', '/v1/assess/invites', { body: sent }), 201)
    await visit(tab, sandbox, '/invites', 'Invites')
    await tab.getByRole('button', { name: 'New invite' }).click()
    const dialog = tab.getByRole('dialog')
    const [email, skill] = [
      dialog.getByLabel('E-mail of the candidate'),
      dialog.getByLabel('Skill', { exact: true }),
    ]
    const send = dialog.getByRole('button', { name: 'Send invite' })
    await email.fill('no address')
    await skill.fill('react')
    await send.click()
    await dialog.locator('.problem').first().waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await skill.getAttribute('aria-invalid')).toBeNull()
    await email.fill('kim@example.com')
    await skill.fill('raect')
    await send.click()
    await dialog.locator('.problem', { hasText: 'is not in the skill catalogue' }).waitFor()
    expect(await skill.getAttribute('aria-invalid')).toBe('true')
    await skill.fill('react')
    await dialog.getByLabel('When the candidate has an open invite').selectOption('Refuse')
    await send.click()
    await dialog.getByRole('link', { name: 'INVITE_DUPLICATE' }).waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
  })

  test('one is resent, extended, started and cancelled by force', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    const body = { candidate_email: 'kim@example.com', skill: 'react', expires_in: '1d' }
    const id = (await sandbox.request('POST', '/v1/assess/invites', { body })).textAt('id')
    await visit(tab, sandbox, `/invites/${id}`, 'kim@example.com')
    await tab.getByRole('button', { name: 'Extend…' }).click()
    await tab.getByRole('dialog').getByLabel('30 days').check()
    await tab.getByRole('dialog').getByRole('button', { name: 'Extend' }).click()
    await tab.getByText(/in (29|30) days/).waitFor()
    await tab.getByRole('button', { name: 'Resend…' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
    await tab.getByText('Sent again').waitFor()
    // Somebody else starts it: the page hears of it.
    expectStatus(await sandbox.request('POST', `/v1/assess/invites/${id}/start`), 200)
    await tab.getByRole('button', { name: 'Complete…' }).waitFor()
    await tab.getByRole('button', { name: 'Cancel…' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Cancel the invite' })
    const cancel = dialog.getByRole('button', { name: 'Cancel the invite' })
    expect(await cancel.isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Position filled')
    await dialog.getByLabel('Cancel although').check()
    await cancel.click()
    await tab.getByText('Position filled').waitFor()
    await tab.getByRole('link', { name: 'invite.cancelled' }).click()
    await seeHeading(tab, 'invite.cancelled')
    await expectUsable(tab)
  })

  test('the filters are in the address, and strange names are text', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    const names = ['<img src=x onerror=alert(1)>', 'שלום עולם', 'long'.repeat(50)]
    for (const [index, candidate_name] of names.entries()) {
      const body = {
        candidate_email: `c${index}@example.com`,
        skill: index === 0 ? 'go' : 'react',
        candidate_name,
      }
      expectStatus(await sandbox.request('POST', '/v1/assess/invites', { body }), 201)
    }
    await visit(tab, sandbox, '/invites', 'Invites')
    for (const name of names) await tab.getByRole('link', { name, exact: true }).waitFor()
    expect(await tab.locator('main img').count()).toBe(0)
    await expectUsable(tab)
    await tab.getByLabel('Skill').fill('go')
    await tab.getByLabel('Skill').press('Enter')
    await tab.getByRole('link', { name: 'שלום עולם' }).waitFor({ state: 'detached' })
    await tab.getByLabel('Status').selectOption('pending')
    await tab.getByLabel('Created from').fill('2020-01-01')
    await tab.getByLabel('Created from').blur()
    await expect
      .poll(() => new URL(tab.url()).search)
      .toBe('?skill=go&status=pending&created_after=2020-01-01')
    await tab.reload()
    await tab.getByRole('link', { name: '<img' }).waitFor()
    await tab.getByLabel('Status').selectOption('expired')
    await tab.getByText('No invite matches these filters.').waitFor()
    await tab.getByRole('button', { name: 'Clear' }).click()
    await tab.getByRole('link', { name: 'שלום עולם' }).waitFor()
    expect(new URL(tab.url()).search).toBe('')
  })
})

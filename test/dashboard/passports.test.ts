import { describe, expect, test } from 'vitest'
import { expectStatus, freshSandbox, sharedSandbox } from '../sandbox.ts'
import { browser } from './browser.ts'
import { expectUsable, patience, seeHeading, visit } from './page.ts'

const chromium = await browser()

describe.skipIf(chromium.missing !== null)('the passports', patience, async () => {
  const seeded = await sharedSandbox({ seed: 'default' })

  test('somebody is found by name, e-mail or id', async () => {
    const tab = await chromium.open()
    await visit(tab, seeded, '/passports', 'Passports')
    const search = tab.getByLabel('Search by name, e-mail or id')
    const alex = tab.getByRole('link', { name: 'Alex Chen' })
    for (const text of ['alex ch', 'alex.chen@example.com', 'usr_alex']) {
      await search.fill('nobody like that')
      await tab.getByText('Nobody matches.').waitFor()
      await search.fill(text)
      await alex.waitFor()
    }
    expect(new URL(tab.url()).search).toBe('?q=usr_alex')
    await expectUsable(tab)
    await alex.click()
    await seeHeading(tab, 'Alex Chen')
  })

  test('sliding back and ahead shows the score of the day, with a curve for each skill', async () => {
    const tab = await chromium.open()
    await visit(tab, seeded, '/passports/usr_alex', 'Alex Chen')
    await tab.getByRole('img', { name: 'SCI 84 of 100' }).waitFor()
    const curve = tab.getByRole('figure', { name: 'SCI by day' })
    await curve.locator('canvas').waitFor()
    expect(await curve.getByRole('columnheader').allTextContents()).toEqual(['Day', 'React', 'TypeScript'])
    expect(await curve.locator('caption ~ tbody tr').count()).toBe(25)
    await expectUsable(tab)
    const slider = tab.getByRole('slider', { name: 'As of' })
    await slider.fill('365')
    await tab.getByRole('heading', { name: /^Skills on/ }).waitFor()
    await tab.getByRole('img', { name: 'SCI 84 of 100' }).waitFor({ state: 'detached' })
    expect(new URL(tab.url()).searchParams.get('as_of')).toMatch(/^\d{4}-\d\d-\d\d$/)
    await slider.fill('-730')
    await expect.poll(async () => await tab.getByRole('img', { name: 'SCI 0 of 100' }).count()).toBe(3)
    await tab.getByRole('button', { name: 'Today' }).click()
    await tab.getByRole('img', { name: 'SCI 84 of 100' }).waitFor()
    expect(new URL(tab.url()).search).toBe('')
  })

  test('a score is explained, its chain checked, its evidence disputed, resolved and revoked', async () => {
    const sandbox = await freshSandbox({ seed: 'default' })
    const tab = await chromium.open()
    await visit(tab, sandbox, '/passports/usr_alex/react', 'React')
    await tab.getByText(/Alex Chen has 844 of 1000 points/).waitFor()
    await tab.getByText('397 points, 47%').waitFor()
    await tab.getByRole('button', { name: 'Check the hashes' }).click()
    await tab.getByText(/The chain is whole: all \d+ entries/).waitFor()
    await expectUsable(tab)

    const row = tab.getByRole('row', { name: 'Assessment, 95 of 100' })
    await row.getByRole('button', { name: 'Dispute' }).click()
    await tab.getByRole('dialog').getByLabel('Reason').fill('Wrong person')
    await tab.getByRole('dialog').getByRole('button', { name: 'Dispute' }).click()
    await tab.getByText('A piece of its evidence is disputed.').waitFor()
    await row.getByRole('button', { name: 'Resolve' }).click()
    await tab.getByText('Wrong person').waitFor()
    await tab.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
    await tab.getByText(/Alex Chen has 844 of 1000 points/).waitFor()
    await row.getByRole('link').click()
    await seeHeading(tab, 'Assessment, 95 of 100')
    await expectUsable(tab)
    await tab.getByRole('button', { name: 'Revoke' }).click()
    await tab.getByRole('dialog').getByLabel('Reason').fill('Recorded <b>twice</b>')
    await tab.getByRole('dialog').getByRole('button', { name: 'Revoke for good' }).click()
    await tab.getByText('Recorded <b>twice</b>').waitFor()
    expect(await tab.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
    await tab.getByRole('link', { name: 'usr_alex in react' }).click()
    await tab.getByText(/Alex Chen has \d+ of 1000 points/).waitFor()
    expect(await tab.getByText(/has 844 of 1000 points/).count()).toBe(0)
    await tab.getByRole('button', { name: 'Check the hashes' }).click()
    await tab.getByText(/The chain is whole/).waitFor()
  })

  test('a chain that was tampered with on its way is told from a whole one', async () => {
    const tab = await chromium.open()
    await tab.route('**/v1/users/usr_alex/evidence*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"score":95', '"score":96'),
      })
    })
    await visit(tab, seeded, '/passports/usr_alex/react', 'React')
    await tab.getByRole('button', { name: 'Check the hashes' }).click()
    const alarm = tab.getByRole('alert')
    await alarm.waitFor()
    expect(await alarm.textContent()).toContain('Its content is not what was hashed: it was altered.')
  })

  test('evidence that is added changes the passport at once', async () => {
    const sandbox = await freshSandbox()
    const tab = await chromium.open()
    const body = { id: 'kim', display_name: '‮<b>Kim</b> '.padEnd(200, 'x') }
    expectStatus(await sandbox.request('POST', '/v1/users', { body }), 201)
    await visit(tab, sandbox, '/passports/kim', '<b>Kim</b>')
    await tab.getByText('There is no evidence of any skill.').waitFor()
    await expectUsable(tab)
    await tab.getByRole('button', { name: 'Add evidence' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Add evidence' })
    await dialog.getByLabel('Skill').fill('react')
    await dialog.getByLabel('Type').selectOption('assessment')
    await dialog.getByLabel('Score').fill('90')
    await expectUsable(tab)
    await dialog.getByRole('button', { name: 'Add evidence' }).click()
    await tab.getByRole('link', { name: 'React' }).waitFor()
    // What somebody else adds comes by itself.
    const session = { type: 'session', skill: 'go', rating: 5 }
    expectStatus(await sandbox.request('POST', '/v1/users/kim/evidence', { body: session }), 201)
    await tab.getByRole('link', { name: 'Go', exact: true }).waitFor()
  })

  test('who is suspended or erased is shown as such', async () => {
    const tab = await chromium.open({ expectedErrors: /status of 410/ })
    await visit(tab, seeded, '/passports/usr_suspended', /./)
    await tab.getByText('This user is suspended').waitFor()
    await expectUsable(tab)
    await visit(tab, seeded, '/passports/usr_erased', 'Erased user')
    await expectUsable(tab)
  })
})

import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { day, someone, startApi } from './api.ts'

const api = await startApi()

async function mails(query = '', key?: string) {
  return (
    await api.ok(
      contract.sandbox.mail,
      `/v1/sandbox/mail?limit=100${query}`,
      key === undefined ? {} : { key },
    )
  ).data
}

describe('an invite', () => {
  test('is mailed with who, what, until when and the link', async () => {
    const invite = await api.invite({
      candidate_name: 'Ada Byron',
      skill: 'typescript',
      expires_in: '36h',
      time_limit_seconds: 5400,
    })
    expect(await mails(`&invite_id=${invite.id}`)).toEqual([
      {
        id: expect.stringMatching(/^mail_/),
        object: 'mail',
        invite_id: invite.id,
        to: invite.candidate_email,
        subject: 'Your TypeScript assessment',
        link: invite.invite_url,
        sent_at: invite.delivery.sent_at,
        text: [
          'Hello Ada Byron,',
          'you are invited to an assessment of your TypeScript. Please start it by 22 March 2026 at 00:00 UTC.',
          `Your personal link:\n${invite.invite_url}`,
          'Once started, you have 90 minutes to finish.',
          'If you did not expect this message, you can ignore it. Please do not forward it: the link is yours alone.\n',
        ].join('\n\n'),
      },
    ])
  })

  test('without a name or a time limit leaves both out', async () => {
    const { id } = await api.invite()
    const [mail] = await mails(`&invite_id=${id}`)
    expect(mail?.text).toMatch(/^Hello,\n/)
    expect(mail?.text).not.toContain('Once started')
  })

  test('with send_email false is not mailed', async () => {
    const { id } = await api.invite({ send_email: false })
    expect(await mails(`&invite_id=${id}`)).toEqual([])
  })

  test('that was found instead of made is not mailed again', async () => {
    const { id, candidate_email } = await api.invite()
    await api.invite({ candidate_email, if_exists: 'return' })
    expect(await mails(`&invite_id=${id}`)).toHaveLength(1)
  })

  test('sent again is mailed again, with its new end', async () => {
    const { id } = await api.invite({ expires_in: '2d' })
    api.pass(day)
    await api.step(id, 'resend')
    const [second, first] = await mails(`&invite_id=${id}`)
    const until = (offset: number) => new Date(api.now() + offset).getUTCDate()
    expect(first?.text).toContain(`${until(day)} March 2026`)
    expect(second?.text).toContain(`${until(2 * day)} March 2026`)
    expect(second?.sent_at).toBe(api.at())
    expect(second?.link).toBe(first?.link)
  })

  test('sent again by hand is mailed even if it was made without mail', async () => {
    const { id } = await api.invite({ send_email: false })
    const resent = await api.step(id, 'resend')
    expect(resent.delivery.status).toBe('sent')
    expect(await mails(`&invite_id=${id}`)).toHaveLength(1)
  })

  test('that was refused is not mailed', async () => {
    const { candidate_email } = someone()
    await api.refused('POST', '/v1/assess/invites', { body: { candidate_email, skill: 'raect' } })
    expect(await mails(`&to=${candidate_email}`)).toEqual([])
  })
})

describe('the list', () => {
  test('is newest first, by address, in pages', async () => {
    const { candidate_email } = someone()
    const ids: string[] = []
    for (const skill of ['react', 'python', 'sql'])
      ids.unshift((await api.invite({ candidate_email, skill })).id)
    await api.invite()
    expect((await mails(`&to=${candidate_email}`)).map((mail) => mail.invite_id)).toEqual(ids)
    const path = `/v1/sandbox/mail?to=${candidate_email}&limit=2`
    const first = await api.ok(contract.sandbox.mail, path)
    expect(first).toMatchObject({ has_more: true, data: [{ invite_id: ids[0] }, { invite_id: ids[1] }] })
    const second = await api.ok(contract.sandbox.mail, `${path}&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ has_more: false, next_cursor: null, data: [{ invite_id: ids[2] }] })
  })

  test('shows the link to callers with invites:write only', async () => {
    const { id, invite_url } = await api.invite()
    const { secret } = await api.key({ scopes: ['sandbox:write'] })
    const [mail] = await mails(`&invite_id=${id}`, secret ?? '')
    expect(mail?.link).toBeNull()
    expect(mail?.text).not.toContain(invite_url?.split('/i/')[1] ?? 'no link')
    expect(mail?.text).not.toContain('Your personal link')
  })

  test('leaves no link in the log of requests', async () => {
    const { id, invite_url } = await api.invite()
    const answer = await api.send('GET', `/v1/sandbox/mail?invite_id=${id}`)
    const entry = await api.send('GET', `/v1/logs/${answer.headers.get('x-request-id')}`)
    expect(JSON.stringify(answer.body)).toContain(invite_url)
    expect(JSON.stringify(entry.body)).not.toContain(invite_url?.split('/i/')[1])
  })
})

test('an erased person’s mail is gone', async () => {
  const { id, candidate_email } = await api.invite()
  const user = (await api.step(id, 'accept')).user_id
  await api.send('POST', `/v1/users/${user}/erase`)
  expect(await mails(`&invite_id=${id}`)).toEqual([])
  expect(await mails(`&to=${candidate_email}`)).toEqual([])
})

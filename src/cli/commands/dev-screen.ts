import { relative } from 'node:path'
import type { Sandbox } from '../../sandbox.ts'
import { card } from '../card.ts'
import type { Fact } from '../card.ts'
import type { Context } from '../context.ts'
import type { Forwarding } from './dev-forward.ts'

interface Wishes {
  readonly seed: string | undefined
  readonly host: string | undefined
  readonly forwarding: Forwarding | null
}

/** All a newcomer needs: where, with which key, what to try, how to stop. */
export function firstScreen(sandbox: Sandbox, wishes: Wishes, context: Context): string {
  const { stdout } = context.io
  const { paint } = stdout
  const { forwarding } = wishes
  const secret = forwarding === null ? null : forwarding.secret
  const facts: Fact[] = [
    ['URL', paint.accent(sandbox.url)],
    ['API key', paint.accent(sandbox.apiKey)],
    ['Webhook secret', secret && paint.accent(secret)],
    ['Forwards to', forwarding && forwarding.to.href],
    ['Dashboard', sandbox.dashboardUrl],
    ['Data folder', dataFolder(sandbox, context.cwd)],
  ]
  if (!stdout.tty) return `${card(facts, stdout)}\n`
  const parts = [
    `  ${paint.strong('skillpass')} ${sandbox.version}  ${paint.good('● sandbox is running')}`,
    card(facts, stdout),
    ...remarks(sandbox, wishes, context),
    `  ${paint.strong('Try next')}, in another terminal\n\n${tries(sandbox, wishes, context)}`,
    `  ${paint.faint(sandbox.dataDir === null ? 'Ctrl-C stops it and everything is gone.' : 'Ctrl-C stops it. The data stays.')}`,
  ]
  return `\n${parts.join('\n\n')}\n\n`
}

function dataFolder({ dataDir, seeded }: Sandbox, cwd: string): string {
  if (dataDir === null) return 'none, kept in memory only'
  const near = relative(cwd, dataDir)
  const shown = near.startsWith('..') ? dataDir : `./${near}`
  return `${shown}${seeded ? '  (new)' : '  (from earlier runs)'}`
}

function remarks({ portFellBack, port }: Sandbox, { host }: Wishes, { io }: Context): string[] {
  const { warn } = io.stdout.paint
  const isOpen = host !== undefined && host !== 'localhost' && host !== '::1' && !host.startsWith('127.')
  return [
    ...(portFellBack
      ? [`  ${warn('!')} Port 4747 is taken by another program, so it is ${port} this time.`]
      : []),
    ...(isOpen ? [`  ${warn('!')} Other machines can reach it at ${host}.`] : []),
  ]
}

function tries(sandbox: Sandbox, { seed = 'default' }: Wishes, { program, io }: Context): string {
  const { faint } = io.stdout.paint
  const { url, apiKey, dataDir } = sandbox
  const known = seed === 'default'
  const lines = [
    ...(dataDir === null ? [`export SKILLPASS_BASE_URL=${url}`, `export SKILLPASS_API_KEY=${apiKey}`] : []),
    known ? `${program} passport get usr_alex` : `${program} skill list`,
    `${program} invite send kim@example.com --skill react`,
    `curl ${url}${known ? '/v1/verify/passport/usr_alex' : '/v1/skills'} ${faint('\\')}\n      -H "Authorization: Bearer ${apiKey}"`,
  ]
  return lines.map((line) => `    ${line}`).join('\n')
}

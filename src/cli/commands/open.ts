import type { Context } from '../context.ts'
import { CliError, exit, UsageError } from '../failure.ts'
import { maybe, oneOf, text } from '../flags.ts'
import { json, note } from '../output.ts'
import { verb } from '../verb.ts'
import { relative } from '../when.ts'

const paths = { dashboard: '/dashboard', docs: '/docs', mail: '/dashboard/mail' } as const
const pages = ['dashboard', 'docs', 'invite', 'mail'] as const

type Page = (typeof pages)[number]

export const open = verb({
  name: 'open',
  summary: 'open a page of the service in the browser',
  about:
    'The dashboard, the reference, the mail of the sandbox, or the page that a candidate sees. In a pipe, in CI, ' +
    'over SSH, with --json or --quiet it only prints the address. There is never a key in it.',
  args: {
    what: maybe(oneOf('WHAT', pages), `${pages.join(', ')} (default dashboard)`),
    id: maybe(text('ID'), 'of the invite; for docs, an error code'),
  },
  examples: [
    ['skillpass open', 'the dashboard'],
    ['skillpass open invite inv_01j9z8k7m6n5p4q3r2s1t0v9wx', 'what the candidate sees'],
    ['skillpass open docs RATE_LIMITED', 'what to do about an error'],
  ],
  run: async ({ what = 'dashboard', id }, context) => {
    checkId(what, id)
    const url = await addressOf(what, id, context)
    if (!mayStart(context)) return print(what, url, context)
    const { openBrowser } = await import('../browser.ts')
    if (await openBrowser(url, context.env)) return context.io.err(`Opened ${url.href}\n`)
    await context.io.err('No browser could be started. This is the address:\n')
    await context.io.out(`${url.href}\n`)
  },
})

function checkId(what: Page, id: string | undefined): void {
  if (what === 'invite' && id === undefined) throw new UsageError('Missing: ID of the invite.')
  if (what === 'dashboard' || what === 'mail') {
    if (id !== undefined) throw new UsageError(`"${what}" takes no ID.`)
  }
}

async function addressOf(what: Page, id: string | undefined, context: Context): Promise<URL> {
  const connection = await context.connection()
  if (what === 'invite') return linkOf(id ?? '', context)
  // A page that nothing serves is no help: the sandbox of this machine is asked first.
  if (connection.from === 'sandbox' || connection.from === 'default')
    await (await context.client()).documents.live()
  const error = what === 'docs' && id !== undefined ? `/errors/${encodeURIComponent(id.toUpperCase())}` : ''
  return new URL(`${connection.baseUrl.replace(/\/+$/, '')}${paths[what]}${error}`)
}

/** The candidate's own link. An invite that ended still has one: the page says how it ended. */
async function linkOf(id: string, context: Context): Promise<URL> {
  const client = await context.client()
  const { invite_url: link, status, closed_at, completed_at } = await client.invites.get({ id })
  if (link === null)
    throw new CliError(
      exit.permission,
      'LINK_HIDDEN',
      'This key may not see the link of an invite.',
      'It takes one with the scope invites:write.',
    )
  const endedAt = closed_at ?? completed_at
  if (endedAt !== null)
    await note(
      context,
      `This invite is ${status} (${relative(endedAt, context.now())}): the page only says so.`,
    )
  return new URL(link)
}

/** Only where a person sits in front of the machine that the browser would open on. */
function mayStart({ io, env, globals }: Context): boolean {
  const isAsked = !globals.json && !globals.quiet
  return isAsked && io.stdout.tty && !env.ci && !env.ssh && env.browser !== 'none'
}

async function print(what: Page, url: URL, { io, globals }: Context): Promise<void> {
  await io.out(globals.json ? json({ what, url: url.href }, io.stdout) : `${url.href}\n`)
}

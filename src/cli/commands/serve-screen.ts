import { card } from '../card.ts'
import type { Surface } from '../io.ts'
import type { Kept } from './first-key.ts'
import type { ServeWishes } from './serve-start.ts'

export function serveScreen(server: Kept, { secretFile, smtp }: ServeWishes, surface: Surface): string {
  const { paint } = surface
  const facts = card(
    [
      ['URL', paint.accent(server.url)],
      ['Admin key', server.apiKey && paint.accent(server.apiKey)],
      ['Admin key in', server.keyFile],
      ['Dashboard', server.dashboardUrl],
      ['Store', server.store],
      ['Secrets', secretFile === undefined ? server.secretFile : null],
    ],
    surface,
  )
  if (!surface.tty) return `${facts}\n`
  const parts = [
    `  ${paint.strong('skillpass')} ${server.version}  ${paint.good(`● ${server.mode} service is running`)}`,
    facts,
    ...remarks(server, paint),
    ...(server.mode === 'live' && smtp === undefined ? [noMail(paint)] : []),
    `  ${paint.faint('Ctrl-C stops it. The data stay.')}`,
  ]
  return `\n${parts.join('\n\n')}\n\n`
}

function noMail({ warn }: Surface['paint']): string {
  return `  ${warn('!')} No mail server (--smtp): invites are not mailed; hand candidates their links.`
}

function remarks({ apiKey, secretFile }: Kept, { warn, faint }: Surface['paint']): string[] {
  if (apiKey === null) return [`  ${faint('A lost admin key: skillpass keys bootstrap')}`]
  return [
    `  ${warn('!')} Keep the key now: it is not shown again. A lost one: skillpass keys bootstrap\n` +
      `  ${warn('!')} Back up ${secretFile} with the data: without it webhook secrets cannot be read.`,
  ]
}

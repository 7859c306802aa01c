import type { Wording } from './templates/wording.ts'

export interface Told {
  readonly name: string | null
  readonly skill: string
  readonly until: string
  readonly span: string | null
  readonly link: string | null
}

export function text({ name, skill, until, span, link }: Told, wording: Wording): string {
  const paragraphs = [
    wording.greeting(name),
    wording.invitation(skill, until),
    ...(link === null ? [] : [`${wording.link}\n${link}`]),
    ...(span === null ? [] : [wording.timeLimit(span)]),
    wording.footer,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

import { Html, markup, text as escaped } from '../core/html.ts'
import type { Speech } from './language.ts'
import type { Told } from './letter-text.ts'

/**
 * Mail programs know tables and styles of their own element, little else, and nothing is fetched from anywhere.
 * Colours that a program turns round for the dark keep their contrast; programs that ask get dark ones.
 */
export function html(told: Told, speech: Speech): string {
  const { skill, link } = told
  const { subject, footer } = speech.wording
  const content = markup`<h1 class="words" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#111827">${new Html(subject(isolated(skill)))}</h1>
${paragraphs(told, speech)}
${link === null ? null : linked(link, speech.wording)}
<p class="soft" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d1d5db;font-size:14px;color:#4b5563">${footer}</p>`
  return page(subject(skill), content, speech).text
}

function paragraphs({ name, skill, until, span }: Told, { wording }: Speech): Html[] {
  const words = [
    wording.greeting(name === null ? null : isolated(name)),
    wording.invitation(isolated(skill), strong(until)),
    ...(span === null ? [] : [wording.timeLimit(strong(span))]),
  ]
  return words.map(
    (one) => markup`<p style="margin:0 0 16px">${new Html(one)}</p>
`,
  )
}

/** Of whatever script it is, it leaves the order of the words around it alone. */
function isolated(words: string): string {
  return `<bdi>${escaped(words)}</bdi>`
}

function strong(words: string): string {
  return `<strong>${isolated(words)}</strong>`
}

/** The button has a border in its own colour: programs that drop backgrounds still show one. */
function linked(link: string, { button, otherwise }: Speech['wording']): Html {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="background:#1f6f5c;border-radius:6px">
<a href="${link}" style="display:inline-block;padding:13px 24px;border:1px solid #1f6f5c;border-radius:6px;background:#1f6f5c;color:#ffffff;font-weight:600;text-decoration:none">${button}</a>
</td></tr></table>
<p class="soft" style="margin:0;font-size:14px;color:#4b5563">${otherwise}<br>
<a class="plain" href="${link}" dir="ltr" style="color:#1f6f5c;word-break:break-all">${link}</a></p>`
}

function page(title: string, content: Html, { language, wording: { direction } }: Speech): Html {
  const side = direction === 'rtl' ? 'right' : 'left'
  return markup`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;color:#1f2937">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" lang="${language}" dir="${direction}" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #d1d5db;border-radius:8px"><tr><td align="${side}" class="words" style="padding:28px 24px;font-family:${new Html(font)};font-size:16px;line-height:1.5;overflow-wrap:anywhere;color:#1f2937">
${content}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const font = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const style = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#111827!important}
.card{background:#1f2937!important;border-color:#4b5563!important}
.words{color:#f3f4f6!important}
.soft{color:#d1d5db!important;border-color:#4b5563!important}
.plain{color:#7fd1b9!important}
}`

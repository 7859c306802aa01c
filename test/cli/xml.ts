/** Reads XML strictly, as far as reports need it: whatever is not well formed throws. */

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const token = /<\/([\w.-]+)>|<([\w.-]+)((?: [\w.-]+="[^"<]*")*)(\/?)>|([^<]+)/y
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

export function readXml(source: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  if (!source.startsWith(declaration) || !allowed.test(source)) throw new Error(`Not XML: ${source}`)
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = declaration.length
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const [, end, name, attributes = '', closed, text] = token.exec(source) ?? []
    const inside = open.at(-1)
    if (inside === undefined) throw new Error(`Too many ends at ${at}: ${source}`)
    if (text !== undefined) inside.text += decoded(text)
    else if (name !== undefined) {
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' }
      inside.children.push(element)
      if (closed === '') open.push(element)
    } else if (end === undefined || open.pop()?.name !== end) throw new Error(`Broken at ${at}: ${source}`)
  }
  const [root, ...more] = top.children
  if (root === undefined || more.length > 0 || open.length !== 1) throw new Error(`Not one whole: ${source}`)
  return root
}

function attributesOf(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/ ([\w.-]+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, decoded(value)]))
}

function decoded(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(text)) throw new Error(`A bare & in: ${text}`)
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (marks[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}

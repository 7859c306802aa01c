import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Page {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

export interface Block {
  /** Line of the page on which its code starts, from 1. */
  readonly line: number
  readonly code: string
  /** What the comment directly above says about running it. */
  readonly note: Note
}

/** `<!-- not run: why -->`, `<!-- runs until stopped -->` or `<!-- exit 8 -->`. */
export type Note =
  | { readonly kind: 'run'; readonly exit: number }
  | { readonly kind: 'service' }
  | { readonly kind: 'not-run'; readonly reason: string }

const skipped = /^(node_modules|dist|lib|coverage|\..*)$/

/** Every Markdown page of the repository. */
export function pages(folder = root): readonly Page[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return pages(path)
      return entry.name.endsWith('.md')
        ? [{ path: relative(root, path), text: readFileSync(path, 'utf8') }]
        : []
    })
}

const fence = /^(?:<!-- (.+) -->\n\n?)?```(?:sh|bash|shell|console)\n([^]*?)^```$/gm

/** What a reader pastes into a terminal. */
export function blocks({ text }: Page): readonly Block[] {
  return Array.from(text.matchAll(fence), ({ 0: whole, 1: comment, 2: code = '', index }) => ({
    line: text.slice(0, index + whole.indexOf('```')).split('\n').length + 1,
    code,
    note: noteOf(comment),
  }))
}

function noteOf(comment: string | undefined): Note {
  const [, reason] = /^not run: (.+)$/.exec(comment ?? '') ?? []
  if (reason !== undefined) return { kind: 'not-run', reason }
  if (comment === 'runs until stopped') return { kind: 'service' }
  const [, status = '0'] = /^exit (\d+)$/.exec(comment ?? '') ?? []
  return { kind: 'run', exit: Number(status) }
}

const link = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g

/** Where a page points to inside the repository: a path from its root, and the heading after the #. */
export function links({ path, text }: Page): readonly { readonly to: string; readonly heading: string }[] {
  return Array.from(text.matchAll(link), ([, inline, attribute]) => inline ?? attribute ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', heading = ''] = target.split('#')
      return { to: file === '' ? path : join(dirname(path), file), heading }
    })
}

/** The anchors of a page as GitHub makes them of its headings. */
export function anchors({ text }: Page): readonly string[] {
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

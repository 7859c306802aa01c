import { ar } from './templates/ar.ts'
import { de } from './templates/de.ts'
import { en } from './templates/en.ts'
import { es } from './templates/es.ts'
import { fr } from './templates/fr.ts'
import type { Wording } from './templates/wording.ts'

export const wordings = { ar, de, en, es, fr } as const satisfies Readonly<Record<string, Wording>>

export type Language = keyof typeof wordings

export const languages = ['ar', 'de', 'en', 'es', 'fr'] as const satisfies readonly Language[]

export interface Speech {
  readonly language: Language
  readonly wording: Wording
  /** How dates and numbers are written: the language with the reader's region, where that is known. */
  readonly locale: string
}

/** What a tag such as `de-CH` asks for; where it is none, or of a language we do not have, the fallback. */
export function speech(tag: string | undefined, fallback: Language): Speech {
  const { language, region } = partsOf(tag)
  const known = language === undefined ? fallback : languageOf(language)
  if (known === null) return speech(undefined, fallback)
  const wording: Wording = wordings[known]
  return { language: known, wording, locale: region === undefined ? wording.region : `${known}-${region}` }
}

/** The language that a tag asks for; null when we do not have it. */
export function languageOf(tag: string): Language | null {
  const { language } = partsOf(tag)
  return languages.find((one) => one === language) ?? null
}

/** Of whatever a caller wrote, `de_CH` too; nothing where it is no tag. */
function partsOf(tag: string | undefined): { language?: string | undefined; region?: string | undefined } {
  if (tag === undefined) return {}
  const match = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?:-|$)/i.exec(
    tag.trim().replaceAll('_', '-'),
  )
  return { language: match?.[1]?.toLowerCase(), region: match?.[2]?.toUpperCase() }
}

import type { Instant } from '../core/instant.ts'
import { moment, span } from './formats.ts'
import { html } from './letter-html.ts'
import { text } from './letter-text.ts'
import { speech, type Language } from './language.ts'

/** What an invite mail tells. */
export interface Facts {
  readonly name: string | null
  readonly skill: string
  readonly expiresAt: Instant
  readonly timeLimitSeconds: number | null
  /** null: the mail is shown to somebody who may not see it. */
  readonly link: string | null
}

export interface Letter {
  readonly language: Language
  readonly text: string
  readonly html: string
}

/** The mail as text and as HTML: the same words, in the language of the tag or in the fallback's. */
export function letter(facts: Facts, tag: string | undefined, fallback: Language): Letter {
  const spoken = speech(tag, fallback)
  const { language, locale } = spoken
  const told = {
    name: facts.name === null ? null : oneLine(facts.name),
    skill: oneLine(facts.skill),
    until: moment(facts.expiresAt, locale),
    span: facts.timeLimitSeconds === null ? null : span(facts.timeLimitSeconds, locale),
    link: facts.link,
  }
  return { language, text: text(told, spoken.wording), html: html(told, spoken) }
}

export function subject(skill: string, tag: string | undefined, fallback: Language): string {
  return oneLine(speech(tag, fallback).wording.subject(skill))
}

/** Nothing that callers named can start a line of its own, in a header or in the text. */
function oneLine(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

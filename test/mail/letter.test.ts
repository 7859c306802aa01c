import { describe, expect, test } from 'vitest'
import { languageOf, languages, wordings } from '../../src/mail/language.ts'
import { letter, subject } from '../../src/mail/letter.ts'

const facts = {
  name: 'Ada & <Byron>',
  skill: 'C++ <"core">',
  expiresAt: '2026-03-27T12:00:00.000Z',
  timeLimitSeconds: 5_400,
  link: 'https://skills.example/i/token',
}

describe.each(languages)('in %s', (language) => {
  test('no word of ours is markup', () => {
    const wording = wordings[language]
    const all = [
      wording.subject('-'),
      wording.greeting(null),
      wording.greeting('-'),
      wording.invitation('-', '-'),
      wording.timeLimit('-'),
      wording.link,
      wording.button,
      wording.otherwise,
      wording.footer,
    ]
    expect(all.join('')).not.toMatch(/[<>&"]/)
  })

  test('text and HTML tell the same, and all of it', () => {
    const { text, html } = letter(facts, language, 'en')
    const shown = html
      .replace(/<head>[\s\S]*<\/head>/, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    for (const paragraph of text.trim().split('\n\n')) {
      if (!paragraph.includes('https://')) expect(shown).toContain(paragraph)
    }
    expect(text).toContain(facts.link)
    expect(text).toContain(facts.skill)
    expect(subject(facts.skill, language, 'en')).toContain(facts.skill)
    expect(html).not.toContain('<Byron>')
    expect(html).not.toContain('<"core">')
  })

  test('nothing is said of what there is not', () => {
    const { text, html } = letter(
      { ...facts, name: null, timeLimitSeconds: null, link: null },
      language,
      'en',
    )
    expect(text).not.toMatch(/null|Ada|90/)
    expect(html).not.toMatch(/null|href/)
  })
})

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['de_AT', 'de'],
  ['ES-419', 'es'],
  ['zh-Hant', null],
  ['deutsch', null],
  ['', null],
])('%j asks for %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})

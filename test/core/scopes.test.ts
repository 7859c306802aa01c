import { expect, test } from 'vitest'
import { atoms } from '../../src/contract/scopes.ts'
import type { Atom } from '../../src/contract/scopes.ts'
import { escalates, expand, holds, missing, spellings } from '../../src/core/scopes.ts'

test.each<[string[], Atom[]]>([
  [[], []],
  [['invites:read'], ['invites:read']],
  [['invites:write'], ['invites:read', 'invites:write']],
  [['assess'], ['invites:read', 'invites:write', 'skills:read']],
  [['assess:write'], ['invites:read', 'invites:write', 'skills:read']],
  [['verify'], ['passports:read', 'skills:read', 'skills:verify']],
  [
    ['verify:read', 'verify'],
    ['passports:read', 'skills:read', 'skills:verify'],
  ],
  [['sandbox:write'], ['sandbox:write']],
  [['admin', 'read'], atoms.toSorted()],
])('%j expands to %j', (names, permissions) => expect(expand(names)).toEqual({ ok: true, permissions }))

test('read is no way to logs or keys', () => {
  const read = expand(['read'])
  if (!read.ok) throw new Error('read is known')
  expect(read.permissions).not.toContain('logs:read')
  expect(read.permissions).not.toContain('keys:read')
})

test('every unknown name is told, with what was probably meant', () => {
  expect(expand(['invite:read', 'read', 'Admin', 'everything', '__proto__'])).toEqual({
    ok: false,
    unknown: [
      { name: 'invite:read', suggestion: 'invites:read' },
      { name: 'Admin', suggestion: 'admin' },
      { name: 'everything', suggestion: null },
      { name: '__proto__', suggestion: null },
    ],
  })
})

test('what a key holds, lacks and may mint', () => {
  const held: Atom[] = ['invites:read', 'skills:read']
  expect(holds(held, [])).toBe(true)
  expect(holds(held, ['skills:read', 'invites:read'])).toBe(true)
  expect(holds(held, ['invites:read', 'invites:write'])).toBe(false)
  expect(missing(held, ['invites:read', 'invites:write'])).toEqual(['invites:write'])
  expect(escalates(held, ['skills:read'])).toBe(false)
  expect(escalates(held, ['keys:write'])).toBe(true)
})

test('what to grant is told in both vocabularies, and each spelling is enough', () => {
  expect(spellings(['invites:write'])).toEqual(['invites:write', 'assess', 'assess:write', 'admin'])
  expect(spellings(['invites:read'])).toContain('assess')
  expect(spellings(['skills:verify', 'passports:read'])).toEqual([
    'skills:verify',
    'passports:read',
    'verify',
    'verify:read',
    'admin',
  ])
  expect(spellings(['logs:read'])).toEqual(['logs:read', 'admin'])
})

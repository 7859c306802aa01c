import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCursor, sealCursor } from '../../src/core/cursor.ts'
import { ApiError } from '../../src/core/error.ts'

const key = new Uint8Array(32).fill(7)
const otherKey = new Uint8Array(32).fill(8)

function code(open: () => string): string {
  try {
    return open()
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

test('leads back to its position, for its filters only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (position, filters, others) => {
      const cursor = sealCursor(key, position, filters)
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(openCursor(key, cursor, filters)).toBe(position)
      expect(code(() => openCursor(key, cursor, `${filters}${others}x`))).toBe('CURSOR_FILTER_MISMATCH')
    }),
  )
})

test('one altered character anywhere is noticed', () => {
  const cursor = sealCursor(key, 'inv_01jaaaaaaaaaaaaaaaaaaaaaaa', 'status=pending')
  for (let at = 0; at < cursor.length; at++) {
    for (const character of ['A', 'z', '-', '=', ' ', '+']) {
      if (cursor[at] === character) continue
      const altered = cursor.slice(0, at) + character + cursor.slice(at + 1)
      expect(code(() => openCursor(key, altered, 'status=pending'))).toBe('CURSOR_INVALID')
    }
  }
})

const cursor = sealCursor(key, 'inv_1', 'f')

test.each([
  ['empty', ''],
  ['not base64', '???'],
  ['cut', cursor.slice(0, -2)],
  ['prolonged', `${cursor}AA`],
  ['padded', `${cursor}=`],
  ['of another server', sealCursor(otherKey, 'inv_1', 'f')],
])('%s', (_, text) => expect(code(() => openCursor(key, text, 'f'))).toBe('CURSOR_INVALID'))

test('altered is told before other filters are', () =>
  expect(code(() => openCursor(otherKey, cursor, 'g'))).toBe('CURSOR_INVALID'))

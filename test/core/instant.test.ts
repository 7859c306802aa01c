import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDuration, parseDuration } from '../../src/core/duration.ts'
import { addDays, day, dayNumber, fromDayNumber, isDay, iso, ms } from '../../src/core/instant.ts'

describe('days', () => {
  test('a day number is what the calendar of the platform says', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (number) => {
        const text = fromDayNumber(number)
        expect(dayNumber(text)).toBe(number)
        expect(Date.parse(`${text}T00:00:00.000Z`) / 86_400_000).toBe(number)
      }),
    )
  })
  test.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['2026-1-1', false],
    ['2026-01-01T00:00:00Z', false],
    ['9999-99-99', false],
  ])('%s is a day: %s', (text, valid) => expect(isDay(text)).toBe(valid))
  test('the last millisecond still belongs to its day', () => {
    expect(day(ms('2026-03-20T23:59:59.999Z'))).toBe('2026-03-20')
    expect(day(ms('2026-03-21T00:00:00.000Z'))).toBe('2026-03-21')
    expect(day(-1)).toBe('1969-12-31')
  })
  test('adding crosses leap days', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })
})

test('instants', () => {
  expect(iso(0)).toBe('1970-01-01T00:00:00.000Z')
  expect(ms('2026-03-20T12:00:00.250Z')).toBe(1_774_008_000_250)
  expect(() => ms('soon')).toThrow(TypeError)
})

describe('durations', () => {
  test.each([
    ['7d', 604_800],
    ['36h', 129_600],
    ['90m', 5_400],
    ['30s', 30],
    ['3600', 3_600],
    [3_600, 3_600],
    [' 1d ', 86_400],
    [0, 0],
    ['', null],
    ['7 d', null],
    ['1.5h', null],
    ['-1d', null],
    ['1w', null],
    ['1h30m', null],
    [1.5, null],
    [-1, null],
    [Number.NaN, null],
    ['999999999999999d', null],
  ])('%j is %s seconds', (value, seconds) => expect(parseDuration(value)).toBe(seconds))
  test.each([
    [604_800, '7d'],
    [129_600, '36h'],
    [5_400, '90m'],
    [61, '61s'],
    [0, '0s'],
  ])('%d seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))
  test('what is formatted is read back', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds)
      }),
    )
  })
})

import { array, assert, constantFrom, integer, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashTable } from '../../src/store/json/hash-table.ts'
import { SortedRows } from '../../src/store/json/sorted-rows.ts'
import { TextColumn } from '../../src/store/json/text-column.ts'

const ways = constantFrom(true, true, false)

describe('sorted rows', () => {
  const key = (row: number): string => String(row).padStart(5, '0')
  const steps = array(record({ add: ways, row: integer({ min: 0, max: 5_000 }) }), {
    maxLength: 6_000,
    size: 'max',
  })

  test('they are what a set is, in order, from any place in both directions', () => {
    assert(
      property(steps, integer({ min: 0, max: 5_001 }), (all, place) => {
        const rows = new SortedRows(key)
        const model = new Set<number>()
        for (const { add, row } of all) {
          if (add) rows.add(row)
          else rows.remove(row)
          if (add) model.add(row)
          else model.delete(row)
        }
        const sorted = Array.from(model).toSorted((a, b) => a - b)
        expect(rows.size).toBe(sorted.length)
        expect(rows.first()).toBe(sorted[0])
        expect(rows.find(key(place))).toBe(model.has(place) ? place : undefined)
        expect([...rows.upwards()]).toEqual(sorted)
        expect([...rows.downwards()]).toEqual(sorted.toReversed())
        expect([...rows.upwards(key(place))]).toEqual(sorted.filter((row) => row >= place))
        expect([...rows.downwards(key(place))]).toEqual(sorted.filter((row) => row < place).toReversed())
      }),
      { numRuns: 25 },
    )
  })

  test('they may grow at the end and shrink at the start, as queues do', () => {
    const rows = new SortedRows(key)
    for (let row = 0; row < 5_000; row += 1) {
      rows.add(row)
      if (row >= 1_000) rows.remove(row - 1_000)
    }
    expect([...rows.upwards()]).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 4_000))
  })
})

describe('a hash table', () => {
  test('it holds what a Map holds', () => {
    const change = record({ add: ways, text: string({ maxLength: 2 }), number: integer({ min: -9, max: 9 }) })
    assert(
      property(array(change, { maxLength: 3_000, size: 'max' }), (all) => {
        const table = new HashTable()
        const model = new Map<string, number>()
        for (const { add, text, number } of all) {
          if (add) table.set(text, number)
          else table.delete(text)
          if (add) model.set(text, number)
          else model.delete(text)
        }
        for (const { text } of all) expect(table.get(text)).toBe(model.get(text))
      }),
      { numRuns: 30 },
    )
  })

  test('deleting leaves the others in their places, in crowded shards too', () => {
    const table = new HashTable()
    const key = (at: number): string => `inv_${at}`
    const numbers = Array.from({ length: 20_000 }, (_, at) => at)
    for (const at of numbers) table.set(key(at), at)
    for (const at of numbers) if (at % 3 === 0) table.delete(key(at))
    expect(numbers.map((at) => table.get(key(at)))).toEqual(
      numbers.map((at) => (at % 3 === 0 ? undefined : at)),
    )
  })
})

describe('a text column', () => {
  test('texts of all sizes are read as they were set, while others come, change and go', () => {
    const texts = constantFrom('', 'é', 'a'.repeat(700), '🙂'.repeat(4_000), 'x'.repeat(300_000))
    const change = record({
      row: integer({ min: 0, max: 200 }),
      text: texts,
      free: constantFrom(false, false, true),
    })
    assert(
      property(array(change, { maxLength: 300, size: 'max' }), (all) => {
        const column = new TextColumn()
        const model = new Map<number, string>()
        for (const { row, text, free } of all) {
          if (free) column.delete(row)
          else column.set(row, row % 2 === 0 ? text : Buffer.from(text))
          if (free) model.delete(row)
          else model.set(row, text)
        }
        for (const { row } of all) expect(column.has(row) ? column.get(row) : undefined).toBe(model.get(row))
      }),
      { numRuns: 30 },
    )
  })

  test('one text may be larger than a slab', () => {
    const column = new TextColumn()
    column.set(0, 'small')
    column.set(1, 'l'.repeat(3_000_000))
    column.set(2, 'last')
    expect([column.get(0), column.get(1).length, column.get(2)]).toEqual(['small', 3_000_000, 'last'])
    column.delete(1)
    expect([column.get(0), column.get(2)]).toEqual(['small', 'last'])
  })

  test('what is overwritten again and again takes no more room', () => {
    const column = new TextColumn()
    const rows = Array.from({ length: 3_000 }, (_, row) => row)
    for (let round = 0; round < 30; round += 1)
      for (const row of rows) column.set(row, `${round}`.repeat(500))
    expect(rows.map((row) => column.get(row))).toEqual(rows.map(() => '29'.repeat(500)))
    expect(column.slabs).toBeLessThan(8)
  })
})

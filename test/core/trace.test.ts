import { expect, test } from 'vitest'
import { attemptTraceparent, parseTraceparent, traceparent, traceText } from '../../src/core/trace.ts'

const id = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'

test.each([
  [`00-${id}-${parent}-01`, '01'],
  [`00-${id}-${parent}-00`, '00'],
  [`00-${id}-${parent}-03`, '03'],
  // Flags without a meaning are not passed on.
  [`00-${id}-${parent}-ff`, '03'],
  [`00-${id}-${parent}-f8`, '00'],
  // A later version is read as this one, whatever it adds.
  [`cc-${id}-${parent}-01`, '01'],
  [`cc-${id}-${parent}-01-what-the-future-brings`, '01'],
])('%s is kept with the flags %s', (header, flags) => {
  expect(parseTraceparent(header)).toEqual({ id, flags })
})

test.each([
  undefined,
  '',
  'nonsense',
  `ff-${id}-${parent}-01`,
  `00-${id}-${parent}-01-more`,
  `00-${id}-${parent}-01-`,
  `cc-${id}-${parent}-01.more`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${id}-${'0'.repeat(16)}-01`,
  `00-${id.toUpperCase()}-${parent}-01`,
  `00-${id.slice(1)}-${parent}-01`,
  `00-${id}-${parent}-1`,
  `00-${id}-${parent}-0g`,
  ` 00-${id}-${parent}-01`,
  `00-${id}-${parent}-01\n`,
  `00-${id}-${parent}-01, 00-${id}-${parent}-01`,
  [`00-${id}-${parent}-01`, `00-${id}-${parent}-01`],
])('%j is ignored', (header) => {
  expect(parseTraceparent(header)).toBeNull()
})

test('every part of a trace has a span of its own, and an attempt always the same one', () => {
  const trace = { id, flags: '01' }
  const made = new Set(Array.from({ length: 100 }, () => traceparent(trace)))
  expect(made.size).toBe(100)
  for (const header of made) expect(parseTraceparent(header)).toEqual(trace)
  const attempt = { deliveryId: 'dlv_1', number: 1, signedAt: 1_774_000_000 }
  const sent = attemptTraceparent(traceText(trace), attempt)
  expect(parseTraceparent(sent)).toEqual(trace)
  expect(attemptTraceparent(traceText(trace), attempt)).toBe(sent)
  expect(attemptTraceparent(traceText(trace), { ...attempt, number: 2 })).not.toBe(sent)
})

import type { Partition } from './named-index.ts'
import { SortedRows, type KeyOf } from './sorted-rows.ts'

/** A stretch of a listing; every bound that is given holds in both directions. */
export interface Range {
  readonly direction: 'newest' | 'oldest'
  readonly before?: string | undefined
  readonly from?: string | undefined
  readonly after?: string | undefined
}

export interface Step {
  readonly row: number
  readonly order: string
}

/** The rows of a range in its direction. It finds where to start by search, not by counting. */
export function* walk(partition: Partition, orderOf: KeyOf, range: Range): Generator<Step, void, undefined> {
  for (const row of ahead(partition, range)) {
    const order = orderOf(row)
    const [isLow, isHigh] = [!above(order, range), !below(order, range)]
    if (partition instanceof SortedRows && (range.direction === 'newest' ? isLow : isHigh)) return
    if (!isLow && !isHigh) yield { row, order }
  }
}

/** From the range's start on, not yet cut at its end. */
function ahead(partition: Partition, range: Range): Iterable<number> {
  const newest = range.direction === 'newest'
  if (typeof partition === 'number') return [partition]
  if (!(partition instanceof SortedRows)) return newest ? partition.toReversed() : partition
  return newest ? partition.downwards(range.before) : partition.upwards(lowest(range))
}

function lowest({ from, after }: Range): string | undefined {
  if (from === undefined || after === undefined) return from ?? after
  return from > after ? from : after
}

function above(order: string, { from, after }: Range): boolean {
  return (from === undefined || order >= from) && (after === undefined || order > after)
}

function below(order: string, { before }: Range): boolean {
  return before === undefined || order < before
}

/** What is left of a range once it was walked up to a place. */
export function beyond(range: Range, order: string): Range {
  return range.direction === 'newest' ? { ...range, before: order } : { ...range, after: order }
}

import type { TableShape } from '../tables.ts'
import { Slot, type Partition } from './named-index.ts'
import { isSorted, type Sorted } from './sorted.ts'

/** A stretch of a listing; every bound that is given holds in both directions. */
export interface Range {
  readonly direction: 'newest' | 'oldest'
  readonly before?: string | undefined
  readonly from?: string | undefined
  readonly after?: string | undefined
}

/** The slots of a range in its direction. It starts at the range's end by one descent, not by counting. */
export function* walk<R>(
  partition: Partition<R>,
  order: TableShape<R>['order'],
  range: Range,
): Generator<Slot<R>, void, undefined> {
  if (isSorted(partition)) {
    yield* range.direction === 'newest' ? downwards(partition, range) : upwards(partition, range)
    return
  }
  const few = partition instanceof Slot ? [partition] : partition
  const inRange = few.filter((slot) => above(order(slot.row), range) && below(order(slot.row), range))
  yield* range.direction === 'newest' ? inRange.toReversed() : inRange
}

function* downwards<R>(tree: Sorted<string, Slot<R>>, range: Range): Generator<Slot<R>, void, undefined> {
  for (const [order, slot] of tree.entriesReversed(range.before, undefined, true)) {
    if (!above(order, range)) return
    yield slot
  }
}

function* upwards<R>(tree: Sorted<string, Slot<R>>, range: Range): Generator<Slot<R>, void, undefined> {
  for (const [order, slot] of tree.entries(lowest(range))) {
    if (!below(order, range)) return
    if (above(order, range)) yield slot
  }
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

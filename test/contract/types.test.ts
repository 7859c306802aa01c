import { expectTypeOf, test } from 'vitest'
import type { eventDeliveryRows } from '../../src/contract/events-delivery.ts'
import type { Input, Output, Request } from '../../src/contract/index.ts'
import type { InputOf, OutputOf } from '../../src/contract/route.ts'
import type { sandboxClockRows } from '../../src/contract/sandbox-clock.ts'
import type { webhooks } from '../../src/contract/webhooks.ts'

test('an input is path, query and body with defaults filled in', () => {
  expectTypeOf<Input<'users', 'get'>>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<Input<'keys', 'rotate'>>().toEqualTypeOf<{
    id: string
    overlap_seconds: number
    force: boolean
  }>()
  expectTypeOf<Input<'keys', 'list'>>().toEqualTypeOf<{ limit: number; cursor?: string | undefined }>()
  expectTypeOf<Input<'verify', 'batch'>['min_tier']>().toEqualTypeOf<
    'T0' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | undefined
  >()
})

test('a request may leave out what has a default, and may be constant', () => {
  expectTypeOf<Request<'keys', 'rotate'>>().toEqualTypeOf<{
    readonly id: string
    readonly overlap_seconds?: number | undefined
    readonly force?: boolean | undefined
  }>()
  const scopes = ['read', 'assess'] as const
  expectTypeOf<{ name: string; scopes: typeof scopes }>().toExtend<Request<'keys', 'create'>>()
  expectTypeOf<{ candidate_email: string }>().not.toExtend<Request<'invites', 'create'>>()
})

test('an output takes rows as they are kept: immutable', () => {
  expectTypeOf<Output<'skills', 'get'>['aliases']>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<Output<'invites', 'create'>['status']>().toEqualTypeOf<
    'pending' | 'accepted' | 'in_progress' | 'completed' | 'declined' | 'expired' | 'cancelled'
  >()
  expectTypeOf<Output<'invites', 'list'>['data'][number]>().toEqualTypeOf<Output<'invites', 'get'>>()
})

test('rows with rules over several fields keep the types of their fields', () => {
  expectTypeOf<InputOf<typeof webhooks.create>>().toEqualTypeOf<{
    url?: string | undefined
    description?: string | null | undefined
    events: string[]
    ack: '200' | '2xx'
    kind: 'http' | 'listener'
    name?: string | undefined
  }>()
  expectTypeOf<InputOf<typeof sandboxClockRows.moveClock>['advance']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<OutputOf<typeof eventDeliveryRows.stream>>().toEqualTypeOf<Output<'events', 'get'>>()
})

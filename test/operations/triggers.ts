import { expect } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import type { Api } from './api.ts'

export const triggerPath = '/v1/sandbox/trigger'

/** Makes events happen in a sandbox. */
export function triggers(api: Api) {
  const trigger = async (event: string, data?: Record<string, unknown>) =>
    (await api.ok(contract.sandbox.trigger, triggerPath, { body: { event, data } })).events
  return {
    trigger,
    /** The event that was asked for. */
    one: async (event: string, data?: Record<string, unknown>) =>
      (await trigger(event, data)).findLast((found) => found.event === event),
    /** For what must be refused as not to be brought about: the field to blame and every problem. */
    impossible: async (event: string, data: Record<string, unknown>) => {
      const { code, param, details } = await api.refused('POST', triggerPath, { body: { event, data } })
      expect(code).toBe('VALIDATION_FAILED')
      return { param, details }
    },
  }
}

export function types(events: readonly { readonly event: string }[]): string[] {
  return events.map((event) => event.event)
}

/** What tests read of a `skill.tier_changed`. */
export const tierChange = z.looseObject({
  event: z.literal('skill.tier_changed'),
  created_at: z.string(),
  occurred_at: z.string(),
  user_id: z.string(),
  previous_tier: z.string(),
  new_tier: z.string(),
  sci: z.int(),
  reason: z.string(),
})

/** What tests read of an `assessment.completed`. */
export const completion = z.looseObject({
  event: z.literal('assessment.completed'),
  invite_id: z.string(),
  result_id: z.string(),
})

import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../client.ts'
import { useNow } from '../clock.ts'
import { addDays, dayOf, daysBetween, isDay } from '../days.ts'
import { useQuery } from '../router.ts'
import { useLoad, type Loaded } from '../use-load.ts'
import type { Passport } from './tiers.tsx'

/** Days that can be looked back and ahead. */
export const daysBack = 730
export const daysAhead = 365

export interface AsOf {
  readonly today: string
  readonly day: string
  /** Absent: today, whichever day that is. */
  readonly chosen: string | undefined
  /** While sliding. */
  choose(day: string): void
  /** Afterwards: into the address. */
  keep(day: string): void
}

/** The day that a passport is asked for; it is in the address, but for today. */
export function useAsOf(): AsOf {
  const [{ as_of: given }, change] = useQuery()
  const today = dayOf(useNow())
  const [sliding, slide] = useState<string | undefined>()
  const kept = given !== undefined && isDay(given) ? within(given, today) : undefined
  const chosen = sliding ?? kept
  return {
    today,
    day: chosen ?? today,
    chosen: chosen === today ? undefined : chosen,
    choose: slide,
    keep(day) {
      slide(undefined)
      change({ as_of: day === today ? undefined : day })
    },
  }
}

function within(day: string, today: string): string {
  const ahead = Math.min(daysAhead, Math.max(-daysBack, daysBetween(today, day)))
  return addDays(today, ahead)
}

const calmMs = 60

/** What is shown stays while another day is fetched; a day that was slid over is not waited for. */
export function usePassport(userId: string, as_of: string): Loaded<Passport> {
  const passport = useLoad(
    `passport ${userId}`,
    async (signal) => await client.verify.passport({ userId, as_of }, { signal }),
    { live: ['passport.updated', 'skill.tier_changed'] },
  )
  const { reload } = passport
  const fetched = useRef(as_of)
  useEffect(() => {
    if (fetched.current === as_of) return undefined
    fetched.current = as_of
    const timer = setTimeout(reload, calmMs)
    return () => clearTimeout(timer)
  }, [as_of])
  return passport
}

import { client } from '../client.ts'
import { addDays } from '../days.ts'
import { daysAhead, daysBack } from './use-passport.ts'

/** The SCI of every skill on some days. */
export interface Curve {
  readonly days: readonly string[]
  /** By skill key; null where there was nothing yet. */
  readonly values: ReadonlyMap<string, readonly (number | null)[]>
}

const pointsBack = 16
const pointsAhead = 8
/** Of the browser's few connections; the day that is slid to must not wait for them. */
const atOnce = 3

/** The service is asked for each of the days: nothing here knows how a score ages. */
export async function loadCurves(userId: string, today: string, signal: AbortSignal): Promise<Curve> {
  const days = daysAround(today)
  const scores = new Map<string, Readonly<Record<string, number>>>()
  const waiting = [...days]
  const walk = async (): Promise<void> => {
    for (let as_of = waiting.pop(); as_of !== undefined; as_of = waiting.pop())
      scores.set(as_of, (await client.verify.passport({ userId, as_of }, { signal })).sci_scores)
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  const skills = new Set([...scores.values()].flatMap((score) => Object.keys(score)))
  const valuesOf = (skill: string) => days.map((day) => scores.get(day)?.[skill] ?? null)
  return { days, values: new Map([...skills].map((skill) => [skill, valuesOf(skill)])) }
}

function daysAround(today: string): readonly string[] {
  const back = Array.from(
    { length: pointsBack },
    (_, point) => -Math.round(daysBack * (1 - point / pointsBack)),
  )
  const ahead = Array.from({ length: pointsAhead + 1 }, (_, point) =>
    Math.round((daysAhead * point) / pointsAhead),
  )
  return [...back, ...ahead].map((offset) => addDays(today, offset))
}

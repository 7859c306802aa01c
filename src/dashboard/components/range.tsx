import { useQuery } from '../router.ts'
import { useNow } from '../clock.ts'
import { Button } from './button.tsx'

const lengths = [7, 30, 90] as const
const dayMs = 86_400_000

export interface Range {
  /** First and last day, UTC, both included. */
  readonly from: string
  readonly to: string
  readonly length: number
}

/** The last so many days by the service's clock; how many is in the address. */
export function useRange(): Range {
  const [{ days }] = useQuery()
  const length = lengths.find((one) => String(one) === days) ?? 30
  const now = useNow()
  return { from: dayOf(now - (length - 1) * dayMs), to: dayOf(now), length }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function RangeButtons({ length }: Range) {
  const [, change] = useQuery()
  return (
    <div class="button-group" role="group" aria-label="Range">
      {lengths.map((one) => (
        <Button key={one} small pressed={one === length} onClick={() => change({ days: String(one) })}>
          {`${one} days`}
        </Button>
      ))}
    </div>
  )
}

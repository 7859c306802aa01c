import { useId } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { addDays, daysBetween } from '../days.ts'
import { dayName } from '../format.ts'
import { daysAhead, daysBack, type AsOf } from './use-passport.ts'

/** Two years back to one ahead; below the curves it stands where they have its day. */
export function AsOfSlider({ today, day, chosen, choose, keep }: AsOf) {
  const id = useId()
  const dayAt = (slider: HTMLInputElement): string => addDays(today, slider.valueAsNumber)
  return (
    <div class="as-of">
      <input
        id={id}
        type="range"
        min={-daysBack}
        max={daysAhead}
        value={daysBetween(today, day)}
        aria-valuetext={dayName(day)}
        onInput={(event) => choose(dayAt(event.currentTarget))}
        onChange={(event) => keep(dayAt(event.currentTarget))}
      />
      <div class="row">
        <label for={id}>As of</label>
        <strong class="numeric">{chosen === undefined ? `today, ${dayName(day)}` : dayName(day)}</strong>
        {chosen !== undefined && (
          <Button small onClick={() => keep(today)}>
            Today
          </Button>
        )}
      </div>
    </div>
  )
}

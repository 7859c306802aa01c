import { useEffect, useRef, useState } from 'preact/hooks'
import { count, dayName } from '../format.ts'
import { useStore } from '../store.ts'
import { theme } from '../theme.ts'

export interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
  /** Default: the accent. */
  readonly colour?: 'accent' | 'bad' | 'info' | 'warn'
}

export interface ChartParts {
  /** What it shows, for whoever does not see it. */
  readonly label: string
  /** `YYYY-MM-DD`, oldest first. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  readonly shape?: 'bars' | 'line'
  /** Largest value of the scale, such as 1 for a share. */
  readonly most?: number
  readonly format?: (value: number) => string
}

/** Numbers by day, drawn; whoever does not see it has the same as a table. */
export function Chart(parts: ChartParts) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, point] = useState<number | null>(null)
  const current = useStore(theme)
  useEffect(() => {
    const end = new AbortController()
    const draw = async (): Promise<void> => {
      const { drawChart } = await import('../draw-chart.ts')
      if (place.current !== null && !end.signal.aborted) drawChart(place.current, parts, end.signal, point)
    }
    void draw()
    return () => end.abort()
  }, [JSON.stringify([parts.days, parts.series]), current])
  return (
    <figure class="chart" aria-label={parts.label}>
      <div aria-hidden="true">
        <div ref={place} class="chart-place" />
        <Readout {...parts} pointed={pointed} />
      </div>
      <DataTable {...parts} />
    </figure>
  )
}

/** The days of the whole, or the day that is pointed at with its values. */
function Readout({
  days,
  series,
  format = count,
  pointed,
}: ChartParts & { readonly pointed: number | null }) {
  const [first, last] = [days[0], days.at(-1)]
  const day = pointed === null ? undefined : days[pointed]
  return (
    <p class="chart-readout">
      <span>
        {day === undefined
          ? first !== undefined && last !== undefined && `${dayName(first)} – ${dayName(last)}`
          : dayName(day)}
      </span>
      {(day !== undefined || series.length > 1) &&
        series.map(({ name, values, colour = 'accent' }) => (
          <span key={name} class={`chart-key chart-key-${colour}`}>
            {name} {pointed !== null && told(values[pointed], format)}
          </span>
        ))}
    </p>
  )
}

function DataTable({ label, days, series, format = count }: ChartParts) {
  return (
    <div class="out-of-sight">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{dayName(day)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{told(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function told(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? 'none' : format(value)
}

import { useEffect, useRef } from 'preact/hooks'
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
  const current = useStore(theme)
  useEffect(() => {
    const end = new AbortController()
    const draw = async (): Promise<void> => {
      const { drawChart } = await import('../draw-chart.ts')
      if (place.current !== null && !end.signal.aborted) drawChart(place.current, parts, end.signal)
    }
    void draw()
    return () => end.abort()
  }, [JSON.stringify([parts.days, parts.series]), current])
  return (
    <figure class="chart" aria-label={parts.label}>
      <div ref={place} class="chart-place" aria-hidden="true" />
      <DataTable {...parts} />
    </figure>
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
              {series.map(({ name, values }) => {
                const value = values[index]
                return <td key={name}>{value === null || value === undefined ? 'none' : format(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import UPlot from 'uplot'
import type { ChartParts, Series } from './components/chart.tsx'
import { dayName, shortCount } from './format.ts'

const height = 140
const halfDay = 43_200

/** Draws into the element, as wide as it is, until the signal; tells which day is pointed at, null for none. */
export function drawChart(
  place: HTMLElement,
  parts: ChartParts,
  signal: AbortSignal,
  point: (index: number | null) => void,
): void {
  const seconds = parts.days.map((day) => Date.parse(day) / 1_000)
  const values = parts.series.map((one) => [...one.values])
  const hooks = { setCursor: [({ cursor }: UPlot) => point(cursor.idx ?? null)] }
  const plot = new UPlot({ ...optionsOf(place, parts), hooks }, [seconds, ...values], place)
  const fit = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }))
  fit.observe(place)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const redraw = (): void => plot.redraw(false)
  scheme.addEventListener('change', redraw)
  signal.addEventListener('abort', () => {
    scheme.removeEventListener('change', redraw)
    fit.disconnect()
    plot.destroy()
  })
}

function optionsOf(place: HTMLElement, parts: ChartParts): UPlot.Options {
  const { format = shortCount, most } = parts
  const font = `11px ${getComputedStyle(place).fontFamily}`
  const stroke = () => colourOf(place, '--text-faint')
  const axis = { font, stroke, ticks: { show: false }, grid: { show: false } }
  return {
    width: place.clientWidth,
    height,
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    legend: { show: false },
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC'),
    scales: {
      x: { time: true, range: (_, first, last) => [first - halfDay, last + halfDay] },
      y: { range: (_, __, largest) => [0, most ?? Math.max(4, largest * 1.1)] },
    },
    axes: [
      { ...axis, size: 30, gap: 9, space: 64, values: (_, at) => at.map(shortDay) },
      {
        ...axis,
        size: 44,
        space: 36,
        grid: { show: true, stroke: () => colourOf(place, '--line'), width: 1 },
        values: (_, at) => at.map(format),
        incrs: most === undefined ? wholeSteps : [most / 2],
      },
    ],
    series: [{}, ...parts.series.map((one) => seriesOf(place, one, parts))],
  }
}

const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((one) => one * 10 ** power)).flat()

function seriesOf(
  place: HTMLElement,
  { colour = 'accent' }: Series,
  { shape = 'bars' }: ChartParts,
): UPlot.Series {
  const stroke = () => colourOf(place, `--${colour}`)
  const points = { show: false }
  if (shape === 'line' || UPlot.paths.bars === undefined) return { stroke, width: 2, points }
  return {
    stroke,
    fill: stroke,
    width: 0,
    points,
    paths: UPlot.paths.bars({ size: [0.7, 24], radius: 0.15 }),
  }
}

function shortDay(second: number): string {
  const [day = '', month = ''] = dayName(second * 1_000).split(' ')
  return `${day} ${month}`
}

/** A canvas knows nothing of custom properties, nor of `light-dark()`: an element in the page does. */
function colourOf(place: HTMLElement, property: string): string {
  place.style.color = `var(${property})`
  const { color } = getComputedStyle(place)
  place.style.color = ''
  return color
}

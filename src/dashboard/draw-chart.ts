import UPlot from 'uplot'
import type { ChartParts, Series } from './components/chart.tsx'
import { dayName, shortCount } from './format.ts'

const height = 140
const halfDay = 43_200

/** Draws into the element, as wide as it is, until the signal. */
export function drawChart(place: HTMLElement, parts: ChartParts, signal: AbortSignal): void {
  const seconds = parts.days.map((day) => Date.parse(day) / 1_000)
  const values = parts.series.map((one) => [...one.values])
  const plot = new UPlot(optionsOf(place, parts), [seconds, ...values], place)
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
  const { format = shortCount } = parts
  const faint = () => colourOf(place, '--text-faint')
  const font = `11px ${getComputedStyle(place).fontFamily}`
  const axis = { font, stroke: faint, ticks: { show: false }, grid: { show: false } }
  return {
    width: place.clientWidth,
    height,
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { show: parts.shape === 'line' }, drag: { x: false, y: false } },
    legend: { live: true },
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), 'Etc/UTC'),
    scales: {
      x: { time: true, range: (_, first, last) => [first - halfDay, last + halfDay] },
      y: { range: (_, __, most) => [0, parts.most ?? Math.max(4, most * 1.1)] },
    },
    axes: [
      { ...axis, size: 24, space: 64, values: (_, at) => at.map((second) => shortDay(second)) },
      {
        ...axis,
        size: 44,
        grid: { show: true, stroke: () => colourOf(place, '--line'), width: 1 },
        values: (_, at) =>
          at.map((value) => (Number.isInteger(value) || parts.most === 1 ? format(value) : '')),
      },
    ],
    series: [
      { label: 'Day', value: (_, second) => (second === null ? '' : dayName(second * 1_000)) },
      ...parts.series.map((one) => seriesOf(place, one, parts)),
    ],
  }
}

function seriesOf(place: HTMLElement, { name, colour = 'accent' }: Series, parts: ChartParts): UPlot.Series {
  const { shape = 'bars', format = shortCount } = parts
  const stroke = () => colourOf(place, `--${colour}`)
  return {
    label: name,
    stroke,
    width: shape === 'bars' ? 0 : 2,
    points: { show: false },
    value: (_, value) => (value === null ? '' : format(value)),
    ...(shape === 'bars' && UPlot.paths.bars !== undefined
      ? { fill: stroke, paths: UPlot.paths.bars({ size: [0.7, 24], radius: 0.15 }) }
      : {}),
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

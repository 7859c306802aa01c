import { useNow } from '../clock.ts'
import { count } from '../format.ts'
import { labelOf, marksOf, placeOf, roundOf, slots, type Mark } from './schedule.ts'
import type { DetailedDelivery } from './types.ts'

/** Room at both ends, percent: the marks there are as whole as the others. */
const edge = 2.5
const middle = 22
/** Slots whose labels there is always room for. */
const narrowLabels = new Set([0, 2, 4, 6, 8, 10])

/** The attempts that were made and that are to come on the 72 hours of the schedule, early ones far apart. */
export function Timeline({ of: delivery }: { readonly of: DetailedDelivery }) {
  const marks = marksOf(delivery, useNow('second'))
  const { earlier } = roundOf(delivery)
  return (
    <figure class="timeline" aria-label="Retry schedule">
      <svg width="100%" height="56" aria-hidden="true">
        <line class="timeline-axis" x1={across(0)} x2={across(259_200)} y1={middle} y2={middle} />
        {slots.map((at, index) => (
          <text key={at} class={narrowLabels.has(index) ? '' : 'timeline-wide'} x={across(at)} y="50">
            {labelOf(at)}
          </text>
        ))}
        <text x={across(259_200)} y="50">
          72 h
        </text>
        {marks.map((mark) => (
          <Drawn key={`${mark.kind} ${mark.at}`} {...mark} />
        ))}
      </svg>
      <Legend marks={marks} />
      <ol class="out-of-sight">
        {marks
          .filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'next')
          .map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        <li>{planText(marks)}</li>
      </ol>
      {earlier > 0 && (
        <p class="hint">
          {earlier === 1 ? 'One attempt was' : `${count(earlier)} attempts were`} made before it was retried
          by hand. The schedule began anew then.
        </p>
      )}
    </figure>
  )
}

function across(seconds: number): string {
  return `${edge + placeOf(seconds) * (100 - 2 * edge)}%`
}

function Drawn({ kind, at, text }: Mark) {
  const x = across(at)
  if (kind === 'now') return <line class="timeline-now" x1={x} x2={x} y1="6" y2="36" />
  return (
    <svg x={x} y={middle} overflow="visible" class={`timeline-mark timeline-${kind}`}>
      <title>{text}</title>
      <circle r={kind === 'planned' || kind === 'unused' ? 4 : 8} />
      {kind === 'done' && <path d="M-3.5 0.5l2.5 2.5 4.5-5.5" />}
      {kind === 'failed' && <path d="M-3 -3l6 6M3 -3l-6 6" />}
    </svg>
  )
}

const keys = { done: 'acknowledged', failed: 'failed', next: 'next', planned: 'planned', now: 'now' } as const

/** Only what is drawn. */
function Legend({ marks }: { readonly marks: readonly Mark[] }) {
  const kinds = new Set(marks.map(({ kind }) => kind))
  return (
    <ul class="timeline-legend" aria-hidden="true">
      {Object.entries(keys).map(([kind, name]) =>
        [...kinds].some((one) => one === kind) ? (
          <li key={kind} class={`timeline-key timeline-key-${kind}`}>
            {name}
          </li>
        ) : null,
      )}
    </ul>
  )
}

function planText(marks: readonly Mark[]): string {
  const planned = marks.filter(({ kind }) => kind === 'planned').length
  if (planned === 0) return 'No attempt is planned after that.'
  return `If ${marks.some(({ kind }) => kind === 'next') ? 'it fails' : 'they fail'}, up to ${planned} more until 72 hours after the first one.`
}

import { useEffect, useState } from 'preact/hooks'
import { useNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Chart } from '../components/chart.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { dayOf } from '../days.ts'
import { useLoad } from '../use-load.ts'
import { loadCurves, type Curve } from './load-curves.ts'
import type { PassportSkill } from './tiers.tsx'

interface CurvesParts {
  readonly user: string
  readonly updatedAt: string
  readonly skills: readonly PassportSkill[]
}

/** As many as can be told apart. */
const colours = ['accent', 'info', 'warn', 'bad'] as const

/** How the score of each skill grew with its evidence, and how it fades when nothing is added. */
export function Curves({ user, updatedAt, skills }: CurvesParts) {
  const today = dayOf(useNow())
  const curve = useLoad(`curve ${user} ${today}`, async (signal) => await loadCurves(user, today, signal))
  const { data, reload } = curve
  useEffect(() => {
    if (data !== undefined) reload()
  }, [updatedAt])
  return (
    <WhenLoaded of={curve} lines={6}>
      {(loaded) => <CurveChart curve={loaded} skills={skills} />}
    </WhenLoaded>
  )
}

function CurveChart({ curve, skills }: { readonly curve: Curve; readonly skills: readonly PassportSkill[] }) {
  const [chosen, choose] = useState<readonly string[] | null>(null)
  const known = skills.filter(({ key }) =>
    curve.values.get(key)?.some((value) => value !== null && value > 0),
  )
  const shown = chosen ?? known.slice(0, colours.length).map(({ key }) => key)
  const toggle = (key: string): void =>
    choose(shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key].slice(-colours.length))
  const drawn = known.filter(({ key }) => shown.includes(key))
  return (
    <div class="stack">
      {known.length > 1 && (
        <div class="row chart-choice" role="group" aria-label="Skills in the chart">
          {known.map(({ key, name }) => (
            <Button key={key} small pressed={shown.includes(key)} onClick={() => toggle(key)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <Chart
        label="SCI by day, two years back and one ahead"
        days={curve.days}
        series={drawn.map(({ key, name }, index) => ({
          name,
          values: curve.values.get(key) ?? [],
          colour: colours[index] ?? 'accent',
        }))}
        shape="line"
        most={100}
      />
    </div>
  )
}

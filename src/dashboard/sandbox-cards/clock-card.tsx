import { useState } from 'preact/hooks'
import type { Request } from '../../contract/index.ts'
import type { SkillpassError } from '../../sdk/errors.ts'
import { asSkillpassError, client } from '../client.ts'
import { setClock, useNow } from '../clock.ts'
import { Badge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { ErrorPanel } from '../components/error-panel.tsx'
import { Facts } from '../components/facts.tsx'
import { Id } from '../components/id.tsx'
import { Countdown } from '../components/time.tsx'
import { WhenLoaded } from '../components/when-loaded.tsx'
import { exactTime, remaining } from '../format.ts'
import { useLoad } from '../use-load.ts'
import { awaited, pathOf, type Clock, type Due } from './due.ts'
import { Happened } from './happened.tsx'
import { SetClock } from './set-clock.tsx'

type Move = Request<'sandbox', 'moveClock'>

const jumps = [
  ['Next event', { next: true }],
  ['+1 h', { advance: '1h' }],
  ['+1 day', { advance: '1d' }],
  ['+72 h', { advance: '72h' }],
] as const satisfies readonly (readonly [string, Move])[]

/** Everything that falls due on the way happens before the answer. */
const patienceMs = 300_000

export function ClockCard() {
  const clock = useLoad('clock', async (signal) => await client.sandbox.clock({ signal }), {
    live: ['*'],
  })
  const { move, tryMove, isBusy, error, happened } = useMoves(clock.reload)
  return (
    <>
      <Card title="Clock">
        <WhenLoaded of={clock} lines={6}>
          {(data) => (
            <div class="stack">
              <ClockFacts clock={data} />
              <div class="row">
                {jumps.map(([name, jump]) => (
                  <Button key={name} isBusy={isBusy} onClick={() => void tryMove(jump)}>
                    {name}
                  </Button>
                ))}
                <Button isBusy={isBusy} onClick={() => void tryMove(standOf(data))}>
                  {data.frozen ? 'Let it run' : 'Freeze'}
                </Button>
              </div>
              <SetClock now={data.now} onSet={async (set) => await move({ set })} />
              {error !== null && <ErrorPanel error={error} />}
            </div>
          )}
        </WhenLoaded>
      </Card>
      {happened !== null && <Happened dues={happened} />}
    </>
  )
}

function standOf({ frozen }: Clock): Move {
  return frozen ? { resume: true } : { freeze: true }
}

function useMoves(onMoved: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<SkillpassError | null>(null)
  const [happened, setHappened] = useState<readonly Due[] | null>(null)
  const move = async (wish: Move): Promise<void> => {
    const moved = await client.sandbox.moveClock(wish, { timeout: patienceMs })
    setClock(moved)
    setHappened(moved.happened)
    onMoved()
  }
  const tryMove = async (wish: Move): Promise<void> => {
    setBusy(true)
    setError(await move(wish).then(() => null, asSkillpassError))
    setBusy(false)
  }
  return { move, tryMove, isBusy, error, happened }
}

function ClockFacts({
  clock: { real_now: real, offset_seconds: ahead, frozen, next },
}: {
  readonly clock: Clock
}) {
  const now = useNow('second')
  return (
    <Facts
      of={[
        ['Now', <strong class="numeric">{exactTime(now)}</strong>],
        ['State', frozen ? <Badge tone="warn">frozen</Badge> : <Badge tone="good">running</Badge>],
        ['Ahead of real time', ahead === 0 ? 'no' : remaining(nearly(ahead) * 1_000)],
        frozen && ['Real time when read', exactTime(real)],
        ['Next', next === null ? 'Nothing is due.' : <Next due={next} isFrozen={frozen} />],
      ]}
    />
  )
}

/** Real time goes on during a move: three days are a moment less of it. */
function nearly(seconds: number): number {
  return seconds < 60 ? seconds : Math.round(seconds / 60) * 60
}

function Next({ due, isFrozen }: { readonly due: Due; readonly isFrozen: boolean }) {
  return (
    <>
      {awaited[due.kind]}{' '}
      {isFrozen ? (
        `at ${exactTime(due.at)}`
      ) : (
        <>
          in <Countdown to={due.at} over="a moment" />
        </>
      )}{' '}
      <Id of={due.id} to={pathOf(due)} />
    </>
  )
}

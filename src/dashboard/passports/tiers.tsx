import type { Output } from '../../contract/index.ts'
import { Badge } from '../components/badge.tsx'
import { Meter } from '../components/meter.tsx'
import { dayName } from '../format.ts'

export type Passport = Output<'verify', 'passport'>
export type PassportSkill = Passport['skills'][number]

type Tone = 'good' | 'info' | 'warn' | 'plain'

const tones: Readonly<Record<PassportSkill['tier'], Tone>> = {
  T0: 'plain',
  T1: 'warn',
  T2: 'info',
  T3: 'info',
  T4: 'good',
  T5: 'good',
}

type Scored = Pick<PassportSkill, 'tier' | 'tierLabel' | 'sci' | 'sciPoints'>

export function Tier({ of: { tier, tierLabel } }: { readonly of: Scored }) {
  return <Badge tone={tones[tier]}>{`${tier} ${tierLabel}`}</Badge>
}

/** The SCI with its bar, in the colour of the tier. */
export function Sci({ of: { tier, sci, sciPoints } }: { readonly of: Scored }) {
  return (
    <span class="sci">
      <span class="numeric">{sci}</span>
      <Meter label={`SCI ${sci} of 100`} share={sciPoints / 1_000} tone={tones[tier]} />
    </span>
  )
}

interface VerifiedParts {
  readonly is: boolean
  /** Last day of it. */
  readonly until?: string | null
}

export function Verified({ is, until = null }: VerifiedParts) {
  if (!is) return <Badge>not verified</Badge>
  return <Badge tone="good">{until === null ? '✓ verified' : `✓ to ${dayName(until)}`}</Badge>
}

import { ConditionNotMet, UsageError } from './failure.ts'
import { BadValue } from './flags.ts'
import type { Context } from './context.ts'
import { isLoopback } from './loopback.ts'
import { note } from './output.ts'

/** A step that cannot be taken back, put to the person who asked for it. */
export interface Approval {
  /** "Erase usr_alex for ever". */
  readonly step: string
  /**
   * `severe`: on a service that is not on this machine, its name has to be typed. `final`: wherever it is, for nothing
   * brings back what is gone.
   */
  readonly weight: 'moderate' | 'severe' | 'final'
  readonly name: string
}

/**
 * Goes on when the step may be taken. On this machine a script need not ask for permission; elsewhere a severe
 * step without a person needs `--yes`.
 */
export async function approve(context: Context, approval: Approval): Promise<void> {
  const { globals, prompts } = context
  if (globals.yes) return
  const { weight } = approval
  const severe = weight === 'final' || (weight === 'severe' && !(await isHere(context)))
  if (prompts === null) {
    if (severe) throw new UsageError(`${approval.step}: this needs a yes.`, 'Add --yes to go on.')
    return
  }
  const agreed = severe ? await typedName(prompts, approval) : await prompts.confirm(`${approval.step}?`)
  if (agreed) return
  await note(context, 'Nothing was changed.')
  throw new ConditionNotMet()
}

async function isHere(context: Context): Promise<boolean> {
  const { baseUrl, apiKey } = await context.connection()
  return isLoopback(baseUrl) && apiKey?.startsWith('sk_live_') !== true
}

async function typedName(
  prompts: NonNullable<Context['prompts']>,
  { step, name }: Approval,
): Promise<boolean> {
  const check = (text: string): void => {
    if (text !== '' && text !== name) throw new BadValue(`is not "${name}". Leave it empty to stop`)
  }
  return (await prompts.text({ message: `${step}. Type ${name} to go on:`, check })) === name
}

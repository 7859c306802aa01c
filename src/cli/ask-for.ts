import { SkillpassError } from '../sdk/errors.ts'
import type { Context } from './context.ts'
import { BadValue } from './flags.ts'
import type { Choice } from './flags.ts'
import type { Prompts } from './prompts.ts'
import type { Field } from './verb.ts'

/** Asks the person at the terminal for what the command line lacks; answers with it as the words it would have been. */
export async function askFor(field: Field, context: Context): Promise<readonly string[]> {
  const { prompts } = context
  if (prompts === null) throw new Error('Nobody can be asked.')
  const message = `${nameOf(field)}:`
  const choices = await choicesFor(field, context)
  const text =
    choices === null ? await typed(prompts, message, field) : await prompts.choose(message, choices)
  return field.many ? words(text) : [text]
}

async function choicesFor({ kind, asking }: Field, context: Context) {
  if (asking.pick !== undefined) {
    const choices = await asking.pick(() => context.client()).catch(noneAllowed)
    // With none there is nothing to choose: the value may still be typed.
    return choices.length === 0 ? null : choices
  }
  return kind?.choices?.map((value) => ({ value, name: value })) ?? null
}

/** Who may not list them may still know one. */
function noneAllowed(error: unknown): readonly Choice[] {
  if (error instanceof SkillpassError && error.code === 'SCOPE_INSUFFICIENT') return []
  throw error
}

async function typed(prompts: Prompts, message: string, field: Field): Promise<string> {
  return await prompts.text({
    message,
    proposed: field.asking.proposed,
    check: (text) => {
      if (text.trim() === '') throw new BadValue('is needed')
      field.read(field.many ? words(text) : [text])
    },
  })
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

/** The summary says what it is: "address of each candidate". */
function nameOf({ summary }: Field): string {
  const [first = summary] = summary.split(/ \(|, by |: /)
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}`
}

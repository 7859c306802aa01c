import { Interrupted } from './failure.ts'
import { BadValue } from './flags.ts'
import type { Choice } from './flags.ts'
import type { Streams, Surface } from './io.ts'

/** Questions to the person at the terminal, on stderr. Ctrl-C at any of them ends the command as it does elsewhere. */
export interface Prompts {
  text(question: TextQuestion): Promise<string>
  /** Nothing of what is typed is shown. */
  secret(message: string): Promise<string>
  /** Narrowed by typing; answers with the value of the choice. */
  choose(message: string, choices: readonly Choice[]): Promise<string>
  /** No unless the person says yes. */
  confirm(message: string): Promise<boolean>
}

export interface TextQuestion {
  readonly message: string
  readonly proposed?: string | undefined
  /** @throws BadValue: the question stays until the answer will do. */
  check(text: string): unknown
}

/** Whether somebody can be asked: decided here and nowhere else, so that no command can wait for an answer for ever. */
export interface Audience {
  readonly terminal: boolean
  readonly noInput: boolean
  readonly ci: boolean
  readonly dumb: boolean
}

export function promptsFor(
  { terminal, noInput, ci, dumb }: Audience,
  streams: Streams,
  surface: Surface,
): Prompts | null {
  return terminal && !noInput && !ci && !dumb ? openPrompts(streams, surface) : null
}

const shownChoices = 8

function openPrompts({ stdin, stderr }: Streams, surface: Surface): Prompts {
  const place = { input: stdin, output: stderr }
  const theme = themeOf(surface)
  return {
    text: async ({ message, proposed, check }) => {
      const { input } = await import('@inquirer/prompts')
      const wish = { message, theme, ...(proposed !== undefined && { default: proposed }) }
      return await answered(input({ ...wish, validate: (text) => verdict(text, check) }, place))
    },
    secret: async (message) => {
      const { password } = await import('@inquirer/prompts')
      return await answered(password({ message, mask: false, theme }, place))
    },
    choose: async (message, choices) => {
      const { search } = await import('@inquirer/prompts')
      const source = (term: string | undefined) => choices.filter((choice) => fits(choice, term ?? ''))
      return await answered(search({ message, source, pageSize: shownChoices, theme }, place))
    },
    confirm: async (message) => {
      const { confirm } = await import('@inquirer/prompts')
      return await answered(confirm({ message, default: false, theme }, place))
    },
  }
}

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // The prompt holds the terminal in raw mode, so Ctrl-C reaches it as a key and not us as a signal.
    throw error instanceof Error && error.name === 'ExitPromptError' ? new Interrupted('SIGINT') : error
  }
}

function verdict(text: string, check: TextQuestion['check']): true | string {
  try {
    check(text)
    return true
  } catch (error) {
    if (error instanceof BadValue) return `It ${error.message}`
    throw error
  }
}

function fits({ name, value }: Choice, term: string): boolean {
  const text = `${name} ${value}`.toLowerCase()
  return term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The library would decide about colours by itself. */
function themeOf({ paint }: Surface) {
  const { strong, faint, bad, accent, good } = paint
  return {
    prefix: { idle: accent('?'), done: good('✓') },
    style: {
      answer: accent,
      // It is called with more than the text.
      message: (text: string) => strong(text),
      error: (text: string) => bad(`! ${text}`),
      defaultAnswer: (text: string) => faint(`(${text})`),
      help: faint,
      highlight: accent,
      description: faint,
      searchTerm: accent,
      key: accent,
    },
  }
}

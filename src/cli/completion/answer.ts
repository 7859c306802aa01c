import type { Environment } from '../config.ts'
import { bashLine } from './bash-line.ts'
import { Position } from './position.ts'
import { readShape } from './read-shape.ts'
import { bashReply, fishReply, zshReply } from './reply.ts'
import type { Reply } from './reply.ts'
import type { Candidate, Source, Thing } from './shape.ts'
import { wishAt } from './wish.ts'

/**
 * What the scripts of `skillpass completion` ask for at every Tab. It stands beside the other commands and loads
 * none of them: a Tab may not take longer than a keystroke feels.
 *   bash -- LINE BREAKS    the line up to the cursor, and COMP_WORDBREAKS
 *   zsh|fish -- WORD…      the words after the program's name, the unfinished one last
 */
export async function answer(argv: readonly string[], env: Environment, cwd: string): Promise<string> {
  const [shell, , ...given] = argv
  if (shell === 'bash') {
    const [line = '', breaks = ''] = given
    const taken = bashLine(line, breaks)
    return text(bashReply(await replyTo(taken.words.slice(1), env, cwd), taken))
  }
  if (shell === 'zsh') return text(zshReply(await replyTo(given, env, cwd)))
  // Fish takes the quotes off all words but the unfinished one.
  const { words: last } = bashLine(given.at(-1) ?? '', '')
  return text(fishReply(await replyTo([...given.slice(0, -1), last.join(' ')], env, cwd)))
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

async function replyTo(words: readonly string[], env: Environment, cwd: string): Promise<Reply> {
  const position = new Position(await readShape(), words.slice(0, -1))
  const { keep, start, known, from, taken, goesOn } = wishAt(position, words.at(-1) ?? '')
  const found = await foundIn(from, position, env, cwd)
  const fits = ({ value }: Candidate) => value.startsWith(start) && !taken.includes(value)
  return {
    keep,
    candidates: [...known, ...found].filter(fits),
    rest: from === 'file' || from === 'folder' || from === 'command' ? from : 'none',
    goesOn,
  }
}

async function foundIn(
  from: Source | null,
  position: Position,
  env: Environment,
  cwd: string,
): Promise<readonly Candidate[]> {
  if (from === null || from === 'file' || from === 'folder' || from === 'command') return []
  if (from !== 'profile') return await fromService(from, position, env, cwd)
  return await (await import('./profiles.ts')).profileNames(env)
}

async function fromService(
  thing: Thing,
  position: Position,
  env: Environment,
  cwd: string,
): Promise<Candidate[]> {
  const wish = {
    baseUrl: position.globalValue('--base-url'),
    profile: position.globalValue('--profile'),
    dataDir: position.globalValue('--data'),
  }
  const { candidatesOf } = await import('./things.ts')
  return await candidatesOf(thing, wish, env, cwd)
}

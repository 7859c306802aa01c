import type { Position } from './position.ts'
import type { Candidate, FlagShape, Source, ValueShape } from './shape.ts'

/** What the last word of a line may become. */
export interface Wish {
  /** The part of the word that stays: `--status=`, or `read,` of a list. */
  readonly keep: string
  /** The part that the candidates go on from. */
  readonly start: string
  readonly known: readonly Candidate[]
  readonly from: Source | null
  /** What is there already and makes no sense twice. */
  readonly taken: readonly string[]
  /** Whether more of the same word may follow. */
  readonly goesOn: boolean
}

const nothing: Wish = { keep: '', start: '', known: [], from: null, taken: [], goesOn: false }

export function wishAt(position: Position, word: string): Wish {
  if (position.lost) return nothing
  if (position.waiting !== null) return valueWish(position.waiting.value, '', word)
  if (!position.ended && word.startsWith('-')) return flagWish(position, word)
  if (position.names.length > 0) return { ...nothing, start: word, known: position.names.map(nameCandidate) }
  return operandWish(position, word)
}

function nameCandidate({ name, about }: { readonly name: string; readonly about: string }): Candidate {
  return { value: name, about }
}

function valueWish(value: ValueShape | null, keep: string, word: string): Wish {
  if (value === null) return nothing
  const { choices, list, from } = value
  const known = choices.map((choice) => ({ value: choice, about: '' }))
  const at = list ? word.lastIndexOf(',') + 1 : 0
  const taken = word.slice(0, at).split(',')
  return { keep: keep + word.slice(0, at), start: word.slice(at), known, from, taken, goesOn: list }
}

function flagWish(position: Position, word: string): Wish {
  const at = word.startsWith('--') ? word.indexOf('=') + 1 : 0
  if (at > 0) return valueWish(position.flagOf(word)?.value ?? null, word.slice(0, at), word.slice(at))
  return { ...nothing, start: word, known: flagCandidates(position, word) }
}

/** The long names; a short one only when it is all there already, so that the shell goes on. */
function flagCandidates(position: Position, word: string): Candidate[] {
  const named = (flag: FlagShape) => flag.names.filter((name) => name.startsWith('--') || name === word)
  const open = position.open.flatMap((flag) => named(flag).map((value) => ({ value, about: flag.about })))
  return needsEnd(position) ? [end, ...open] : open
}

const end: Candidate = { value: '--', about: 'the command comes after this' }

/** What another program takes must not be taken for ours. */
function needsEnd({ arg, ended }: Position): boolean {
  return arg?.from === 'command' && !ended
}

function operandWish(position: Position, word: string): Wish {
  const { arg, operands } = position
  const flags = { ...nothing, start: word, known: flagCandidates(position, word) }
  if (arg === null) return flags
  if (needsEnd(position)) return flags
  const isFree = arg.from === null && arg.choices.length === 0
  if (isFree) return arg.many && operands.length > 0 && word === '' ? flags : nothing
  return { ...valueWish(arg, '', word), ...(arg.many && { taken: operands }) }
}

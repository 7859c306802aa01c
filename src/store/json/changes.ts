import type { TableName } from '../rows.ts'
import { parseRow } from './row-store.ts'
import { tableNames, type State } from './state.ts'

/**
 * What a transaction changed, as text: changes with tabs between them, which JSON does not hold unescaped.
 * Each row stands in it as its own JSON, so that reading can keep the text as it is. A snapshot is a long
 * row of the same changes.
 */
export const change = {
  /** Everything before it is gone. */
  clear: (): string => 'clear all null',
  put: (table: TableName, row: string): string => `put ${table} ${row}`,
  remove: (table: TableName, id: string): string => `remove ${table} ${JSON.stringify(id)}`,
  counter: (name: string, value: number): string => `counter ${value} ${JSON.stringify(name)}`,
}

/** A whole line, but of a kind that this version does not know. */
export class UnknownChange extends Error {
  override readonly name = 'UnknownChange'
}

const TAB = 9
const SPACE = 32

export function joinChanges(changes: readonly string[]): string {
  return changes.join('\t')
}

/** Makes the changes of a line once more: twice does what once does. @throws UnknownChange, SyntaxError */
export function applyChanges(state: State, line: Buffer): void {
  let start = 0
  for (let end = line.indexOf(TAB); end !== -1; end = line.indexOf(TAB, start)) {
    applyOne(state, line.subarray(start, end))
    start = end + 1
  }
  applyOne(state, start === 0 ? line : line.subarray(start))
}

function applyOne(state: State, bytes: Buffer): void {
  const first = bytes.indexOf(SPACE)
  const second = bytes.indexOf(SPACE, first + 1)
  const apply = first === -1 || second === -1 ? undefined : appliers.get(bytes.toString('latin1', 0, second))
  if (apply !== undefined) apply(state, bytes.subarray(second + 1))
  else applyRare(state, bytes.toString())
}

/** By verb and table: the two that lines are full of. */
const appliers: ReadonlyMap<string, (state: State, json: Buffer) => void> = new Map(
  tableNames.flatMap((table) => [
    [`put ${table}`, putInto(table)] as const,
    [`remove ${table}`, (state: State, json: Buffer) => removeFrom(state, table, json)] as const,
  ]),
)

function putInto<T extends TableName>(table: T): (state: State, json: Buffer) => void {
  return (state, json) => state.tables[table].load(parseRow(json.toString()), json)
}

function removeFrom(state: State, table: TableName, json: Buffer): void {
  state.tables[table].remove(parseText(json.toString()))
}

function applyRare(state: State, text: string): void {
  const [, verb = '', what = '', json = ''] = /^(\S+) (\S+) (.*)$/s.exec(text) ?? []
  if (verb === 'clear') state.clear()
  else if (verb === 'counter') state.counters.set(parseText(json), Number(what))
  else throw new UnknownChange(`"${verb} ${what}" is a change that this version does not know.`)
}

function parseText(json: string): string {
  const text: unknown = JSON.parse(json)
  if (typeof text === 'string') return text
  throw new SyntaxError('A name or an id is a text.')
}

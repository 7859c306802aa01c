import type { Kind } from '../flags.ts'
import { choices } from '../../sdk/choices.gen.ts'
import type { Source, Thing, ValueShape } from './shape.ts'

/** Where a flag or an argument stands: its name is empty for an argument. */
export interface Slot {
  readonly noun: string
  readonly flag: string
  readonly kind: Kind<unknown>
}

/** What can stand in a slot, by the word that the help uses for it: the same word means the same everywhere. */
export async function valueOf(slot: Slot): Promise<ValueShape> {
  const { placeholder, choices: known } = slot.kind
  const shown = known ?? (await wordsFor(placeholder))
  return { choices: shown, list: lists.has(placeholder), from: sourceOf(slot, known !== undefined) }
}

const lists: ReadonlySet<string> = new Set(['SCOPES', 'TYPES'])

/** Words that are known although the service, not the command, decides which of them it takes. */
async function wordsFor(placeholder: string): Promise<readonly string[]> {
  if (placeholder === 'TYPES' || placeholder === 'TYPE[:N]') return choices['events.list'].type
  if (placeholder === 'SEED') return choices['sandbox.reset'].seed
  if (placeholder === 'SCOPES') return await scopeNames()
  if (placeholder === 'PATH') return await paths()
  if (placeholder === 'CODE') return Object.keys((await import('../../contract/errors.ts')).errorCatalogue)
  return []
}

async function scopeNames(): Promise<string[]> {
  const { atoms, scopeNames: names } = await import('../../contract/scopes.ts')
  return [...Object.keys(names), ...atoms]
}

/** The routes that need no id. */
async function paths(): Promise<string[]> {
  const { rows } = await import('../../contract/index.ts')
  return [...new Set(rows().map(({ route }) => route.path))].filter((path) => !path.includes('{'))
}

const sources: Readonly<Record<string, Source>> = {
  INVITE: 'invite',
  USER: 'user',
  SKILL: 'skill',
  WEBHOOK: 'webhook',
  EVENT: 'event',
  DELIVERY: 'delivery',
  REQUEST: 'request',
  PROFILE: 'profile',
  FILE: 'file',
  'FILE|-': 'file',
  CSV: 'file',
  DIR: 'folder',
  CMD: 'command',
  COMMAND: 'command',
}

/** An argument that is just called ID is one of its noun; as a flag it is the user's own invention. */
const things: Readonly<Record<string, Thing>> = {
  invite: 'invite',
  webhook: 'webhook',
  event: 'event',
  delivery: 'delivery',
  key: 'key',
  fault: 'fault',
  open: 'invite',
}

function sourceOf({ noun, flag, kind: { placeholder } }: Slot, isFixed: boolean): Source | null {
  if (placeholder === 'ID' && flag === '') return things[noun] ?? null
  if (flag === '--key' && placeholder === 'KEY') return 'key'
  if (placeholder === 'SEED') return isFixed ? null : 'file'
  return sources[placeholder] ?? null
}

import { StoreOpenError } from '../types.ts'

/** A place where a file does not hold what was written to it. Everything before it is good. */
export class Damage extends Error {
  override readonly name = 'Damage'
  readonly path: string
  readonly line: number
  readonly offset: number
  constructor(path: string, place: { readonly at: number; readonly offset: number }, what: string) {
    super(`${path}, line ${place.at}: ${what}.`)
    this.path = path
    this.line = place.at
    this.offset = place.offset
  }
}

export function damaged(damage: Damage, dir: string): StoreOpenError {
  return new StoreOpenError(
    'damaged',
    `The data in ${dir} is damaged. ${damage.message} Nothing was changed.`,
    `Restore a copy of ${dir}, or start with an empty folder: skillpass dev --data DIR. To keep what can be read and ` +
      `move the damaged files aside: skillpass store salvage ${dir}`,
  )
}

export function tooNew(path: string): StoreOpenError {
  return new StoreOpenError(
    'unsupported',
    `${path} was written by a newer version of skillpass. Nothing was changed.`,
    'Update skillpass (npm i -g skillpass@latest), or start with an empty folder: skillpass dev --data DIR.',
  )
}

import { readFileSync } from 'node:fs'
import type { Shape } from './shape.ts'
import { hasCode } from '../system-error.ts'

/** The shape as the build left it beside the program; drawn anew only where there was no build. */
export async function readShape(): Promise<Shape> {
  return baked() ?? (await (await import('./draw-shape.ts')).drawShape())
}

function baked(): Shape | undefined {
  try {
    return JSON.parse(readFileSync(new URL('baked/commands.json', import.meta.url), 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

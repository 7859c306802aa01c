import { markup, type Html } from '../../core/html.ts'
import type { Sight } from './sight.ts'

/** Why the step that was just tried did not happen, if one was. */
export function notice({ notice }: Pick<Sight, 'notice'>): Html | null {
  return notice === null ? null : markup`<p class="notice" role="alert">${notice}</p>`
}

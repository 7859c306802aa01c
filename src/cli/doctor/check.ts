import { maskSecrets } from '../../sdk/mask.ts'

/** What one check found. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** What to do about it. */
  readonly remedy: string | null
}

export interface Checked extends Finding {
  readonly check: string
}

export function ok(message: string): Finding {
  return { status: 'ok', message, remedy: null }
}

export function warn(message: string, remedy: string | null = null): Finding {
  return { status: 'warn', message, remedy }
}

export function fail(message: string, remedy: string): Finding {
  return { status: 'fail', message, remedy }
}

const patienceMs = 5_000

/** The result of a check by its name; none keeps the others waiting, and none breaks off the others. */
export async function checked(check: string, work: Promise<Finding>): Promise<Checked> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<Finding>((resolve) => {
    const late = fail(`no result within ${patienceMs / 1_000} s`, 'Is a disk or a network away? Try again.')
    timer = setTimeout(() => resolve(late), patienceMs)
  })
  try {
    return { check, ...(await Promise.race([work.catch(broken), tooLong])) }
  } finally {
    clearTimeout(timer)
  }
}

function broken(error: unknown): Finding {
  return fail(maskSecrets(messageOf(error)), 'This check could not be made: put that right first.')
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

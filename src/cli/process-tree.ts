import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process, told from a later one with the same pid. */
export interface Descendant {
  readonly pid: number
  readonly birth: string
}

interface Row extends Descendant {
  readonly parent: number
}

/** What a process has started, and what that has, as long as it runs; empty where the system does not tell. */
export function descendantsOf(pid: number): Descendant[] {
  const rows = running()
  const below = (parent: number): Row[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)])
  return below(pid)
}

export function stillRunning(some: readonly Descendant[]): Descendant[] {
  const rows = running()
  return some.filter(({ pid, birth }) => rows.some((row) => row.pid === pid && row.birth === birth))
}

function running(): Row[] {
  if (process.platform === 'linux') return fromProc()
  return process.platform === 'win32' ? [] : fromPs()
}

/** Small images have no `ps`. */
function fromProc(): Row[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(name)
      // The name in brackets may hold anything: fields are counted from behind it.
      const [state = '', parent, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return isDead(state) ? [] : [{ pid: Number(name), parent: Number(parent), birth: more[17] ?? '' }]
    })
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has just ended.
    return ''
  }
}

function fromPs(): Row[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, state = '', birth = ''] = /^ *(\d+) +(\d+) +(\S+) +(.+)$/.exec(line) ?? []
    return isDead(state) ? [] : [{ pid: Number(pid), parent: Number(parent), birth }]
  })
}

/** Ended, and only waiting to be buried. */
function isDead(state: string): boolean {
  return state === '' || /^[ZX]/.test(state)
}

import { readdir, readFile } from 'node:fs/promises'

export interface Use {
  /** Open files, sockets among them. */
  readonly files: number
  readonly megabytes: number
}

/** What the system says a process holds; null where it does not tell. */
export async function useOf(pid: number): Promise<Use | null> {
  if (process.platform !== 'linux') return null
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s*(\d+)/.exec(status)?.[1])
  return { files: (await readdir(`/proc/${pid}/fd`)).length, megabytes: kilobytes / 1024 }
}

/** What a second adds, by the line that fits the samples best. */
export function slope(samples: readonly (readonly [seconds: number, value: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middle, level] = [mean(samples.map(([at]) => at)), mean(samples.map(([, value]) => value))]
  const covariance = mean(samples.map(([at, value]) => (at - middle) * (value - level)))
  return covariance / mean(samples.map(([at]) => (at - middle) ** 2))
}

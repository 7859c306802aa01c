/** Who shows something of the service, and is told to fetch it again. */
const reloads = new Set<() => void>()

export function onReloadAll(reload: () => void): () => void {
  reloads.add(reload)
  return () => reloads.delete(reload)
}

/** After something that may have changed anything: a restart, a reset, a move of the clock. */
export function reloadAll(): void {
  for (const reload of reloads) reload()
}

const shortestGapMs = 2_000
const calmMs = 250

/**
 * A call that comes soon, once for many, never more often than every `gapMs`, and not while nobody looks: a
 * service under load is not asked at its own pace.
 */
export function soon(run: () => void, gapMs = shortestGapMs): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ran = -gapMs
  const now = (): void => {
    timer = undefined
    ran = performance.now()
    run()
  }
  const call = (): void => {
    if (timer !== undefined) return
    if (document.hidden) document.addEventListener('visibilitychange', call, { once: true })
    else timer = setTimeout(now, Math.max(calmMs, ran + gapMs - performance.now()))
  }
  const cancel = (): void => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', call)
  }
  return { call, cancel }
}

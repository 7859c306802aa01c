/** A server that answers. */
export interface Ready {
  readonly url: string
  /** null: it was told before. */
  readonly apiKey: string | null
  readonly dashboardUrl: string
  readonly mode: string
  readonly pid: number
  readonly dataDir: string | null
  readonly version: string
}

/** For scripts: one line, once requests are answered. */
export function readyLine({ url, apiKey, dashboardUrl, mode, pid, dataDir, version }: Ready): string {
  const ready = {
    event: 'ready',
    url,
    api_key: apiKey,
    dashboard_url: dashboardUrl,
    mode,
    pid,
    data_dir: dataDir,
    version,
  }
  return `${JSON.stringify(ready)}\n`
}

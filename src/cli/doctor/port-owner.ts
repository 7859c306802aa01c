import { readdir, readFile, readlink } from 'node:fs/promises'

/** Who listens on a port, as far as the system tells: "node (process 4711)". Null when it does not. */
export async function ownerOf(port: number): Promise<string | null> {
  return process.platform === 'linux' ? fromProc(port) : fromLsof(port)
}

async function fromProc(port: number): Promise<string | null> {
  const sockets = new Set([...(await listening('tcp', port)), ...(await listening('tcp6', port))])
  if (sockets.size === 0) return null
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    if (await holds(pid, sockets)) return `${await nameOf(pid)} (process ${pid})`
  }
  return null
}

const listenState = '0A'

/** The inodes of the sockets that listen there. */
async function listening(table: 'tcp' | 'tcp6', port: number): Promise<string[]> {
  const rows = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1)
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === listenState && local.endsWith(`:${hex}`))
    .map(([, , , , , , , , , inode = '']) => `socket:[${inode}]`)
}

/** Those of other users cannot be looked into. */
async function holds(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
  return links.some((link) => sockets.has(link))
}

async function nameOf(pid: string): Promise<string> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'a program')).trim()
}

async function fromLsof(port: number): Promise<string | null> {
  const { execFile } = await import('node:child_process')
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']
  const told = await new Promise<string>((resolve) => {
    execFile('lsof', args, { timeout: 2_000 }, (_, stdout) => resolve(stdout))
  })
  const [, pid, name] = /^p(\d+)\nc(.*)$/m.exec(told) ?? []
  return pid === undefined ? null : `${name ?? 'a program'} (process ${pid})`
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the process that has a data folder open takes orders from others of its user: a socket. */

/** Systems cut the path of a socket off at 104 or 108 bytes. */
const longest = 100

/** Where a socket may be put, the best first. The second is for paths too long, and for disks that hold no sockets. */
export async function* socketPlaces(dir: string): AsyncGenerator<string> {
  await forgetPlace(dir)
  const near = nearPath(dir)
  if (Buffer.byteLength(near) <= longest) yield near
  const folder = await mkdtemp(join(tmpdir(), 'skillpass-'))
  const far = join(folder, 'control.sock')
  await writeFile(placeFile(dir), JSON.stringify({ path: far, folder }), { mode: 0o600 })
  yield far
}

/** Where the socket of a data folder is, if there is one. */
export async function socketOf(dir: string): Promise<string> {
  return (await readPlace(dir))?.path ?? nearPath(dir)
}

/** Removes what this process, or one that was killed, left behind. Only for who holds the lock of the folder. */
export async function forgetPlace(dir: string): Promise<void> {
  const place = await readPlace(dir)
  await rm(nearPath(dir), { force: true })
  if (place !== null && place.folder.startsWith(join(tmpdir(), 'skillpass-'))) {
    await rm(place.folder, { recursive: true, force: true })
  }
  await rm(placeFile(dir), { force: true })
}

function nearPath(dir: string): string {
  return join(dir, 'control.sock')
}

function placeFile(dir: string): string {
  return join(dir, 'control.json')
}

async function readPlace(dir: string): Promise<{ readonly path: string; readonly folder: string } | null> {
  const text = await readFile(placeFile(dir), 'utf8').catch(() => '{}')
  const place = parsed(text)
  if (typeof place !== 'object' || place === null || !('path' in place) || !('folder' in place)) return null
  const { path, folder } = place
  return typeof path === 'string' && typeof folder === 'string' ? { path, folder } : null
}

/** A process that was killed, or a full disk, leaves a part of the file: that names no place. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Disk } from './disk.ts'
import type { JournalEnd } from './journal.ts'
import type { Notice } from './notice.ts'
import type { History } from './replay.ts'

/** Cuts what a crash left half-written, after keeping a copy: nobody was told that it was stored. */
export async function cutTorn(
  disk: Disk,
  dir: string,
  torn: NonNullable<History['torn']>,
  end: JournalEnd | null,
): Promise<Notice> {
  const kept = await freeName(dir, `torn-${(end?.last ?? 0) + 1}`)
  await pipeline(
    createReadStream(torn.path, { start: torn.offset }),
    createWriteStream(kept, { flags: 'wx', mode: 0o600 }),
  )
  const file = await disk.open(torn.path, 'r+')
  await file.truncate(torn.offset)
  await file.sync()
  await file.close()
  return { kind: 'torn_tail', message: explain(torn, kept, end), path: kept }
}

function explain(torn: NonNullable<History['torn']>, kept: string, end: JournalEnd | null): string {
  return (
    `The last write before a crash was never finished: ${torn.bytes} bytes after transaction ${end?.last ?? 0} ` +
    `were dropped from ${basename(torn.path)} and kept in ${kept}. Everything that was acknowledged is there.`
  )
}

async function freeName(dir: string, wanted: string): Promise<string> {
  const taken = new Set(await readdir(dir))
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}.${number}`
  return join(dir, name)
}

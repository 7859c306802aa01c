import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import { realDisk } from '../store/json/disk.ts'
import { DumpError } from './dump-text.ts'

/** Whole or not at all, readable by its owner only; compressed where its name ends in `.gz`. */
export async function writeDumpFile(path: string, text: AsyncIterable<string>): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await (await open(temporary, 'w', 0o600)).close()
    await writeDump(createWriteStream(temporary, { flags: 'r+' }), text, path.endsWith('.gz'))
    await synced(temporary)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await realDisk.syncFolder(dirname(path))
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeDump(to: Writable, text: AsyncIterable<string>, compressed: boolean): Promise<void> {
  const from = Readable.from(text)
  // Level 1 keeps pace with the disk: a backup holds the old text of what changes meanwhile.
  if (compressed) await pipeline(from, createGzip({ level: 1 }), to)
  else await pipeline(from, to)
}

const gzipMagic = [0x1f, 0x8b]

/** The lines of a dump, compressed or not. @throws DumpError when it cannot be unpacked */
export async function* linesOfFile(path: string): AsyncGenerator<readonly string[], void, undefined> {
  const isPacked = await isCompressed(path)
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  try {
    yield* isPacked ? unpacked(file) : linesOf(file)
  } finally {
    file.destroy()
  }
}

async function* unpacked(file: Readable): AsyncGenerator<readonly string[]> {
  const gunzip = createGunzip()
  file.on('error', (error) => gunzip.destroy(error))
  try {
    yield* linesOf(file.pipe(gunzip))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw code.startsWith('Z_') ? new DumpError('it is damaged or was cut off: it cannot be unpacked') : error
  } finally {
    gunzip.destroy()
  }
}

/** The lines of a stream of bytes; a last one without a newline counts too. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder('utf8')
  let carried: string[] = []
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.write(Buffer.from(chunk)).split('\n')
    carried.push(first)
    const last = others.pop()
    if (last === undefined) continue
    yield [carried.join(''), ...others]
    carried = [last]
  }
  const rest = carried.join('') + decoder.end()
  if (rest !== '') yield [rest]
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && gzipMagic.every((byte, at) => buffer[at] === byte)
  } finally {
    await file.close()
  }
}

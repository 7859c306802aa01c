import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** The files of the store go through here and nowhere else, so that a test can pull the plug at any step. */
export interface Disk {
  /** `r+`: an existing file. `w`: new or emptied, readable by its owner only. */
  open(path: string, flags: 'r+' | 'w'): Promise<DiskFile>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  /** Makes created, renamed and removed names of a folder durable. */
  syncFolder(path: string): Promise<void>
}

export interface DiskFile {
  /** Writes all of it or throws; after a throw any part of it may stand in the file. */
  write(bytes: Uint8Array, position: number): Promise<void>
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  close(): Promise<void>
}

export const realDisk: Disk = {
  open: openFile,
  rename,
  remove: async (path) => rm(path, { force: true }),
  syncFolder,
}

async function openFile(path: string, flags: 'r+' | 'w'): Promise<DiskFile> {
  const handle = await open(path, flags, 0o600)
  return {
    async write(bytes, position) {
      let done = 0
      while (done < bytes.length) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
        done += bytesWritten
      }
    },
    sync: async () => handle.datasync(),
    truncate: async (length) => handle.truncate(length),
    close: async () => handle.close(),
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file system keeps names durable by itself.
  if (process.platform === 'win32') return
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

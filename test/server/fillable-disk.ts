import { realDisk, type Disk } from '../../src/store/json/disk.ts'

/** The real disk, which can be full: writes then fail as the system makes them fail, after half of the bytes. */
export function fillableDisk(): Disk & { full: boolean } {
  const disk = {
    ...realDisk,
    full: false,
    async open(path: string, flags: 'r+' | 'w') {
      const file = await realDisk.open(path, flags)
      return {
        ...file,
        async write(bytes: Uint8Array, position: number) {
          if (!disk.full) return await file.write(bytes, position)
          await file.write(bytes.subarray(0, bytes.length / 2), position)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
        },
      }
    },
  }
  return disk
}

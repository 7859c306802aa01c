import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { mountTinyDisk } from '../e2e/tiny-disk.ts'
import { temporaryFolder } from '../folder.ts'
import { sharedSandbox } from '../sandbox.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { cli, cliFor, errorOf } from './cli.ts'

/** What commands write beside the service, on a disk that is full. */

const sandbox = await sharedSandbox()
const run = cliFor(sandbox)
const disk = mountTinyDisk(await temporaryFolder())
afterEach(async () => await disk?.empty())
const why = disk === null ? ' (SKIPPED: needs a user who may mount a tmpfs)' : ''

test.skipIf(disk === null)(`no admin key is made whose file has no room${why}`, async () => {
  if (disk === null) return
  const cwd = await temporaryFolder()
  const own = await startSandbox({ port: 0, seed: 'empty', dataDir: join(cwd, 'data') })
  try {
    const keys = async () => (await cliFor(own)('key list --quiet')).stdout
    const before = await keys()
    await disk.fill()
    const ran = await cli(['keys', 'bootstrap', '--out', join(disk.dir, 'admin.key')], {
      cwd,
      env: { SKILLPASS_STORE: 'json:data' },
    })
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('admin.key (ENOSPC)')])
    expect(await keys()).toBe(before)
    expect(await readdir(disk.dir)).toEqual(['ballast'])
  } finally {
    await own.close()
  }
})

test.skipIf(disk === null)(`nothing is sent that could not be remembered${why}`, async () => {
  if (disk === null) return
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'people.csv'), 'email,skill\nfull@example.com,react\n')
  await disk.fill()
  const ran = await run(`invite send --from-csv people.csv --checkpoint ${join(disk.dir, 'sent')} --json`, {
    cwd,
  })
  expect([ran.code, errorOf(ran).code]).toEqual([2, 'CHECKPOINT_UNWRITABLE'])
  expect((await run('invite list --quiet')).stdout).toBe('')
})

test.skipIf(disk === null)(`a profile that cannot be kept says where else it could be${why}`, async () => {
  if (disk === null) return
  await disk.fill()
  const env = { SKILLPASS_CONFIG_DIR: join(disk.dir, 'config') }
  const ran = await cli(['login', '--base-url', sandbox.url, '--key-stdin'], { env, stdin: sandbox.apiKey })
  expect([ran.code, ran.stderr]).toEqual([
    2,
    expect.stringContaining('config.json cannot be written (ENOSPC)'),
  ])
  expect(ran.stderr).toContain('SKILLPASS_CONFIG_DIR')
})

test('and so does one whose folder cannot be made', async () => {
  const env = { SKILLPASS_CONFIG_DIR: '/dev/null/config' }
  const line = ['login', '--base-url', sandbox.url, '--key-stdin', '--json']
  const ran = await cli(line, { env, stdin: sandbox.apiKey })
  expect([ran.code, errorOf(ran).code]).toEqual([2, 'CONFIG_UNWRITABLE'])
})

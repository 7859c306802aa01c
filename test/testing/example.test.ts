import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { emptyFolder } from '../cli/program.ts'

/** The example as somebody has it who installed the package. Needs a build. */
const root = new URL('../../', import.meta.url).pathname

test('the tests of examples/vitest pass, with the installed package', async () => {
  const folder = join(await emptyFolder(), 'example')
  await cp(join(root, 'examples/vitest'), folder, { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules/skillpass'))
  await symlink(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
  const ran = await execa(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    reject: false,
    env: { CI: '1', NO_COLOR: '1' },
  })
  expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringContaining('4 passed')])
})

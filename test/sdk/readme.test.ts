import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { emptyFolder } from '../cli/program.ts'
import { sharedSandbox } from '../sandbox.ts'

/** The quickstart as it stands in the documentation, with the built package. */
const root = new URL('../../', import.meta.url).pathname
const sandbox = await sharedSandbox()

test('the quickstart of the TypeScript page runs as pasted', async () => {
  const page = await readFile(join(root, 'docs/typescript.md'), 'utf8')
  const [, code = ''] = /```js\n\/\/ quickstart\.mjs\n([^]*?)```/.exec(page) ?? []
  const folder = await emptyFolder()
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules/skillpass'))
  await writeFile(join(folder, 'quickstart.mjs'), code)
  const { exitCode, stdout, stderr } = await execa(process.execPath, ['quickstart.mjs'], {
    cwd: folder,
    reject: false,
    env: { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey },
  })
  expect([exitCode, stderr]).toEqual([0, ''])
  const lines = stdout.split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^inv_\w+ http:.*\/i\//),
    'kim@example.com',
    expect.stringMatching(/^USER_NOT_FOUND req_/),
  ])
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { execa } from 'execa'

const root = resolve(import.meta.dirname, '../..')

/**
 * The store as JavaScript, for processes of its own; under the project's folder, where packages are found.
 * Answers with the folder of the built sources.
 */
export async function compiledStore(folder: string): Promise<string> {
  const out = join(root, 'node_modules', '.cache', folder)
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'package.json'), '{"type":"module"}')
  const config = {
    extends: join(root, 'tsconfig.build.json'),
    compilerOptions: { rootDir: join(root, 'src'), outDir: out, declaration: false },
    include: [],
    files: [join(root, 'src/store/json/open.ts')],
  }
  await writeFile(join(out, 'tsconfig.json'), JSON.stringify(config))
  await execa('npx', ['tsc', '-p', join(out, 'tsconfig.json')], { cwd: root })
  return out
}

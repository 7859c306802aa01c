// Makes docs/pictures/terminal.svg: the real program in a pseudo-terminal, its screen drawn as SVG.
// Needs a build, bash and `script` (util-linux). The clock stands still and the ids are replaced, so that the picture
// changes when the program does, and not otherwise.
import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { drawScreen } from './pictures/draw-screen.mjs'
import { readScreen } from './pictures/read-screen.mjs'
import { steady } from './pictures/steady.mjs'

const columns = 96
const root = fileURLToPath(new URL('..', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'skillpass-picture-'))
try {
  const screen = readScreen(steady(await record(folder)), columns)
  await mkdir(join(root, 'docs/pictures'), { recursive: true })
  await writeFile(join(root, 'docs/pictures/terminal.svg'), drawScreen(screen, columns))
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** What the terminal was sent while the tour ran. */
async function record(cwd) {
  const bin = join(cwd, 'bin')
  await mkdir(bin)
  await symlink(join(root, 'bin/skillpass.js'), join(bin, 'skillpass'))
  const tour = fileURLToPath(new URL('pictures/tour.sh', import.meta.url))
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: cwd,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    FORCE_COLOR: '1',
  }
  const typescript = join(cwd, 'typescript')
  const line = `stty cols ${columns} rows 60 && bash '${tour}'`
  await promisify(execFile)('script', ['-qec', line, typescript], { cwd, env, timeout: 60_000 })
  // Its first and last line are its own: when it began, and when it ended.
  return (await readFile(typescript, 'utf8'))
    .split('\n')
    .slice(1)
    .join('\n')
    .replace(/\nScript done on [^]*$/, '')
}

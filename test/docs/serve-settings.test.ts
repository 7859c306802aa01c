import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingName } from '../../src/cli/config.ts'
import { flagName } from '../../src/cli/flags.ts'
import { globalFlags } from '../../src/cli/globals.ts'
import { manifest } from '../../src/cli/manifest.ts'
import { serveFlags } from '../../src/cli/commands/serve-flags.ts'
import { blocks, root } from './pages.ts'

/** What the pages about deploying and the files of `deploy/` say exists. */

const files = [
  'Dockerfile',
  ...readdirSync(join(root, 'deploy')).map((name) => `deploy/${name}`),
  ...readdirSync(join(root, 'docs/deploying')).map((name) => `docs/deploying/${name}`),
]
const texts = files.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

const settings = new Set([...Object.keys(serveFlags), 'baseUrl'].map(settingName))
/** Of the commands beside `serve`, and one that only compose reads. */
const otherVariables = new Set(['SKILLPASS_API_KEY', 'SKILLPASS_PUBLISH'])

test.each(texts)('%s names variables that serve reads', (_, text) => {
  const named = text.match(/\bSKILLPASS_[A-Z_]*[A-Z]\b/g) ?? []
  expect(named.filter((name) => !settings.has(name) && !otherVariables.has(name))).toEqual([])
})

const commands = await Promise.all(
  manifest.map(async ({ name, alias, load }) => ({ names: [name, alias], command: await load() })),
)
const flags = new Set([
  ...globalFlags.map(({ name }) => name),
  ...commands.flatMap(({ command }) =>
    ('verbs' in command ? command.verbs : [command]).flatMap((verb) => Object.keys(verb.flags).map(flagName)),
  ),
])
/** Lines of other programs, whose flags are their own. */
const others =
  /^(FROM|HEALTHCHECK) |^ +POSTGRES_|\b(docker|openssl|npm|apk|journalctl|systemctl|install|psql|pg_dump|pg_isready|curl|jq|age)\b|health-cmd/
const inContainer = /docker (compose )?exec skillpass /g
const call = /(?:[`(]|exec |&& |^\s*)skillpass ([a-z]+)(?: ([a-z-]+))?/g

test.each(texts)('%s names flags and commands that there are', (path, text) => {
  const lines = text.replaceAll('\\\n', ' ').replaceAll(inContainer, '').split('\n')
  const flagged = lines.filter((line) => !others.test(line))
  const named = flagged.flatMap((line) => line.match(/(?<=[\s`(|])--[a-z][a-z-]+/g) ?? [])
  expect(named.filter((name) => !flags.has(name))).toEqual([])
  const code = path.endsWith('.md') ? codeOf(text) : lines
  const called = code.flatMap((line) =>
    Array.from(line.matchAll(call), ([, noun = '', verb = '']) => ({ noun, verb })),
  )
  expect(called.filter((one) => !exists(one))).toEqual([])
})

/** Lines of code blocks, and what stands between backticks. */
function codeOf(text: string): readonly string[] {
  const page = { path: '', text: text.replaceAll(inContainer, '') }
  const inline = Array.from(page.text.matchAll(/`[^`\n]+`/g), ([code]) => code)
  return [...blocks(page).flatMap(({ code }) => code.split('\n')), ...inline]
}

function exists({ noun, verb }: { readonly noun: string; readonly verb: string }): boolean {
  const found = commands.find(({ names }) => names.includes(noun))
  if (found === undefined) return false
  return !('verbs' in found.command) || found.command.verbs.some(({ name }) => name === verb)
}

// THIRD-PARTY-LICENSES: whose code the bundles hold, found by what they are made of, and on what terms.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const head = `The files in lib and dist contain code of the packages below, each under its own licence.\n`

/** @param {Iterable<string>} modules paths of all files that went into the bundles */
export function writeLicences(modules) {
  const folders = [...new Set([...modules].map(packageFolder).filter((folder) => folder !== null))]
  const notices = new Map(folders.map(notice))
  const text = [...notices.keys()]
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .map((name) => `${'-'.repeat(80)}\n${name}\n\n${notices.get(name)}`)
  writeFileSync('THIRD-PARTY-LICENSES', [head, ...text].join('\n'))
}

/** `…/node_modules/@scope/name` of a file in it; null for our own. */
function packageFolder(file) {
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1] ?? null
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined) throw new Error(`${name} is bundled, and ships no licence text`)
  const extra = existsSync(join(folder, 'NOTICE')) ? `\n${readFileSync(join(folder, 'NOTICE'), 'utf8')}` : ''
  return [`${name} ${version} (${license})`, readFileSync(join(folder, file), 'utf8').trim() + extra + '\n']
}

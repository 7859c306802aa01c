// Writes src/sdk/*.gen.ts from the compiled contract table, so that the client never says what a row says.
//   node scripts/generate-sdk.mjs           after a build
//   node scripts/generate-sdk.mjs --check   exit 1 when the files are not what the table asks for
import { readFile, writeFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { contract } from '../dist/contract/index.js'

const head = '// Generated from the contract table by scripts/generate-sdk.mjs. Do not edit.\n'
const style = { semi: false, singleQuote: true, printWidth: 110 }

const files = {
  'operations.gen.ts': operationsFile(),
  'choices.gen.ts': choicesFile(),
  'version.gen.ts': await versionFile(),
}
const stale = []
for (const [name, source] of Object.entries(files)) {
  const path = new URL(`../src/sdk/${name}`, import.meta.url)
  const { code, errors } = await format(name, source, style)
  if (errors.length > 0) throw new Error(`${name} does not parse: ${errors[0].message}`)
  if (!process.argv.includes('--check')) await writeFile(path, code)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== code) stale.push(name)
}
if (stale.length > 0) {
  process.exitCode = 1
  process.stderr.write(`Stale: ${stale.join(', ')}. Run: npm run build && node scripts/generate-sdk.mjs\n`)
}

async function versionFile() {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  return `${head}\n/** The version of this package. */\nexport const version = '${version}'\n`
}

/** The fixed sets that input fields choose from: programs can offer them without loading the schemas. */
function choicesFile() {
  const lines = Object.entries(contract).flatMap(([resource, verbs]) =>
    Object.entries(verbs).flatMap(([verb, row]) => {
      const sets = namedFields(row).flatMap(([name, field]) => {
        const options = optionsOf(field)
        return options === null ? [] : [`${name}: ${JSON.stringify(options)}`]
      })
      return sets.length === 0 ? [] : [`'${resource}.${verb}': { ${sets.join(', ')} },`]
    }),
  )
  return `${head}
/** What a field of an operation takes, where that is one of a fixed set. */
export const choices = {
${lines.join('\n')}
} as const
`
}

function optionsOf(field) {
  const { type, innerType, in: input } = field.def
  if (type === 'enum') return field.options
  if (type === 'optional' || type === 'nullable' || type === 'default') return optionsOf(innerType)
  return type === 'pipe' ? optionsOf(input) : null
}

function operationsFile() {
  const resources = Object.entries(contract).map(([name, verbs]) => ({
    name,
    operations: operationsOf(name, verbs),
  }))
  const present = resources.filter(({ operations }) => operations.length > 0)
  return [
    head,
    `import type { Output, Request } from '../contract/index.ts'`,
    `import type { Caller, Listing, Reply } from './caller.ts'`,
    `import type { CallOptions, StreamOptions } from './settings.ts'`,
    `import type { Stream } from './streams.ts'`,
    ...present.map(resourceInterface),
    operationsClass(present),
  ].join('\n')
}

function operationsOf(resource, verbs) {
  return Object.entries(verbs)
    .filter(([, row]) => answersJson(row))
    .map(([verb, row]) => ({ resource, verb, row, isList: row.query?.shape.cursor !== undefined }))
}

/** Pages and plain text are for browsers and monitors, not for this client. */
function answersJson(row) {
  const [first] = Object.values(row.responses)
  return first.def.type !== 'string' && first.def.type !== 'void'
}

function resourceInterface({ name, operations }) {
  return `\nexport interface ${pascal(name)} {\n${operations.map(signature).join('\n\n')}\n}`
}

function signature({ resource, verb, row, isList }) {
  const address = `'${resource}', '${verb}'`
  const input = fields(row).length === 0 ? '' : `input${needsInput(row) ? '' : '?'}: Request<${address}>, `
  const options = row.stream ? 'StreamOptions' : 'CallOptions'
  return `${documentation(row)}\n${verb}(${input}options?: ${options}): ${answerType(row, isList, address)}`
}

function answerType(row, isList, address) {
  if (row.stream) return `Stream<Output<${address}>>`
  return isList ? `Listing<Output<${address}>['data'][number]>` : `Reply<Output<${address}>>`
}

function documentation(row) {
  const lines = [row.summary, ...(row.description === undefined ? [] : ['', ...wrapped(row.description)])]
  const text = [...lines, '', `\`${row.method} ${row.path}\``].map((line) => ` * ${line}`.trimEnd())
  return `/**\n${text.join('\n')}\n */`
}

function wrapped(text) {
  return text.match(/.{1,100}(?=\s|$)/g).map((line) => line.trim())
}

function namedFields(row) {
  return [row.params, row.query, row.body].flatMap((part) => Object.entries(part?.shape ?? {}))
}

function fields(row) {
  return namedFields(row).map(([, field]) => field)
}

function needsInput(row) {
  return fields(row).some((field) => !field.safeParse(undefined).success)
}

function operationsClass(resources) {
  const fields = resources.map(({ name }) => `readonly ${name}: ${pascal(name)}`)
  const bodies = resources.map(
    ({ name, operations }) => `this.${name} = {\n${operations.map(binding).join('\n')}\n}`,
  )
  return `
/** Every operation of the service, by resource and verb. */
export class Operations {
  ${fields.join('\n')}

  constructor(call: Caller) {
    ${bodies.join('\n')}
  }
}
`
}

function binding({ verb, row, isList }) {
  const method = row.stream ? 'stream' : isList ? 'list' : 'one'
  const none = fields(row).length === 0
  return `${verb}: (${none ? '' : 'input, '}options) => call.${method}(${endpoint(row)}, ${none ? '{}' : 'input'}, options),`
}

function endpoint(row) {
  const query = row.body === undefined ? [] : Object.keys(row.query?.shape ?? {})
  const parts = [
    `method: '${row.method}'`,
    `path: '${row.path}'`,
    ...(row.body === undefined ? [] : ['body: true']),
    ...(row.resumes ? ['resumes: true'] : []),
    ...(query.length === 0 ? [] : [`query: ${JSON.stringify(query)}`]),
  ]
  return `{ ${parts.join(', ')} }`
}

function pascal(name) {
  return name[0].toUpperCase() + name.slice(1)
}

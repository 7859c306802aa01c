// Writes sdks/python/src/skillpass/_generated from the compiled contract table and its OpenAPI document.
//   node scripts/generate-python-sdk.mjs           after a build
//   node scripts/generate-python-sdk.mjs --check   exit 1 when the files are not what the table asks for
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { errorCodes } from './python-sdk/error-codes.mjs'
import { modelsFile } from './python-sdk/models.mjs'
import { endpointsFile, operationsFile } from './python-sdk/operations.mjs'
import { Shapes } from './python-sdk/shapes.mjs'
import { readTable } from './python-sdk/table.mjs'
import { head } from './python-sdk/text.mjs'
import { adviceFile } from './python-sdk/advice.mjs'

const folder = new URL('../sdks/python/src/skillpass/_generated/', import.meta.url)
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
const { schemas, operations, resources } = readTable(version)
const shapes = new Shapes(schemas)
for (const { owner, path, query, body } of operations) {
  for (const { field, schema } of [...path, ...query, ...body])
    shapes.gatherInput(schema, `${owner}Input`, field)
}
shapes.settle()

const files = {
  '__init__.py': head,
  'advice.py': adviceFile(),
  'aio_operations.py': operationsFile(shapes, resources, true),
  'endpoints.py': endpointsFile(operations),
  'error_codes.py': errorCodes(),
  'models.py': modelsFile(shapes, schemas),
  'operations.py': operationsFile(shapes, resources, false),
  'version.py': `${head}__version__ = "${version}"\n`,
}
const stale = []
await mkdir(folder, { recursive: true })
for (const [name, source] of Object.entries(files)) {
  const path = new URL(name, folder)
  if (!process.argv.includes('--check')) await writeFile(path, source)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== source) stale.push(name)
}
if (stale.length > 0) {
  process.exitCode = 1
  process.stderr.write(
    `Stale: ${stale.join(', ')}. Run: npm run build && node scripts/generate-python-sdk.mjs\n`,
  )
}

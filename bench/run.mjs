// Every measurement, one after the other, on a machine that does nothing else; writes RESULTS.md and its charts:
//   npm run bench [-- --only http,start] [--quick]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { charts } from './lib/charts.mjs'
import { generator } from './lib/load.mjs'
import { root } from './lib/programs.mjs'
import { show } from './lib/report.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const sections = [
  { name: 'http', title: 'One read and one durable write, beside the field', args: ['--rounds', '3'] },
  {
    name: 'store',
    title: 'The JSON-file store at a million invites',
    args: ['--records', values.quick ? '100000' : '1000000'],
  },
  { name: 'webhooks', title: 'Webhooks', args: [] },
  {
    name: 'stores',
    title: 'Live service: data folder and PostgreSQL, and how they grow',
    args: ['--seconds', '3', '--sizes', values.quick ? '1000,10000' : '1000,100000,1000000'],
  },
  { name: 'start', title: 'Start-up and package', args: [] },
]
/** What a profile (`--cpu-prof`) says of a target that is missed. */
const notes = {
  http:
    'Where a GET goes, by a profile: of some 350 µs, 51 are bare node:http and 64 more h3 and srvx; bare h3 alone stands at 0.45 to 0.6 of bare ' +
    'node:http, so that 0.40 would leave a few dozen µs for all of the service. The rest is flat: reading and scoring the evidence 60, the entry of ' +
    'the log, redacted and written, 40, key, limits, quota and usage 35, checking the answer against its schema 27, ids, clock and headers 30, ' +
    'garbage collection 30. A POST adds the journal line, its fsync and three rows.',
  webhooks:
    'One durable append at a time is what this disk gives; a delivery takes two, grouped. The profile is flat, no function above 4 %.',
  start:
    'The reference machine starts a bare node in 60 ms; the second row of each pair scales to it. Of `--help` our own code takes 8 ms by a ' +
    'profile, the rest is finding, reading and compiling its modules; in fewer and larger files they take longer. `dev` on disk seeds 24 people with ' +
    'their history at its first start: 546 operations, run as if lived through, a third of the time above bare node (`--seed empty` is there 220 ms ' +
    'sooner). Another third is modules, of which Node 22 and newer keep what they compiled; the last the engine, a port, three fsyncs and the first ' +
    'request. No function of ours takes more than 4 %.',
}
const resultsPath = `${root}bench/results.json`
const known = await readFile(resultsPath, 'utf8').then(JSON.parse, () => ({}))
const wanted = values.only?.split(',') ?? sections.map(({ name }) => name)
for (const { name, title, args } of sections) {
  if (!wanted.includes(name)) continue
  process.stdout.write(`\n${title}\n`)
  known[name] = { at: new Date().toISOString(), load: loadavg()[0], lines: await gather(name, args) }
  await writeFile(resultsPath, `${JSON.stringify(known, null, 2)}\n`)
}
await mkdir(`${root}bench/charts`, { recursive: true })
const drawn = charts(known)
for (const { file, svg } of drawn) await writeFile(`${root}bench/charts/${file}`, svg)
await writeFile(`${root}bench/RESULTS.md`, page())
await fillCapacity()

async function gather(name, args) {
  const child = spawn(process.execPath, ['--expose-gc', `${root}bench/${name}.mjs`, '--lines', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const lines = []
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text)
    lines.push(line)
    process.stdout.write(`  ${line.what.padEnd(76)} ${show(line.value)} ${line.unit}${verdict(line)}\n`)
  }
  const [status] = await gone
  if (status !== 0) process.stdout.write(`  ${name} ended with ${status}\n`)
  return lines
}

function verdict({ value, target, least }) {
  if (target === null) return ''
  const isMet = least ? value >= target : value <= target
  return `  ${least ? '≥' : '≤'} ${show(target)}: ${isMet ? 'met' : 'missed'}`
}

function page() {
  const parts = [
    '# Measurements',
    'Made by `npm run bench`, in turns (A B A B) and as medians. Figures of one machine say little about another: look at the ratios.',
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, load by ${generator}.`,
  ]
  for (const { name, title } of sections) {
    const found = known[name]
    if (found === undefined) continue
    const rows = found.lines.map(({ what, value, unit, target, least }) => {
      const wish = target === null ? '' : `${least ? '≥' : '≤'} ${show(target)}`
      const result = target === null ? '' : (least ? value >= target : value <= target) ? 'met' : '**missed**'
      return `| ${what} | ${show(value)} ${unit} | ${wish} | ${result} |`
    })
    const pictures = drawn
      .filter((chart) => chart.section === name)
      .map(({ file, title: alt }) => `![${alt}](charts/${file})`)
    parts.push(
      `## ${title}`,
      `${found.at.slice(0, 10)}, load of the machine before: ${show(found.load)}.`,
      ['| what | measured | target | |', '|---|---:|---:|---|', ...rows].join('\n'),
      ...(name in notes ? [notes[name]] : []),
      ...pictures,
    )
  }
  return `${parts.join('\n\n')}\n`
}

/** The table of the page about capacity. */
async function fillCapacity() {
  const path = `${root}docs/deploying/capacity.md`
  const found = known['stores']
  const text = await readFile(path, 'utf8').catch(() => null)
  if (found === undefined || text === null || !text.includes('<!-- capacity -->')) return
  const rows = found.lines
    .filter(({ unit, what }) => unit === '/s' || what.includes('p50'))
    .map(({ what, value, unit }) => `| ${what} | ${show(value)} ${unit} |`)
  const table = ['| what | measured |', '|---|---:|', ...rows].join('\n')
  const [before] = text.split('<!-- capacity -->')
  const after = text.split('<!-- /capacity -->')[1] ?? text.split('<!-- capacity -->')[1]
  await writeFile(path, `${before}<!-- capacity -->\n\n${table}\n\n<!-- /capacity -->${after}`)
}

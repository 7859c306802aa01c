import { writeWhole } from './whole-file.ts'

export interface TestCase {
  readonly name: string
  readonly group: string
  /** Null when it passed. An error: the question could not be answered. */
  readonly problem: {
    readonly kind: 'failure' | 'error'
    readonly type: string
    readonly message: string
  } | null
}

export interface TestSuite {
  readonly name: string
  readonly cases: readonly TestCase[]
  /** Epoch milliseconds. */
  readonly begun: number
  readonly ended: number
}

/** Writes a suite the way CI servers read test results. */
export async function writeJunit(path: string, suite: TestSuite, name: string): Promise<void> {
  await writeWhole(path, junit(suite), name)
}

function junit({ name, cases, begun, ended }: TestSuite): string {
  const count = (kind: 'failure' | 'error') => cases.filter(({ problem }) => problem?.kind === kind).length
  const totals = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    time: seconds(ended - begun),
  }
  // They were asked about together: each takes its share of the time.
  const share = seconds((ended - begun) / Math.max(1, cases.length))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(totals)}>`,
    `  <testsuite${attributes({ name, ...totals, skipped: 0, timestamp: new Date(begun).toISOString() })}>`,
    ...cases.flatMap((one) => caseLines(one, share)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseLines({ name, group, problem }: TestCase, time: string): string[] {
  const head = `    <testcase${attributes({ classname: group, name, time })}`
  if (problem === null) return [`${head}/>`]
  const { kind, type, message } = problem
  return [
    `${head}>`,
    `      <${kind}${attributes({ type, message })}>${escaped(message)}</${kind}>`,
    '    </testcase>',
  ]
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => ` ${key}="${escaped(String(value)).replaceAll(/[\t\n\r]/g, reference)}"`)
    .join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML 1.0 cannot hold, however it is written: most control characters and half surrogate pairs. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function escaped(text: string): string {
  return text.replaceAll(impossible, '\ufffd').replaceAll(/[&<>"]/g, (mark) => entities[mark] ?? mark)
}

/** A bare line break in an attribute would be read as a space. */
function reference(mark: string): string {
  return `&#${mark.charCodeAt(0)};`
}

function seconds(ms: number): string {
  return (Math.max(0, ms) / 1_000).toFixed(3)
}

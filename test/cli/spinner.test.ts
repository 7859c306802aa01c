import { createServer } from 'node:http'
import { Readable, Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../src/cli/config.ts'
import { run } from '../../src/cli/run.ts'

const what = 'Putting everything back'

// Loaded now, so that in the tests it turns as soon as it may.
await import('ora')

/** A service that takes its time over a reset. */
async function slowService(ms: number): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    setTimeout(() => response.end(JSON.stringify({ object: 'reset', seed: 'default' })), ms)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** A terminal as far as a spinner uses it; what it is told to wipe is kept apart. */
class Screen extends Writable {
  readonly isTTY: boolean
  readonly columns = 80
  text = ''
  line = ''
  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.text += part.toString()
    this.line += part.toString()
    done()
  }

  cursorTo(): boolean {
    return true
  }

  moveCursor(): boolean {
    return true
  }

  clearLine(): boolean {
    this.line = ''
    return true
  }
}

interface Place {
  readonly ms?: number
  readonly tty?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

async function reset({ ms = 700, tty = true, env = {}, flags = [] }: Place) {
  const [stdout, stderr] = [new Screen(tty), new Screen(tty)]
  const code = await run({
    argv: ['reset', '--base-url', await slowService(ms), ...flags],
    streams: { stdin: Readable.from([]), stdout, stderr },
    env: readEnvironment({ ...env }),
    cwd: '/',
    program: 'skillpass',
    now: Date.now,
  })
  return { code, stdout: stdout.text, stderr: stderr.text, left: stderr.line }
}

test('what takes long turns, and leaves nothing behind', async () => {
  const { code, stdout, stderr, left } = await reset({ ms: 1_500 })
  expect(code).toBe(0)
  expect(stdout).toContain('Back to the seed "default"')
  // oxlint-disable-next-line no-control-regex
  const frames = stderr.replaceAll(/\u001b\[[0-9;?]*[a-z]/gi, '')
  expect(frames).toMatch(new RegExp(`⠋ ${what}`))
  expect(frames).toMatch(new RegExp(`⠙ ${what}`))
  expect(left).not.toContain(what)
})

test('what is over soon shows nothing', async () => {
  expect((await reset({ ms: 0 })).stderr).toBe('')
})

test.each<[string, Place]>([
  ['a pipe', { tty: false }],
  ['CI', { env: { CI: 'true' } }],
  ['TERM=dumb', { env: { TERM: 'dumb' } }],
  ['--json', { flags: ['--json'] }],
  ['--quiet', { flags: ['--quiet'] }],
])('%s: no spinner', async (_, place) => {
  const { code, stderr } = await reset(place)
  expect([code, stderr]).toEqual([0, ''])
})

test('among the lines of --debug nothing turns', async () => {
  const { stderr } = await reset({ flags: ['--debug'] })
  expect(stderr).toContain('POST')
  expect(stderr).not.toContain(what)
})

test('a spinner takes no colour where there is none', async () => {
  const { stderr } = await reset({ env: { NO_COLOR: '1' } })
  expect(stderr).toContain(what)
  // oxlint-disable-next-line no-control-regex
  expect(stderr).not.toMatch(/\u001b\[[0-9;]*m/)
})

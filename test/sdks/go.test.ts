import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { sharedSandbox, temporaryFolder } from '../sandbox.ts'

const folder = fileURLToPath(new URL('../../sdks/go', import.meta.url))
/** The first run compiles the standard library. */
const patience = 300_000
const environment = {
  PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/local/go/bin`,
  GOTOOLCHAIN: 'local',
  GOPROXY: 'off',
  GOFLAGS: '',
}
const version = await goVersion()
if (version === null) {
  process.stderr.write('\n!!! Go is not installed: the Go SDK is NOT tested. Install Go 1.21 or newer.\n\n')
}

test('the generated files say what the contract says', async () => {
  const script = fileURLToPath(new URL('../../scripts/generate-go-sdk.mjs', import.meta.url))
  const { exitCode, stderr } = await run(process.execPath, [script, '--check'])
  expect(stderr).toBe('')
  expect(exitCode).toBe(0)
})

describe.skipIf(version === null)(`the Go SDK, ${version ?? 'Go is not installed'}`, () => {
  test('go vet finds nothing', { timeout: patience }, async () => {
    expect(await go(['vet', './...'])).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('gofmt changes nothing', { timeout: patience }, async () => {
    const { stdout, exitCode } = await run('gofmt', ['-l', '.'])
    expect(stdout).toBe('')
    expect(exitCode).toBe(0)
  })

  test('the module asks for Go 1.21 and for no other module', async () => {
    const { stdout } = await go(['list', '-m', '-f', '{{.Path}} {{.GoVersion}}', 'all'])
    expect(stdout).toBe('github.com/skillpass/skillpass-go 1.21')
  })

  describe('with a sandbox', async () => {
    const sandbox = await sharedSandbox()
    const connection = { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }

    test('go test passes, the scenario and the vectors included', { timeout: patience }, async () => {
      const { stdout, exitCode } = await go(['test', './...', '-count=1', '-v'], { env: connection })
      expect(exitCode, stdout).toBe(0)
      expect(stdout).toContain('--- PASS: TestScenario')
      expect(stdout).toContain('--- PASS: TestWebhookVectors/sign_0')
      expect(stdout).toContain('--- PASS: TestBehaviour/retries_429_with_retry_after')
      expect(stdout).not.toMatch(/^\s*--- SKIP/m)
    })

    test(
      'the first program of the README runs as pasted into an empty module',
      { timeout: patience },
      async () => {
        const program = await temporaryFolder()
        const readme = await readFile(join(folder, 'README.md'), 'utf8')
        const [, quickstart = ''] = /```go\n(package main.*?)```/s.exec(readme) ?? []
        await writeFile(join(program, 'main.go'), quickstart)
        await writeFile(join(program, 'go.mod'), moduleFile(folder))
        await sandbox.request('POST', '/v1/users', { body: { display_name: 'Kim Berg' } })
        const { stdout, stderr, exitCode } = await go(['run', '.'], { cwd: program, env: connection })
        expect(exitCode, stderr).toBe(0)
        expect(stdout).toMatch(/^inv_\w+ pending http:.*\/i\//m)
        expect(stdout).toContain('Kim Berg false map[]')
      },
    )
  })
})

function moduleFile(source: string): string {
  const name = 'github.com/skillpass/skillpass-go'
  return `module demo\n\ngo 1.21\n\nrequire ${name} v0.0.0\n\nreplace ${name} => ${JSON.stringify(source)}\n`
}

async function goVersion(): Promise<string | null> {
  const { stdout, exitCode } = await go(['env', 'GOVERSION'])
  return exitCode === 0 ? stdout : null
}

interface Where {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

function go(args: readonly string[], where: Where = {}) {
  return run('go', args, where)
}

function run(command: string, args: readonly string[], { cwd = folder, env = {} }: Where = {}) {
  return execa(command, args, { cwd, env: { ...environment, ...env }, reject: false })
}

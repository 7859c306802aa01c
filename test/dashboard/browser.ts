import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import axe from 'axe-core'
import { execa } from 'execa'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'

/** A real Chromium, headless, for the tests of a file. */
export interface TestBrowser {
  /** Why there is none; null when there is one. For `describe.skipIf`. */
  readonly missing: string | null
  /**
   * An empty tab of a fresh profile, gone with its test. The test fails when the page wrote an error to its console,
   * threw one, or asked any other machine for anything.
   */
  open(wish?: Wish): Promise<Page>
}

export interface Wish extends BrowserContextOptions {
  /** Console errors that the test means to cause. */
  readonly expectedErrors?: RegExp
}

/** Call it at the top of a file. The file's tests share the browser, not its profile. */
export async function browser(): Promise<TestBrowser> {
  const found = await started()
  if (typeof found === 'string') {
    console.error(`\n!!! The browser tests are SKIPPED: ${found}\n`)
    return { missing: found, open: () => Promise.reject(new Error(found)) }
  }
  afterAll(async () => await found.close())
  return { missing: null, open: async (wish) => await openPage(found, wish) }
}

/** What shuts people out of the page as it stands, one line each; the page must run scripts. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate<readonly axe.Result[]>('axe.run().then(({ violations }) => violations)')
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}: ${failureSummary ?? ''}`),
  )
}

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Longest that an installation may take, milliseconds. */
const patienceMs = 300_000

/** The installed one, the one in Playwright's cache, or else one that is installed now; otherwise why not. */
async function started(): Promise<Browser | string> {
  const path = process.env['CHROMIUM_PATH'] ?? installed.find(existsSync)
  if (path !== undefined) return await launch(path)
  const cached = await launch().catch(() => null)
  if (cached !== null) return cached
  return (await downloaded()) ?? (await packaged()) ?? 'there is no Chromium. Set CHROMIUM_PATH to one.'
}

async function launch(executablePath?: string): Promise<Browser> {
  // As root, in containers above all, Chromium's sandbox refuses to start.
  return await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
}

async function downloaded(): Promise<Browser | null> {
  // Not through npx: who installs without links to programs has none to it.
  const packed = createRequire(import.meta.url).resolve('playwright-core/package.json')
  const words = [join(dirname(packed), 'cli.js'), 'install', 'chromium', '--only-shell']
  if (!(await succeeds(process.execPath, words))) return null
  return await launch().catch(() => null)
}

async function packaged(): Promise<Browser | null> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null
  // Files run side by side, and each may come here: the second one waits for the first.
  const apt = async (...words: readonly string[]) =>
    await succeeds('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-y', ...words])
  const install = async () => await apt('install', '--no-install-recommends', 'chromium')
  if (!(await install()) && !((await apt('update')) && (await install()))) return null
  const path = installed.find(existsSync)
  return path === undefined ? null : await launch(path)
}

async function succeeds(command: string, words: readonly string[]): Promise<boolean> {
  const { failed } = await execa(command, words, { reject: false, stdin: 'ignore', timeout: patienceMs })
  return !failed
}

async function openPage(found: Browser, { expectedErrors, ...options }: Wish = {}): Promise<Page> {
  const context = await found.newContext(options)
  const troubles: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  context.on('weberror', (failure) => troubles.push(failure.error().message))
  context.on('request', (request) => {
    if (isForeign(request.url())) troubles.push(`It asked for ${request.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(troubles.filter((text) => !expectedErrors?.test(text))).toEqual([])
  })
  return await context.newPage()
}

function isForeign(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname)
}

/** Colours do not depend on the width, nor what stands where on the theme: these two see all there is. */
export const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

// Makes the screenshots of the dashboard in docs/pictures, light and dark, from a sandbox whose clock stands still.
// Needs a build and a Chromium: /usr/bin/chromium, or CHROMIUM_PATH.
import { mkdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createSandbox } from '../lib/testing.js'

const largest = 150_000
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const shots = [
  {
    name: 'invites',
    path: '/invites',
    ready: (tab) => tab.getByRole('link', { name: 'Max Weber' }),
  },
  {
    name: 'passport',
    path: '/passports/usr_alex',
    ready: (tab) => tab.getByRole('figure', { name: 'SCI by day' }).locator('canvas'),
  },
]

const people = [
  ['Kim Doe', 'react', 88],
  ['Lee Wong', 'python', 74],
  ['Ada Okoye', 'typescript', 95],
  ['Max Weber', 'kubernetes', null],
]

const sandbox = await createSandbox({ seed: 'default', clock: '2026-03-20T12:00:00Z', freeze: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  await mkdir(folder, { recursive: true })
  await busyDay()
  for (const shot of shots) for (const theme of ['light', 'dark']) await take(shot, theme)
} finally {
  await browser.close()
  await sandbox.close()
}

/** Something has happened today too. */
async function busyDay() {
  const { client } = sandbox
  for (const [candidate_name, skill, score] of people) {
    const candidate_email = `${candidate_name.toLowerCase().replace(' ', '.')}@example.com`
    const { id } = await client.invites.create({ candidate_email, candidate_name, skill })
    if (score === null) continue
    await client.invites.start({ id })
    await client.invites.complete({ id, score })
  }
}

async function take({ name, path, ready }, colorScheme) {
  const tab = await browser.newPage({
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 660 },
    deviceScaleFactor: 1,
  })
  await tab.goto(`${sandbox.url}/dashboard${path}`)
  await ready(tab).waitFor()
  // Its stream of events stays open, so the network is never idle: what is still to come comes within this.
  await tab.waitForTimeout(2_000)
  const file = `${folder}${name}-${colorScheme}.png`
  await tab.screenshot({ path: file, animations: 'disabled' })
  await tab.close()
  const { size } = await stat(file)
  if (size > largest) throw new Error(`${file} has ${size} bytes; at most ${largest} are wanted.`)
}

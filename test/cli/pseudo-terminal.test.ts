import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sharedSandbox } from '../sandbox.ts'
import { emptyFolder } from './program.ts'
import { silentReceiver } from './receiver.ts'
import { hasTmux, terminal } from './tmux.ts'

if (!hasTmux) console.warn('NOT TESTED: prompts in a real terminal. Install tmux to have them tested.')

const sandbox = await sharedSandbox({ seed: 'default' })
const bound = { SKILLPASS_BASE_URL: sandbox.url, SKILLPASS_API_KEY: sandbox.apiKey }
const exitCode = 'echo "exit=$?"'

describe.skipIf(!hasTmux)('in a real terminal', () => {
  test('invite send alone asks for the address, the skill (by typing a part of it) and the end', async () => {
    const tty = await terminal(await emptyFolder(), { env: bound })
    await tty.press('skillpass invite send', 'Enter')
    await tty.until('? Address of each candidate:')
    await tty.press('kim@example.com', 'Enter')
    await tty.until('? What to assess:')
    await tty.press('typesc')
    await tty.until('❯ TypeScript')
    await tty.press('Enter')
    await tty.until(/\? When the invite ends: \(7d\)/)
    await tty.press('Enter')
    const shown = await tty.until('Sent')
    expect(shown).toContain('typescript')
    expect(shown).toContain('pending')
  })

  test('a wrong answer is told, and asked again', async () => {
    const tty = await terminal(await emptyFolder(), { env: bound })
    await tty.press('skillpass invite extend inv_unknown', 'Enter')
    await tty.until('? ')
    await tty.press('soon', 'Enter')
    expect(await tty.until('! It takes a duration such as 7d')).toBeTruthy()
  })

  test('Ctrl-C at a question ends with 130', async () => {
    const tty = await terminal(await emptyFolder(), { env: bound })
    await tty.press('skillpass user create', 'Enter')
    await tty.until('? ')
    await tty.press('C-c')
    await tty.press(exitCode, 'Enter')
    expect(await tty.until('exit=130')).toBeTruthy()
  })

  test('Ctrl-C once stops dev with 0; what it kept is there again', async () => {
    const tty = await terminal(await emptyFolder())
    await tty.press('skillpass dev --port 0', 'Enter')
    await tty.until('Ctrl-C')
    await tty.press('C-c')
    await tty.press(exitCode, 'Enter')
    expect(await tty.until('exit=0')).toBeTruthy()
  })

  test('Ctrl-C twice ends it at once', async () => {
    const { url, asked } = await silentReceiver()
    const tty = await terminal(await emptyFolder(), { env: bound })
    await tty.press(`skillpass webhook listen --forward-to ${url}`, 'Enter')
    await tty.until('Ctrl-C stops it')
    await sandbox.request('POST', '/v1/sandbox/trigger', { body: { event: 'webhook.test' } })
    await asked
    // The first waits for the answer under way, which never comes.
    await tty.press('C-c')
    await sleep(500)
    await tty.press('C-c')
    await tty.press(exitCode, 'Enter')
    expect(await tty.until('exit=130')).toBeTruthy()
  })

  test('60 columns: nothing is wider', async () => {
    const tty = await terminal(await emptyFolder(), { columns: 60, env: bound })
    await tty.press('skillpass user list --limit 5', 'Enter')
    const shown = await tty.until('The newest 5')
    // A longer line would be broken: its rest would stand on a line that starts without the margin.
    const rows = shown.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('$'))
    expect(rows.filter((line) => !line.startsWith('  ') && !line.startsWith('The newest'))).toEqual([])
  })

  test('colours, and none with NO_COLOR', async () => {
    const line = 'skillpass passport get usr_alex'
    const coloured = await terminal(await emptyFolder(), { env: bound })
    await coloured.press(line, 'Enter')
    expect(await coloured.until('Alex', { colours: true })).toContain('\u001b[')
    const plain = await terminal(await emptyFolder(), { env: { ...bound, NO_COLOR: '1' } })
    await plain.press(line, 'Enter')
    expect(await plain.until('Alex', { colours: true })).not.toContain('\u001b[')
  })

  test('an answer of no leaves everything as it is', async () => {
    const tty = await terminal(await emptyFolder(), { env: bound })
    await tty.press('skillpass user erase usr_alex', 'Enter')
    await tty.until('(y/N)')
    await tty.press('n', 'Enter')
    expect(await tty.until('Nothing was changed.')).toBeTruthy()
    await tty.press('skillpass user get usr_alex --quiet', 'Enter')
    await tty.until(/^usr_alex$/m)
  })
})

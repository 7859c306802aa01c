import type { Context } from '../context.ts'
import type { Checked } from '../doctor/check.ts'
import { ConditionNotMet } from '../failure.ts'
import { flag, whole } from '../flags.ts'
import { field } from '../clean.ts'
import type { Surface } from '../io.ts'
import { json } from '../output.ts'
import { verb } from '../verb.ts'
import { wrap } from '../wrap.ts'

const defaultPort = 4747

export const doctor = verb({
  name: 'doctor',
  summary: 'what is wrong here, and what helps',
  about:
    'Looks at Node.js, the user config, proxies, the port, the data folder and its lock, and asks the service for ' +
    'its version, the key and the time. Ends with 8 when something does not work; a warning is no failure.',
  flags: { port: flag(whole('N', 1, 65_535), 'the port to look at (default 4747)') },
  examples: [
    ['skillpass doctor', 'a line a check, with what to do below'],
    ['skillpass doctor --json | jq \'.[] | select(.status != "ok")\'', 'for a report'],
  ],
  run: async (input, context) => {
    const { examine } = await import('../doctor/examine.ts')
    const found = await examine(input.port ?? defaultPort, context)
    await print(found, context)
    if (found.some(({ status }) => status === 'fail')) throw new ConditionNotMet()
  },
})

async function print(found: readonly Checked[], { io, globals }: Context): Promise<void> {
  const { stdout } = io
  if (globals.json) return io.out(json(found, stdout))
  if (globals.quiet)
    return io.out(
      found
        .filter(isWrong)
        .map(({ check }) => `${check}\n`)
        .join(''),
    )
  if (!stdout.tty) return io.out(found.map(row).join(''))
  return io.out(`\n${found.map((one) => lines(one, stdout)).join('\n')}\n\n`)
}

function isWrong({ status }: Checked): boolean {
  return status !== 'ok'
}

function row({ status, check, message, remedy }: Checked): string {
  return `${[status, check, message, remedy ?? ''].map(field).join('\t')}\n`
}

const indent = ' '.repeat(14)

function lines({ status, check, message, remedy }: Checked, { paint, width }: Surface): string {
  const mark = { ok: paint.good('✓'), warn: paint.warn('!'), fail: paint.bad('✗') }[status]
  const told = `  ${mark} ${check.padEnd(10)}${wrap(message, width, indent).trimStart()}`
  if (remedy === null) return told
  return `${told}\n${paint.faint(`${indent}→ ${wrap(remedy, width, `${indent}  `).trimStart()}`)}`
}

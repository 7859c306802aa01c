import { appendFile } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { CliError, exit, UsageError } from '../failure.ts'
import { notRunning } from '../fetch.ts'
import { flag, oneOf } from '../flags.ts'
import { maskLine } from '../github-actions.ts'
import { json } from '../output.ts'
import { verb } from '../verb.ts'

const formats = ['dotenv', 'shell', 'json', 'github'] as const
type Format = (typeof formats)[number]

interface Variables {
  readonly SKILLPASS_BASE_URL: string
  readonly SKILLPASS_API_KEY: string
}

export const env = verb({
  name: 'env',
  summary: 'address and key as variables',
  about:
    'SKILLPASS_BASE_URL and SKILLPASS_API_KEY of the running sandbox, else of the service that commands here talk ' +
    'to. dotenv is for a file, shell for eval, github hands them to the later steps of a GitHub Actions job and ' +
    'masks the key in its log.',
  flags: {
    output: flag(oneOf('FORMAT', formats), 'how to write them (default dotenv)', { short: '-o' }),
  },
  examples: [
    ['skillpass env > .env.test', 'for everything that reads dotenv files'],
    ['eval "$(skillpass env -o shell)"', 'in this shell, from now on'],
    ['skillpass env -o github', 'in a workflow: for all later steps'],
  ],
  run: async ({ output }, context) => {
    const format = formatOf(output, context)
    const variables = await variablesHere(context)
    if (format === 'github') return await handOn(variables, context)
    const { io } = context
    if (format === 'json') return await io.out(json(variables, io.stdout))
    const line = format === 'shell' ? shellLine : dotenvLine
    await io.out(lines(variables, line))
  },
})

function formatOf(output: Format | undefined, { globals }: Context): Format {
  if (globals.json && output !== undefined && output !== 'json')
    throw new UsageError(`--json and --output ${output} exclude each other.`)
  return globals.json ? 'json' : (output ?? 'dotenv')
}

/**
 * The sandbox of this folder comes before what the environment says: that may be what an earlier `env` put there,
 * and this one is called to renew it.
 */
async function variablesHere(context: Context): Promise<Variables> {
  const { globals, env: environment } = context
  const { sandbox, baseUrl, apiKey, from } = await context.connection()
  const isNamed = globals.baseUrl !== undefined || (globals.profile ?? environment.profile) !== undefined
  if (!isNamed && sandbox !== null) return checked(sandbox.url, sandbox.apiKey, context)
  if (from === 'default') throw notRunning()
  return checked(baseUrl, apiKey, context)
}

function checked(url: string, key: string | undefined, { program }: Context): Variables {
  if (key === undefined) {
    const hint = `Set SKILLPASS_API_KEY, or call ${program} env as the user who started the sandbox.`
    throw new CliError(exit.permission, 'KEY_UNKNOWN', `The key of ${url} is not known here.`, hint)
  }
  const variables = { SKILLPASS_BASE_URL: url, SKILLPASS_API_KEY: key }
  for (const [name, value] of Object.entries(variables)) {
    // A line break would start a variable of its own in the file that a later step reads.
    if (/[^\x20-\x7e]/.test(value)) throw new UsageError(`${name} holds characters that it cannot have.`)
  }
  return variables
}

async function handOn(variables: Variables, { env: { githubEnv }, io }: Context): Promise<void> {
  if (githubEnv === undefined) {
    throw new UsageError(
      'GITHUB_ENV is not set: "-o github" is for a step of a GitHub Actions job.',
      'Elsewhere: skillpass env -o dotenv, shell or json',
    )
  }
  await io.out(maskLine(variables.SKILLPASS_API_KEY))
  try {
    await appendFile(
      githubEnv,
      lines(variables, (name, value) => `${name}=${value}`),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CliError(exit.unexpected, 'GITHUB_ENV_UNWRITABLE', `Cannot write to GITHUB_ENV: ${reason}`)
  }
}

type Line = (name: string, value: string) => string

function lines(variables: Variables, line: Line): string {
  return Object.entries(variables)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join('')
}

const shellLine: Line = (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`

/** Bare where no reader of such files sees anything in it. Nothing is replaced inside single quotes. */
const dotenvLine: Line = (name, value) => {
  if (/^[\w.:/@%+,~=-]*$/.test(value)) return `${name}=${value}`
  return value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`
}

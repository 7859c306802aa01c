import { open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { CliError, exit, UsageError } from '../failure.ts'
import { hasCode } from '../system-error.ts'

/**
 * What a file of rows has become, one line a row, written as each is answered: whatever ends the command,
 * the next run knows. Lines name the service they are about, so that another one does not count.
 */
export interface Checkpoint {
  /** The invite of each row that was sent, by the row's id. */
  readonly sent: Map<string, string>
  add(row: string, inviteId: string): Promise<void>
  /** The service lost what it had: nothing counts as sent any more. */
  forget(): Promise<void>
  close(): Promise<void>
}

const heading = '{"skillpass":"invites sent","version":1}'
const entry = z.union([
  z.object({ service: z.string(), row: z.string(), invite_id: z.string() }),
  z.object({ service: z.string(), forget: z.literal(true) }),
])

/** Without a file nothing is remembered. */
export async function openCheckpoint(path: string | null, service: string): Promise<Checkpoint> {
  if (path === null) return journal(async () => {}, new Map(), service)
  const text = await existing(path)
  if (text !== '' && !text.startsWith(heading))
    throw new UsageError(`${path} is not a checkpoint of this command.`, 'Name another: --checkpoint FILE')
  const file = await open(path, 'a').catch((error) => unwritable(path, error))
  const append = (line: string) => file.appendFile(line).catch((error) => unwritable(path, error))
  try {
    // A kill may have cut the last line: what follows must begin on one of its own.
    await append(text === '' ? `${heading}\n` : text.endsWith('\n') ? '' : '\n')
  } catch (error) {
    await file.close()
    throw error
  }
  return { ...journal(append, sentTo(service, text), service), close: () => file.close() }
}

async function existing(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    return unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): never {
  const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  throw new CliError(
    exit.usage,
    'CHECKPOINT_UNWRITABLE',
    `Cannot write ${path}${why}, which remembers what was sent.`,
    'Put it elsewhere: --checkpoint FILE',
  )
}

function sentTo(service: string, text: string): Map<string, string> {
  const sent = new Map<string, string>()
  for (const line of text.split('\n')) {
    const read = entry.safeParse(parsed(line))
    if (!read.success || read.data.service !== service) continue
    if ('row' in read.data) sent.set(read.data.row, read.data.invite_id)
    else sent.clear()
  }
  return sent
}

/** The JSON value of a line, undefined when a kill cut it: its row counts as not sent. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function journal(
  append: (line: string) => Promise<void>,
  sent: Map<string, string>,
  service: string,
): Checkpoint {
  let last: Promise<void> | undefined
  const write = (value: object): Promise<void> => {
    const line = `${JSON.stringify({ service, ...value })}\n`
    const written = (last ?? Promise.resolve()).then(() => append(line))
    last = written
    return written
  }
  return {
    sent,
    add: async (row, inviteId) => {
      await write({ row, invite_id: inviteId })
      sent.set(row, inviteId)
    },
    forget: async () => {
      await write({ forget: true })
      sent.clear()
    },
    close: async () => {},
  }
}

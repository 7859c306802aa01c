import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, inject } from 'vitest'

export interface DatabaseOptions {
  /** On a server that really waits for its disk. */
  readonly durable?: boolean
}

/** The address of an empty database of its own, gone after the tests of the file. */
export async function temporaryDatabase(options: DatabaseOptions = {}): Promise<string> {
  const server = await serverUrl(options)
  const name = `skillpass_test_${randomBytes(8).toString('hex')}`
  await command(server, `create database ${name} encoding 'UTF8' template template0`)
  afterAll(async () => command(server, `drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs statements at an address, from outside of what is tested. */
export async function command(url: string, text: string): Promise<postgres.Row[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}

async function serverUrl({ durable = false }: DatabaseOptions): Promise<string> {
  const given = process.env['SKILLPASS_TEST_POSTGRES']
  if (given !== undefined && given !== '') return given
  const response = await fetch(`${inject('postgresDesk')}/${durable ? 'durable' : 'quick'}`)
  const answer = await response.text()
  if (!response.ok) throw new Error(answer)
  return answer
}

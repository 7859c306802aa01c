// One read and one durable write beside bare node:http, bare h3 and the mocks of the field, in one run, in turns. The
// mocks are installed into a temporary folder: npm's registry must be reachable, or `--no-peers`.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { load } from './lib/load.mjs'
import { freePort, root, startServer, startSkillpass } from './lib/programs.mjs'
import { median, report } from './lib/report.mjs'
import { passport } from './servers/passport.mjs'

const { values } = parseArgs({
  options: {
    lines: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    'no-peers': { type: 'boolean', default: false },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'skillpass-bench-'))
const invite = { candidate_email: 'kim@example.com', skill: 'react', send_email: false }
const json = { 'content-type': 'application/json' }
const servers = []
try {
  const candidates = [await bare('bare node:http', 'bare.mjs'), await bare('bare h3', 'h3.mjs'), await ours()]
  if (!values['no-peers']) candidates.push(...(await peers()))
  const reads = await inTurns(candidates.map(({ name, read }) => ({ name, request: read })))
  const writes = await inTurns(candidates.map(({ name, write }) => ({ name, request: write })))
  tell('GET one object', reads, 0.4)
  tell('POST one object', writes, 0.25)
} finally {
  for (const server of servers) await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function inTurns(candidates) {
  const found = new Map(candidates.map(({ name }) => [name, []]))
  for (const { request } of candidates) if (request) await load(request, { seconds: 3 })
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { name, request } of candidates) {
      if (request) found.get(name).push((await load(request, { seconds: Number(values.seconds) })).perSecond)
    }
  }
  return new Map([...found].map(([name, rates]) => [name, median(rates)]))
}

function tell(what, rates, target) {
  for (const [name, rate] of rates)
    if (!Number.isNaN(rate)) report(`${what}: ${name}`, rate, undefined, { unit: '/s' })
  report(
    `${what}: skillpass ÷ bare node:http`,
    rates.get('skillpass') / rates.get('bare node:http'),
    target,
    {
      least: true,
    },
  )
}

async function bare(name, file) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  servers.push(await startServer(process.execPath, [join(root, 'bench/servers', file), String(port)], url))
  return {
    name,
    read: { url: `${url}/v1/verify/passport/usr_alex` },
    write: { url: `${url}/v1/assess/invites`, method: 'POST', headers: json, body: JSON.stringify(invite) },
  }
}

/** With key check, limits, log, metrics; a write is fsynced with its event and its delivery before the answer. */
async function ours() {
  const server = await startSkillpass([
    'dev',
    '--data',
    join(folder, 'data'),
    '--port',
    '0',
    '--rate-limit',
    '900000000',
  ])
  servers.push(server)
  const headers = { authorization: `Bearer ${server.apiKey}`, ...json }
  const hook = { url: 'http://127.0.0.1:9/', events: ['invite.created'] }
  const made = await fetch(`${server.url}/v1/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify(hook),
  })
  const { id } = await made.json()
  // Its deliveries are written, and nobody sends them meanwhile.
  await fetch(`${server.url}/v1/webhooks/${id}/disable`, { method: 'POST', headers, body: '{}' })
  return {
    name: 'skillpass',
    read: {
      url: `${server.url}/v1/verify/passport/usr_alex`,
      headers: { authorization: headers.authorization },
    },
    write: { url: `${server.url}/v1/assess/invites`, method: 'POST', headers, body: JSON.stringify(invite) },
  }
}

async function peers() {
  await mkdir(join(folder, 'peers'))
  await writeFile(join(folder, 'peers/package.json'), '{"private":true}')
  const packages = ['json-server@0.17.4', '@stoplight/prism-cli@5', '@mockoon/cli@9']
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: join(folder, 'peers'),
    maxBuffer: 1 << 26,
  })
  const found = []
  for (const peer of [jsonServer, prism, mockoon]) {
    try {
      found.push(await peer())
    } catch (error) {
      process.stderr.write(`${error.message}\n`)
    }
  }
  return found
}

async function startPeer(bin, args, url) {
  const cwd = join(folder, 'peers')
  servers.push(await startServer(process.execPath, [join(cwd, 'node_modules', bin), ...args], url, { cwd }))
}

/** What a mock is asked for. */
function asked(name, port, path) {
  const url = `http://127.0.0.1:${port}`
  const body = JSON.stringify(invite)
  return {
    name,
    read: { url: url + path },
    write: { url: `${url}/invites`, method: 'POST', headers: json, body },
  }
}

/** Ten thousand records stored, as in a test suite that has run for a while. */
async function jsonServer() {
  const port = await freePort()
  const invites = Array.from({ length: 10_000 }, (_, at) => ({ id: at, ...invite }))
  await writeFile(
    join(folder, 'peers/db.json'),
    JSON.stringify({ passports: [{ id: 'usr_alex', ...passport }], invites }),
  )
  await startPeer(
    'json-server/lib/cli/bin.js',
    ['--port', String(port), '--host', '127.0.0.1', '--quiet', 'db.json'],
    `http://127.0.0.1:${port}`,
  )
  return asked('json-server', port, '/passports/usr_alex')
}

async function prism() {
  const port = await freePort()
  const answer = (status, example) => ({
    responses: { [status]: { description: 'x', content: { 'application/json': { example } } } },
  })
  const paths = {
    '/passport': { get: answer(200, passport) },
    '/invites': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        ...answer(201, invite),
      },
    },
  }
  const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }
  await writeFile(join(folder, 'peers/openapi.json'), JSON.stringify(document))
  await startPeer(
    '@stoplight/prism-cli/dist/index.js',
    ['mock', '-h', '127.0.0.1', '-p', String(port), 'openapi.json'],
    `http://127.0.0.1:${port}/passport`,
  )
  return asked('prism', port, '/passport')
}

async function mockoon() {
  const port = await freePort()
  const route = (uuid, method, endpoint, statusCode, body) => ({
    uuid,
    type: 'http',
    documentation: '',
    method,
    endpoint,
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
    responses: [
      {
        uuid: `${uuid}-r`,
        body: JSON.stringify(body),
        latency: 0,
        statusCode,
        label: '',
        bodyType: 'INLINE',
        filePath: '',
        databucketID: '',
        sendFileAsBody: false,
        rules: [],
        rulesOperator: 'OR',
        disableTemplating: true,
        fallbackTo404: false,
        default: true,
        crudKey: 'id',
        callbacks: [],
        headers: [
          {
            key: 'Content-Type',
            value: 'application/json',
          },
        ],
      },
    ],
  })
  const routes = [route('a', 'get', 'passport', 200, passport), route('b', 'post', 'invites', 201, invite)]
  const environment = {
    uuid: 'e',
    lastMigration: 33,
    name: 'x',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    routes,
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    cors: false,
    headers: [],
    data: [],
    callbacks: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    rootChildren: routes.map(({ uuid }) => ({
      type: 'route',
      uuid,
    })),
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
  }
  await writeFile(join(folder, 'peers/mockoon.json'), JSON.stringify(environment))
  const args = [
    'start',
    '--data',
    'mockoon.json',
    '--port',
    String(port),
    '--hostname',
    '127.0.0.1',
    '--disable-log-to-file',
    '--repair',
  ]
  await startPeer('@mockoon/cli/bin/run.js', args, `http://127.0.0.1:${port}/passport`)
  return asked('mockoon', port, '/passport')
}

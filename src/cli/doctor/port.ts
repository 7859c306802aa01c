import { createServer } from 'node:net'
import type { LocalSandbox } from '../locator.ts'
import { hasCode } from '../system-error.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

/** The port that `dev` takes: free, our own, or somebody else's. */
export async function port(number: number, sandbox: LocalSandbox | null): Promise<Finding> {
  const refusal = await bindTo(number)
  if (refusal === null) return ok(`${number} is free`)
  if (!hasCode(refusal, 'EADDRINUSE'))
    return fail(`${number} cannot be used: ${messageOf(refusal)}`, 'Choose another: skillpass dev --port N')
  if (sandbox !== null && portOf(sandbox.url) === number)
    return ok(`${number} is that of the sandbox of this folder, process ${sandbox.pid}`)
  const { ownerOf } = await import('./port-owner.ts')
  const owner = await ownerOf(number)
  return warn(
    `${number} is taken by ${owner ?? 'another program'}`,
    'skillpass dev takes a free one then; --port N names one.',
  )
}

/** Null when it could be had. */
function bindTo(number: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ port: number, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(null)),
    )
  })
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

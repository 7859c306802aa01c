import type { Surface } from './io.ts'

/** Help that is about no single command: `skillpass help TOPIC`. */
export interface Topic {
  readonly name: string
  readonly summary: string
  load(): Promise<(surface: Surface) => string | Promise<string>>
}

export const topics: readonly Topic[] = [
  {
    name: 'environment',
    summary: 'variables, and what goes before what',
    load: async () => (await import('./topics/environment.ts')).environment,
  },
  {
    name: 'exit-codes',
    summary: 'what a script can branch on',
    load: async () => (await import('./topics/exit-codes.ts')).exitCodes,
  },
  {
    name: 'output',
    summary: 'terminal, pipe and JSON; the flags of every command',
    load: async () => (await import('./topics/output.ts')).output,
  },
  {
    name: 'webhooks',
    summary: 'receive, check, retry, replay',
    load: async () => (await import('./topics/webhooks.ts')).webhooks,
  },
  {
    name: 'scopes',
    summary: 'what a key may do',
    load: async () => (await import('./topics/scopes.ts')).scopes,
  },
]

const topicOfCommand: Readonly<Record<string, string>> = {
  webhook: 'webhooks',
  event: 'webhooks',
  delivery: 'webhooks',
  key: 'scopes',
  wait: 'exit-codes',
  exec: 'exit-codes',
  doctor: 'exit-codes',
  'passport check': 'exit-codes',
  dev: 'environment',
  env: 'environment',
  login: 'environment',
  profile: 'environment',
}

/** Where the help of a command goes on, by its name: `invite`, `passport check`. */
export function topicOf(path: string): string {
  const [noun = ''] = path.split(' ')
  return topicOfCommand[path] ?? topicOfCommand[noun] ?? 'output'
}

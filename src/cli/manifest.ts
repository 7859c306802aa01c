import type { Noun, Verb } from './verb.ts'

/** A command as the top-level help shows it. Its code loads when it is called. */
export interface Entry {
  readonly name: string
  readonly summary: string
  readonly group: string
  /** What it is called too. */
  readonly alias?: string
  load(): Promise<Noun | Verb>
}

const sandbox = 'Sandbox'
const assessment = 'Assessments and passports'
const webhooks = 'Webhooks and events'
const account = 'Keys and requests'
const operating = 'Running the service'
const program = 'This program'

export const manifest: readonly Entry[] = [
  {
    name: 'dev',
    summary: 'start the sandbox on this machine',
    group: sandbox,
    load: async () => (await import('./commands/dev.ts')).dev,
  },
  {
    name: 'exec',
    summary: 'run a command with a sandbox of its own',
    group: sandbox,
    load: async () => (await import('./commands/exec.ts')).exec,
  },
  {
    name: 'wait',
    summary: 'wait until the sandbox answers',
    group: sandbox,
    load: async () => (await import('./commands/wait.ts')).wait,
  },
  {
    name: 'env',
    summary: 'address and key as variables',
    group: sandbox,
    load: async () => (await import('./commands/env.ts')).env,
  },
  {
    name: 'status',
    summary: 'is a sandbox running, and where',
    group: sandbox,
    load: async () => (await import('./commands/sandbox.ts')).status,
  },
  {
    name: 'reset',
    summary: 'put the sandbox back to its seed',
    group: sandbox,
    load: async () => (await import('./commands/sandbox.ts')).reset,
  },
  {
    name: 'stop',
    summary: 'stop the running sandbox',
    group: sandbox,
    load: async () => (await import('./commands/stop.ts')).stop,
  },
  {
    name: 'clock',
    summary: 'move the time of the sandbox',
    group: sandbox,
    load: async () => (await import('./commands/clock.ts')).clock,
  },
  {
    name: 'fault',
    summary: 'make requests fail on purpose',
    group: sandbox,
    load: async () => (await import('./commands/fault.ts')).fault,
  },
  {
    name: 'mail',
    summary: 'the mail that invites would have sent',
    group: sandbox,
    load: async () => (await import('./commands/mail.ts')).mail,
  },
  {
    name: 'invite',
    summary: 'send invites and walk them to a score',
    group: assessment,
    load: async () => (await import('./commands/invite.ts')).invite,
  },
  {
    name: 'passport',
    summary: 'read, explain and check what people can do',
    group: assessment,
    load: async () => (await import('./commands/passport.ts')).passport,
  },
  {
    name: 'user',
    summary: 'the people behind the passports',
    group: assessment,
    load: async () => (await import('./commands/user.ts')).user,
  },
  {
    name: 'evidence',
    summary: 'what a passport rests on',
    group: assessment,
    load: async () => (await import('./commands/evidence.ts')).evidence,
  },
  {
    name: 'skill',
    summary: 'the catalogue of skills',
    group: assessment,
    load: async () => (await import('./commands/skill.ts')).skill,
  },
  {
    name: 'webhook',
    summary: 'endpoints, and events to your own machine',
    group: webhooks,
    load: async () => (await import('./commands/webhook.ts')).webhook,
  },
  {
    name: 'event',
    summary: 'what happened, and making it happen',
    group: webhooks,
    load: async () => (await import('./commands/event.ts')).event,
  },
  {
    name: 'delivery',
    summary: 'what was sent to webhooks, try by try',
    group: webhooks,
    load: async () => (await import('./commands/delivery.ts')).delivery,
  },
  {
    name: 'key',
    alias: 'keys',
    summary: 'API keys: make, rotate, revoke',
    group: account,
    load: async () => (await import('./commands/key.ts')).key,
  },
  {
    name: 'logs',
    summary: 'requests the service has answered',
    group: account,
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'usage',
    summary: 'what was asked and delivered, by day and by key',
    group: account,
    load: async () => (await import('./commands/usage.ts')).usage,
  },
  {
    name: 'api',
    summary: 'send a request to any route',
    group: account,
    load: async () => (await import('./commands/api.ts')).api,
  },
  {
    name: 'store',
    summary: 'back up, copy and check what a service keeps',
    group: operating,
    load: async () => (await import('./commands/store.ts')).store,
  },
  {
    name: 'audit',
    summary: 'who changed keys, webhooks and people, and proof of it',
    group: operating,
    load: async () => (await import('./commands/audit.ts')).audit,
  },
  {
    name: 'open',
    summary: 'open a page of the service in the browser',
    group: program,
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'doctor',
    summary: 'what is wrong here, and what helps',
    group: program,
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'serve',
    summary: 'run the deployed service on this machine',
    group: operating,
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'secrets',
    summary: "the server's own secrets: rotate, forget old ones",
    group: operating,
    load: async () => (await import('./commands/secrets.ts')).secrets,
  },
  {
    name: 'login',
    summary: 'keep an address and its key as a profile',
    group: program,
    load: async () => (await import('./commands/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'forget the key of a profile',
    group: program,
    load: async () => (await import('./commands/login.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'which key commands use, where, and what it may do',
    group: program,
    load: async () => (await import('./commands/whoami.ts')).whoami,
  },
  {
    name: 'profile',
    summary: 'named addresses and keys',
    group: program,
    load: async () => (await import('./commands/profile.ts')).profile,
  },
  {
    name: 'completion',
    summary: 'let the shell complete commands, flags and ids',
    group: program,
    load: async () => (await import('./commands/completion.ts')).completion,
  },
]

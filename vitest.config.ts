import { defineConfig } from 'vitest/config'

/** Nothing in these files changes a module's state, so they share what they import: that is most of their time. */
const stateless = ['test/{core,contract,fixtures,operations,server,mail,sdk}/**/*.test.ts']
/** Only a hang takes as long, however busy the machine is. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }
/** The HTTP suites once more, on PostgreSQL. */
const onPostgres = {
  env: { SKILLPASS_TEST_STORE: 'postgres' },
  ...patience,
}
/** What a store can break in them; the rest takes longer than it tells. */
const telling = [
  'test/operations/**/*.test.ts',
  'test/webhooks/streams.test.ts',
  'test/server/{audit,cursors,idempotency,idempotent-secrets,limits}.test.ts',
]

/** Proofs that kill, flood, install or follow whole pages: minutes, and rarely the first to tell. */
const long = [
  'test/{faults,fuzz,sdks}/**/*.test.ts',
  'test/docs/{commands,workflow}.test.ts',
  'test/e2e/*crash.test.ts',
  'test/e2e/package.test.ts',
  'test/cli/{invite-csv-kill,completion-shells}.test.ts',
  'test/live/process*.test.ts',
]

export default defineConfig({
  test: {
    // Once for all projects.
    globalSetup: ['test/postgres-setup.ts'],
    // Much of the time is waiting: for processes to start, pages to settle, retries to fall due.
    maxWorkers: 3,
    projects: [
      { test: { name: 'rules', include: stateless, isolate: false, ...patience } },
      {
        test: { name: 'json', include: ['test/**/*.test.ts'], exclude: [...stateless, ...long], ...patience },
      },
      { test: { name: 'long', include: long, ...patience } },
      { test: { name: 'postgres', include: telling, isolate: false, ...onPostgres } },
      {
        test: {
          name: 'postgres-rest',
          include: ['test/{server,mail,webhooks}/**/*.test.ts'],
          exclude: telling,
          ...onPostgres,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

/** No file leaves a module's state changed, so they share what they import: that was a fifth of the time. */
const shared = { isolate: false }
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

/** Proofs that kill, flood, install, or go through whole pages: minutes, and rarely the first to tell. */
const long = [
  'test/{faults,fuzz,sdks}/**/*.test.ts',
  'test/docs/{commands,workflow}.test.ts',
  'test/e2e/*crash.test.ts',
  'test/e2e/package.test.ts',
  'test/cli/{completion-shells,exec-signals,invite-csv-kill,store-postgres}.test.ts',
  'test/dashboard/{candidate,keys,logs,passports,sandbox,webhooks}.test.ts',
  'test/live/process*.test.ts',
]

export default defineConfig({
  test: {
    // Once for all projects.
    globalSetup: ['test/postgres-setup.ts'],
    // Much of the time is waiting: for processes to start, pages to settle, retries to fall due.
    maxWorkers: 3,
    projects: [
      { test: { name: 'json', include: ['test/**/*.test.ts'], exclude: long, ...shared, ...patience } },
      { test: { name: 'long', include: long, ...shared, ...patience } },
      { test: { name: 'postgres', include: telling, ...shared, ...onPostgres } },
      {
        test: {
          name: 'postgres-rest',
          include: ['test/{server,mail,webhooks}/**/*.test.ts'],
          exclude: telling,
          ...shared,
          ...onPostgres,
        },
      },
    ],
  },
})

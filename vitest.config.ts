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
/** What a store can break in them; the rest takes longer than it tells, and runs with `npm run test:postgres`. */
const telling = [
  'test/operations/**/*.test.ts',
  'test/webhooks/streams.test.ts',
  'test/server/{audit,cursors,idempotency,idempotent-secrets,limits}.test.ts',
]

export default defineConfig({
  test: {
    // Once for all projects.
    globalSetup: ['test/postgres-setup.ts'],
    // Much of the time is waiting: for processes to start, pages to settle, retries to fall due.
    maxWorkers: 3,
    projects: [
      { test: { name: 'rules', include: stateless, isolate: false, ...patience } },
      { test: { name: 'json', include: ['test/**/*.test.ts'], exclude: stateless, ...patience } },
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

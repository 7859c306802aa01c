import { defineConfig } from 'vitest/config'

/** Rules and schemas: nothing in these files changes a module's state, so they share what they import. */
const stateless = ['test/core/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/fixtures/**/*.test.ts']
const patience = { testTimeout: 20_000, hookTimeout: 20_000 }

export default defineConfig({
  test: {
    // Once for all projects.
    globalSetup: ['test/postgres-setup.ts'],
    // Much of the time is waiting: for processes to start, pages to settle, retries to fall due.
    maxWorkers: 3,
    projects: [
      { test: { name: 'rules', include: stateless, isolate: false, ...patience } },
      { test: { name: 'json', include: ['test/**/*.test.ts'], exclude: stateless, ...patience } },
      {
        test: {
          name: 'postgres',
          include: ['test/{operations,server,webhooks,mail}/**/*.test.ts'],
          env: { SKILLPASS_TEST_STORE: 'postgres' },
          // Every request waits for a server that the tests of other files keep busy too.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

/** Rules and schemas: nothing in these files changes a module's state, so they share what they import. */
const stateless = ['test/core/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/fixtures/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/postgres-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Much of the time is waiting: for processes to start, pages to settle, retries to fall due.
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'rules', include: stateless, isolate: false } },
      { extends: true, test: { name: 'service', include: ['test/**/*.test.ts'], exclude: stateless } },
    ],
  },
})

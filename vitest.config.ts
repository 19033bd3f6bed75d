import { defineConfig } from 'vitest/config';

// Pure packages run by themselves; everything of the server has a real PostgreSQL, started once for the run.
export default defineConfig({
  test: {
    // as with the browser tests: a busy machine may miss a moment, what fails twice is wrong
    retry: process.env.CI === 'true' ? 1 : 0,
    projects: [
      { test: { name: 'packages', include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tools/tests/longest-first.ts';

// A worker for each file would load the house each time, which is a third of the work: files follow each other in one, and leave nothing behind.
const together = { isolate: false, setupFiles: ['tools/tests/leave-nothing.ts'] };

// Pure packages run by themselves; everything of the server has a real PostgreSQL, started once for the run.
export default defineConfig({
  test: {
    // as with the browser tests: a busy machine may miss a moment, what fails twice is wrong
    retry: process.env.CI === 'true' ? 1 : 0,
    // one worker is what two cores get by default; the database is busy while a test is not, and the other way round: with two
    // a sixth of both cores is idle, with three nothing is
    maxWorkers: availableParallelism() < 4 ? 3 : '50%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...together,
          name: 'packages',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          environment: 'node',
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...together,
          name: 'server',
          // Node reads the house as it does when it serves: nothing is rewritten first, and what was compiled once stays compiled
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['server/src/testing/patience.ts', ...together.setupFiles],
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

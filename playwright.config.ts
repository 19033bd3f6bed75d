import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Topology } from './e2e/main-job/sessions.ts';
import { demoPassword } from './e2e/testing/settings.ts';
import { chromiumOnThisMachine } from './tools/chromium.ts';

const port = process.env.FORMWORK_E2E_PORT ?? '18080';
const givenUrl = process.env.FORMWORK_E2E_URL;
const dataDir = path.join(tmpdir(), `formwork-e2e-${port}`);
// the workers read this file too, when the server is already running on the folder
if (process.env.TEST_WORKER_INDEX === undefined && givenUrl === undefined) {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
}
const executablePath = chromiumOnThisMachine();

/** Browser paths against the product as it is started by hand: own embedded PostgreSQL, demo accounts. */
export default defineConfig<object, { topology: Topology }>({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // long enough for two slow cores that do four browsers and a database: what hangs ends by the times below
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // a machine that is busy with something else may miss a moment; what fails twice is wrong
  retries: process.env.CI === 'true' ? 2 : 0,
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  projects: [
    // the longest path of all is walked once in each language, and once on each kind of installation: first here, or one worker would wait for it at the end
    {
      name: 'two web processes and a worker',
      testMatch: 'main-job/main-job.e2e.ts',
      grep: /\(en\)/,
      use: { topology: 'several' },
    },
    { name: 'one process', grepInvert: /to an approved record \(en\)/ },
  ],
  use: {
    baseURL: givenUrl ?? `http://localhost:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    // a dialog that is still growing moves its buttons away from under a click
    contextOptions: { reducedMotion: 'reduce' },
    // a click that finds nothing fails where it stands, not when the whole test runs out of time
    actionTimeout: 30_000,
    // a trace of everything takes as much of the machine as the tests themselves
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // what draws without a graphics card needs no process of its own: a fifth less of the machine
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  ...(givenUrl === undefined
    ? {
        webServer: {
          command: `exec ${JSON.stringify(process.execPath)} server/src/main.ts`,
          env: {
            FORMWORK_PORT: port,
            FORMWORK_HOST: '127.0.0.1',
            FORMWORK_DATA: dataDir,
            FORMWORK_DEMO_PASSWORD: demoPassword,
            FORMWORK_DEVELOPMENT: 'false',
            FORMWORK_LOG_LEVEL: 'warn',
            FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '1000',
            NODE_ENV: 'production',
          },
          url: `http://localhost:${port}/readyz`,
          // its database is made and filled first, on a machine that may be busy with something else
          timeout: 600_000,
          reuseExistingServer: false,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
          stdout: 'pipe' as const,
        },
      }
    : {}),
});

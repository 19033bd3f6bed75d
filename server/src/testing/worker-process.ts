// A worker process of its own, which a test can kill: does the product's jobs and those of the test.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { modules } from '../modules.ts';
import type { Module } from '../platform/module.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { month, runKind } from '../platform/runs/run-kinds.ts';
import { startServer } from '../start.ts';

// a process of its own leaves nothing to others
(modules as Module[]).push({
  name: 'test',
  runs: [
    /** Goes on for ever the first time, as an import on a slow disk would; ends at once the second time. */
    runKind({
      kind: 'test.killed',
      payload: z.object({}),
      retries: 4,
      keep: month,
      work: async (job) => {
        job.progress(job.attempt, 2);
        job.step({ node: 'try', attempt: job.attempt });
        if (job.attempt === 1) while (!job.cancelled()) await sleep(20);
        return { attempt: job.attempt };
      },
    }),
  ],
});

const config = readConfig({ ...process.env, FORMWORK_ROLE: 'worker' });
await startServer(config as Config & { databaseUrl: string });
console.log('ready');

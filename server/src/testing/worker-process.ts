// A worker process of its own, which a test can kill: does the product's jobs and those of the test.
import { setTimeout as sleep } from 'node:timers/promises';
import { modules } from '../modules.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { startServer } from '../start.ts';

modules.push({
  name: 'test',
  jobs: {
    /** Goes on for ever the first time, as an import on a slow disk would; ends at once the second time. */
    'test.killed': async (job) => {
      job.progress(job.attempt, 2);
      if (job.attempt === 1) while (!job.cancelled()) await sleep(20);
      return { attempt: job.attempt };
    },
  },
});

const config = readConfig({ ...process.env, FORMWORK_ROLE: 'worker' });
await startServer(config as Config & { databaseUrl: string });
console.log('ready');

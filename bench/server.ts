import { ensureDemo } from '../server/src/demo.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { modules } from '../server/src/modules.ts';
import { readConfig, type Config } from '../server/src/platform/config.ts';
import type { Module } from '../server/src/platform/module.ts';
import { openLog } from '../server/src/platform/open-log.ts';
import { startServer } from '../server/src/start.ts';

/** The product in a process of its own, on the database of the benchmark, with the demo accounts; says where it answers. */
const config = readConfig();
if (process.env.FORMWORK_BENCH_SLEEPER !== undefined)
  // somebody who takes two seconds over whatever happened: nobody else waits for them
  (modules as Module[]).push({
    name: 'bench',
    subscribers: [{ name: 'bench.sleeper', start: 'now', types: [''], handle: () => sleep(2_000) }],
  });
if (process.env.FORMWORK_BENCH_ONE_BY_ONE !== undefined)
  // the same work for the same events, each in a transaction of its own
  for (const subscriber of modules.flatMap((module) => module.subscribers ?? []))
    if (subscriber.name === process.env.FORMWORK_BENCH_ONE_BY_ONE) {
      const { handle } = subscriber;
      subscriber.handle = async (platform, spaceId, events) => {
        for (const event of events) await handle(platform, spaceId, [event]);
      };
    }
const running = await startServer(config as Config & { databaseUrl: string }, openLog(config));
await ensureDemo(running.platform);
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
console.log(running.url);

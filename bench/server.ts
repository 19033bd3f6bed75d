import { ensureDemo } from '../server/src/demo.ts';
import { readConfig, type Config } from '../server/src/platform/config.ts';
import { openLog } from '../server/src/platform/open-log.ts';
import { startServer } from '../server/src/start.ts';

/** The product in a process of its own, on the database of the benchmark, with the demo accounts; says where it answers. */
const config = readConfig();
const running = await startServer(config as Config & { databaseUrl: string }, openLog(config));
await ensureDemo(running.platform);
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
console.log(running.url);

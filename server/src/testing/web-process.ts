// A server process of its own, which a test can kill in the middle of its work.
import { readConfig, type Config } from '../platform/config.ts';
import { startServer } from '../start.ts';

const running = await startServer(readConfig() as Config & { databaseUrl: string });
console.log(`ready ${running.url ?? ''}`);

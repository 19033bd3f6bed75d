import { buildWeb } from '../../tools/build.ts';
import { ensureDemo } from './demo.ts';
import { readConfig } from './platform/config.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openLog, startServer, type Running } from './start.ts';

let running: Running | undefined;
let embedded: EmbeddedPostgres | undefined;
let stopping: Promise<void> | undefined;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.on('unhandledRejection', (error) => fail(error));

try {
  const config = readConfig();
  const log = openLog(config);
  const webDir = config.role === 'worker' ? undefined : await buildWeb();
  if (config.databaseUrl === undefined) embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  running = await startServer({ ...config, databaseUrl }, log, webDir);
  if (embedded) {
    const password = await ensureDemo(running.platform);
    if (password !== undefined) console.log(`Demo accounts root, saas, admin, user, safe, audit have the password ${password} (shown once)`);
  }
  console.log(running.url === undefined ? 'Formwork worker is ready' : `Formwork is ready at ${running.url}`);
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? (process.env.FORMWORK_LOG_LEVEL === 'debug' ? error.stack : error.message) : error);
  void end(1);
}

/** Ends in order, once: requests first, the database last. */
function end(code: number): Promise<void> {
  stopping ??= (async () => {
    const patience = setTimeout(() => process.exit(code || 1), 20_000);
    patience.unref();
    try {
      await running?.stop();
    } finally {
      await embedded?.stop();
    }
    process.exit(code);
  })();
  return stopping;
}

import { buildWeb } from '../../tools/build.ts';
import { startOnEmbedded } from './backup/continuous/on-embedded.ts';
import { ensureDemo } from './demo.ts';
import type { Logger } from 'pino';
import { readConfig, type Config } from './platform/config.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import type { Platform } from './platform/platform.ts';
import { startGatewayProcess } from './gateway/process.ts';
import { openLog, startServer, type Running } from './start.ts';

let running: Pick<Running, 'stop'> | undefined;
let embedded: EmbeddedPostgres | undefined;
let continuous: { stop(): Promise<void> } | undefined;
let stopping: Promise<void> | undefined;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.on('unhandledRejection', (error) => fail(error));

try {
  const config = readConfig();
  const log = openLog(config);
  if (config.role === 'gateway') {
    // its database is another process's to start: it lives without one too
    running = startGatewayProcess(config, log);
    console.log('Formwork gateway is ready');
  } else await startProduct(config, log);
} catch (error) {
  fail(error);
}

async function startProduct(config: Config, log: Logger): Promise<void> {
  const webDir = config.role === 'worker' ? undefined : await buildWeb();
  if (config.databaseUrl === undefined) embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  const started = await startServer({ ...config, databaseUrl }, log, webDir, embedded && makeDemo);
  running = started;
  if (embedded) {
    continuous = startOnEmbedded(started.platform, databaseUrl);
  }
  console.log(started.url === undefined ? 'Formwork worker is ready' : `Formwork is ready at ${started.url}`);
}

/** Before the first answer: whoever finds the product ready can sign in. */
async function makeDemo(platform: Platform): Promise<void> {
  const password = await ensureDemo(platform);
  if (password !== undefined)
    console.log(`Demo accounts root, saas, admin, user, safe, audit have the password ${password} (shown once)`);
}

function fail(error: unknown): void {
  console.error(
    error instanceof Error ? (process.env.FORMWORK_LOG_LEVEL === 'debug' ? error.stack : error.message) : error,
  );
  void end(1);
}

/** Ends in order, once: requests first, the database last. */
function end(code: number): Promise<void> {
  stopping ??= (async () => {
    const patience = setTimeout(() => process.exit(code || 1), 20_000);
    patience.unref();
    try {
      await running?.stop();
      // what was written until here goes along
      await continuous?.stop();
    } finally {
      await embedded?.stop();
    }
    process.exit(code);
  })();
  return stopping;
}

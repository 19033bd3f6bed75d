import type { Logger } from 'pino';
import { readConfig, type Config } from './platform/config.ts';
import { openLog } from './platform/open-log.ts';

let running: { stop(): Promise<void> } | undefined;
let stopping: Promise<void> | undefined;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.on('unhandledRejection', (error) => fail(error));

try {
  const config = readConfig();
  running = await start(config, openLog(config));
} catch (error) {
  fail(error);
}

/** A gateway by itself loads nothing of the product: it is small, and there at once. */
async function start(config: Config, log: Logger): Promise<{ stop(): Promise<void> }> {
  if (config.role !== 'gateway') {
    const { startProduct } = await import('./product.ts');
    return startProduct(config, log, (begun) => (running = begun));
  }
  const { startGatewayProcess } = await import('./gateway/process.ts');
  // its database is another process's to start: it lives without one too
  const gateway = startGatewayProcess(config, log);
  console.log('Formwork gateway is ready');
  return gateway;
}

function fail(error: unknown): void {
  console.error(
    error instanceof Error ? (process.env.FORMWORK_LOG_LEVEL === 'debug' ? error.stack : error.message) : error,
  );
  void end(1);
}

/** Ends in order, once. */
function end(code: number): Promise<void> {
  stopping ??= (async () => {
    const patience = setTimeout(() => process.exit(code || 1), 20_000);
    patience.unref();
    await running?.stop();
    process.exit(code);
  })();
  return stopping;
}

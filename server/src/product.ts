import type { Logger } from 'pino';
import { buildWeb } from '../../tools/build.ts';
import { startOnEmbedded } from './backup/continuous/on-embedded.ts';
import { ensureDemo } from './demo.ts';
import type { Config } from './platform/config.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import type { Platform } from './platform/platform.ts';
import { startServer, type Running } from './start.ts';

/** The product with its own database, or on one that is there. `begun` is told at once of what has to be stopped, whatever becomes of the start. */
export async function startProduct(
  config: Config,
  log: Logger,
  begun: (parts: { stop(): Promise<void> }) => void,
): Promise<{ stop(): Promise<void> }> {
  const held: { running?: Running; embedded?: EmbeddedPostgres; continuous?: { stop(): Promise<void> } } = {};
  const parts = {
    /** Requests first, the database last. */
    async stop(): Promise<void> {
      try {
        await held.running?.stop();
        // what was written until here goes along
        await held.continuous?.stop();
      } finally {
        await held.embedded?.stop();
      }
    },
  };
  begun(parts);
  const webDir = config.role === 'worker' ? undefined : await buildWeb();
  if (config.databaseUrl === undefined) held.embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const databaseUrl = config.databaseUrl ?? held.embedded!.url;
  const started = await startServer({ ...config, databaseUrl }, log, webDir, held.embedded && makeDemo);
  held.running = started;
  if (held.embedded) held.continuous = startOnEmbedded(started.platform, databaseUrl);
  console.log(started.url === undefined ? 'Formwork worker is ready' : `Formwork is ready at ${started.url}`);
  return parts;
}

/** Before the first answer: whoever finds the product ready can sign in. */
async function makeDemo(platform: Platform): Promise<void> {
  const password = await ensureDemo(platform);
  if (password !== undefined)
    console.log(`Demo accounts root, saas, admin, user, safe, audit have the password ${password} (shown once)`);
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { openBus, type Bus, type BusMessage } from '../platform/bus.ts';
import type { Config } from '../platform/config.ts';
import { ensureAppLogin } from '../platform/db/migrate.ts';
import { databaseSource } from './database.ts';
import { openFigures } from './figures.ts';
import { startGateway, type GatewaySource, type RunningGateway } from './main.ts';

/** The gateway by itself (`FORMWORK_ROLE=gateway`): it migrates nothing, and starts whether its database is there or not. */
export function startGatewayProcess(config: Config, log: Logger): RunningGateway {
  const registry = new Registry();
  const gateway = startGateway(config, log, lateSource(config, log), {
    forbidden: config.databaseUrl === undefined ? [] : databaseOf(config.databaseUrl),
    figures: openFigures(registry),
  });
  const served = serveFigures(config, registry, log);
  return {
    ...gateway,
    async stop() {
      served?.close();
      await gateway.stop();
    },
  };
}

/** `/metrics` at a port of its own, where one is set: with the token, or for this machine alone. */
function serveFigures({ gateway: { metricsPort }, metricsToken, host }: Config, registry: Registry, log: Logger) {
  if (metricsPort === 0) return undefined;
  const isRight = (given: string | undefined): boolean =>
    metricsToken === '' || timingSafeEqual(digestOf(given ?? ''), digestOf(`Bearer ${metricsToken}`));
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || !isRight(request.headers.authorization)) {
      response.writeHead(request.url === '/metrics' ? 401 : 404).end();
      return;
    }
    void registry.metrics().then((text) => response.setHeader('content-type', registry.contentType).end(text));
  });
  server.on('error', (error) => log.error({ err: error }, 'the figures of the gateway are not served'));
  return server.listen(metricsPort, metricsToken === '' ? '127.0.0.1' : host);
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Connects when it is asked, and again after every failure. */
function lateSource({ databaseUrl, databaseAppUrl, secret }: Config, log: Logger): GatewaySource {
  const heard: { kind: string; listener: (message: BusMessage) => void }[] = [];
  let opened: Promise<{ pool: pg.Pool; bus: Bus; source: GatewaySource }> | undefined;

  async function open() {
    if (databaseUrl === undefined) throw new Error('DATABASE_URL says where snapshots come from');
    const url = databaseAppUrl ?? (await ensureAppLogin(databaseUrl, secret));
    const pool = new pg.Pool({
      connectionString: url,
      max: 3,
      application_name: 'formwork gateway',
      connectionTimeoutMillis: 5_000,
    });
    pool.on('error', () => {});
    try {
      const bus = await openBus(url, pool, log);
      for (const { kind, listener } of heard) bus.on(kind, listener);
      return { pool, bus, source: databaseSource(pool, bus, log) };
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  async function asked<T>(work: (source: GatewaySource) => Promise<T>): Promise<T> {
    opened ??= open();
    const at = opened;
    const { source } = await at.catch((error: unknown) => {
      if (opened === at) opened = undefined;
      throw error;
    });
    return work(source);
  }

  return {
    latest: (known) => asked((source) => source.latest(known)),
    writeRows: (rows) => asked((source) => source.writeRows(rows)),
    writeMinutes: (minutes) => asked((source) => source.writeMinutes(minutes)),
    writeUpstreams: (reports) => asked((source) => source.writeUpstreams(reports)),
    nonces: {
      read: () => asked((source) => source.nonces.read()),
      write: (keys) => asked((source) => source.nonces.write(keys)),
      // whoever cannot be told now reads it later
      tell: (keys) => void asked((source) => Promise.resolve(source.nonces.tell(keys))).catch(() => {}),
      onHeard: (hear) => void heard.push({ kind: 'gateway.signed', listener: ({ keys }) => hear(keys as string[]) }),
      onGap: (look) => void heard.push({ kind: 'reconnected', listener: look }),
    },
    ledger: { round: (ask, decide) => asked((source) => source.ledger.round(ask, decide)) },
    onChange: (look) =>
      void heard.push({ kind: 'gateway.snapshot', listener: look }, { kind: 'reconnected', listener: look }),
    onPurge: (purge) => void heard.push({ kind: 'gateway.purge', listener: ({ api }) => purge(` ${String(api)} `) }),
    async close() {
      const at = await opened?.catch(() => undefined);
      await at?.bus.stop();
      await at?.pool.end();
    },
  };
}

function databaseOf(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  return hostname === '' ? [] : [{ host: hostname, port: Number(port || 5432) }];
}

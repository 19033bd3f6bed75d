import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { defaultTimeZone } from '@formwork/contract/forms/values/dates.ts';
import { deviceKeyPrefix } from '@formwork/contract/iot/api.ts';
import { pino, type Logger } from 'pino';
import { auditSubscriber } from './platform/audit.ts';
import { openBus } from './platform/bus.ts';
import { watchClocks } from './platform/clocks.ts';
import type { Config } from './platform/config.ts';
import type { VisitorCtx } from './platform/context.ts';
import { openAppPool, openControl, openFactsPool, openOwnerPool } from './platform/db.ts';
import { startDispatcher } from './platform/dispatcher.ts';
import { keepEventWeeks } from './platform/event-weeks.ts';
import { openFiles } from './platform/files-open.ts';
import { openHold } from './platform/hold.ts';
import { jobSubscribers, migrateQueue, startWorkerWhenFree } from './platform/jobs-worker.ts';
import { openMail } from './platform/mail.ts';
import { openMetrics } from './platform/metrics.ts';
import { ensureAppLogin, migrate } from './platform/migrate.ts';
import { openOutgoing } from './platform/outgoing.ts';
import { serveOutbox } from './platform/outbox-page.ts';
import type { Platform } from './platform/platform.ts';
import { closeLanes } from './platform/quick-lanes.ts';
import { openRealtime } from './platform/realtime.ts';
import { removeAfterBackups } from './platform/removed-contents.ts';
import { createServer } from './platform/server.ts';
import { openSms } from './platform/sms.ts';
import { serveSockets } from './platform/sockets.ts';
import { serveHealth } from './health.ts';
import { serveLanguages } from './languages.ts';
import { identify } from './modules/identity/public.ts';
import { actFor } from './modules/agents/public.ts';
import { zoneOf } from './modules/enterprise/public.ts';
import { identifyByToken } from './modules/developer/public.ts';
import { modules } from './modules.ts';
import { servePages } from './pages.ts';

export interface Running {
  platform: Platform;
  /** Where the server answers; undefined for a worker. */
  url: string | undefined;
  stop(): Promise<void>;
}

const builtWeb = path.resolve(import.meta.dirname, '../../dist/web');

export function openLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel, base: { pid: process.pid }, redact: ['req.headers.cookie', 'password', '*.password'], serializers: { err: errorLine } });
}

/** Without the other properties: an error of the database carries its whole connection. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, code } = error as Error & { code?: unknown };
  return { type: name, message, stack, code };
}

/** Starts what the role of this process asks for on a database that is there, with the front end of `webDir`; `stop` ends it in order. */
export async function startServer(config: Config & { databaseUrl: string }, log: Logger = openLog(config), webDir = builtWeb): Promise<Running> {
  await migrate(config.databaseUrl);
  await migrateQueue(config.databaseUrl);
  const appUrl = config.databaseAppUrl ?? (await ensureAppLogin(config.databaseUrl, config.secret));
  const platform = await openPlatform(config, appUrl, log);
  for (const module of modules) await module.start?.(platform);

  const working = config.role !== 'web';
  const serving = config.role !== 'worker';
  const subscribers = [auditSubscriber, ...jobSubscribers, ...modules.flatMap((module) => module.subscribers ?? [])];
  const dispatcher = working ? startDispatcher(platform, appUrl, subscribers) : undefined;
  const worker = working
    ? await startWorkerWhenFree(platform, config.databaseUrl, Object.assign({}, ...modules.map((module) => module.jobs)), [keepEventWeeks(subscribers), ...modules.flatMap((module) => module.periodic ?? [])])
    : undefined;
  const clocks = watchClocks(platform);
  const state = { stopping: false };
  const server = await createServer(platform, modules, whoCalls, actFor, (spaceId) => (spaceId === undefined ? defaultTimeZone : zoneOf(platform, spaceId)));
  serveHealth(server, platform, state);
  if (serving) {
    serveLanguages(server);
    serveSockets(server, platform, Object.assign({}, ...modules.map((module) => module.topics)), modules.flatMap(({ rightsMessages = [] }) => rightsMessages));
    if (config.development) serveOutbox(server, platform);
    await servePages(server, platform, webDir);
  }
  await server.fastify.listen({ port: serving ? config.port : 0, host: serving ? config.host : '127.0.0.1' });
  const { port } = server.fastify.server.address() as AddressInfo;

  return {
    platform,
    url: serving ? `http://localhost:${port}` : undefined,
    async stop() {
      state.stopping = true;
      clocks.stop();
      platform.realtime.closeAll();
      // A connection whose last answer is just leaving counts as idle only a moment later.
      const sweep = setInterval(() => server.fastify.server.closeIdleConnections(), 50);
      await server.fastify.close();
      clearInterval(sweep);
      await dispatcher?.stop();
      await worker?.stop();
      platform.hold.stop();
      platform.mail.close();
      await platform.outgoing.close();
      await platform.bus.stop();
      await closeLanes(platform.pool);
      await platform.facts.destroy();
      await platform.control.destroy();
      if (!platform.pool.ended) await platform.pool.end();
      await platform.owner.end();
    },
  };
}

/** A program by its token, a browser by its cookie; a token that is shown counts. The key of a device is no person's: module iot reads it. */
function whoCalls(visitor: VisitorCtx, { authorization, cookie }: { authorization?: string | undefined; cookie?: string | undefined }): Promise<VisitorCtx> {
  return authorization !== undefined && /^bearer /i.test(authorization)
    ? authorization.slice('bearer '.length).startsWith(deviceKeyPrefix) ? Promise.resolve(visitor) : identifyByToken(visitor, authorization)
    : identify(visitor, cookie);
}

async function openPlatform(config: Config & { databaseUrl: string }, appUrl: string, log: Logger): Promise<Platform> {
  const pool = openAppPool(appUrl, config, log);
  const factsPool = openFactsPool(appUrl, log);
  const owner = openOwnerPool(config.databaseUrl);
  for (const each of [pool, factsPool, owner]) each.on('error', (error) => { if (!each.ending) log.warn({ err: error }, 'an idle database connection was lost'); });
  const bus = await openBus(appUrl, pool, log);
  const hold = await openHold(pool);
  return {
    config,
    log,
    pool,
    owner,
    control: openControl(pool),
    facts: openControl(factsPool, 'facts'),
    bus,
    realtime: openRealtime(bus),
    files: removeAfterBackups(openFiles(config), pool),
    mail: openMail(config),
    sms: openSms(config),
    outgoing: openOutgoing(config, () => hold.state !== undefined),
    metrics: openMetrics(),
    hold,
  };
}

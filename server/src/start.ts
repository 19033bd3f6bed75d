import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { defaultTimeZone } from '@formwork/contract/forms/values/dates.ts';
import { deviceKeyPrefix } from '@formwork/contract/iot/api.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { knowActions } from './platform/actions.ts';
import { registerAssets } from './platform/assets.ts';
import { auditSubscriber } from './platform/audit/trail.ts';
import { openBus } from './platform/bus.ts';
import { watchClocks } from './platform/clocks.ts';
import type { Config } from './platform/config.ts';
import type { VisitorCtx } from './platform/context.ts';
import { openAppPool, openControl, openFactsPool, openOwnerPool } from './platform/db/db.ts';
import { startDispatcher } from './platform/events/dispatcher.ts';
import { keepEventWeeks } from './platform/events/event-weeks.ts';
import { openLog } from './platform/open-log.ts';
import { openFiles } from './platform/files/files-open.ts';
import { openHold } from './platform/hold.ts';
import { jobSubscribers, migrateQueue, startWorkerWhenFree } from './platform/jobs/jobs-worker.ts';
import { openAllowedRanges } from './platform/outbox/allowed-ranges.ts';
import { openMail } from './platform/outbox/mail.ts';
import { openMetrics } from './platform/metrics.ts';
import { ensureAppLogin, migrate } from './platform/db/migrate.ts';
import { openOutgoing } from './platform/outbox/outgoing.ts';
import { serveOutbox } from './platform/outbox/outbox-page.ts';
import type { Platform } from './platform/platform.ts';
import { stopEngines } from './platform/engine/engine.ts';
import { stopThreads } from './platform/threads/threads.ts';
import { closeLanes } from './platform/db/quick-lanes.ts';
import type { ScheduledKind } from './platform/scheduled.ts';
import { resealing } from './platform/sealed.ts';
import { openRealtime } from './platform/http/realtime.ts';
import { removeAfterBackups } from './platform/files/removed-contents.ts';
import { createServer } from './platform/http/server.ts';
import { knowRunKinds } from './platform/runs/run-kinds.ts';
import { openSms } from './platform/outbox/sms.ts';
import { serveSockets } from './platform/http/sockets.ts';
import { databaseSource } from './gateway/database.ts';
import { openFigures } from './gateway/figures.ts';
import { startGateway, type RunningGateway } from './gateway/main.ts';
import { passToGateway } from './gateway/web-pass.ts';
import { serveHealth } from './health.ts';
import { serveHouse } from './modules/gateway/public.ts';
import { serveLanguages } from './languages.ts';
import { registerConnections } from './modules/connections/public.ts';
import { registerScheduled, startScheduler, type Scheduler } from './modules/schedules/public.ts';
import { registerParts } from './modules/packages/public.ts';
import { registerKinds } from './modules/definitions/public.ts';
import { identify, identifyByTicket } from './modules/identity/public.ts';
import { actFor } from './modules/agents/public.ts';
import { zoneOf } from './modules/enterprise/public.ts';
import { identifyByToken } from './modules/developer/public.ts';
import { modules } from './modules.ts';
import { registerShared } from './modules/visitors/public.ts';
import { serveGallery } from './pages/gallery-page.ts';
import { servePages } from './pages/pages.ts';

export interface Running {
  platform: Platform;
  /** Where the server answers; undefined for a worker. */
  url: string | undefined;
  /** Of this process, where it has one. */
  gateway: RunningGateway | undefined;
  scheduler: Scheduler | undefined;
  stop(): Promise<void>;
}

const builtWeb = path.resolve(import.meta.dirname, '../../dist/web');

/**
 * Starts what the role of this process asks for on a database that is there, with the front end of `webDir`; `stop` ends it in order.
 * What `prepare` does is there before anybody is answered.
 */
export async function startServer(
  config: Config & { databaseUrl: string },
  log: Logger = openLog(config),
  webDir = builtWeb,
  prepare?: (platform: Platform) => Promise<void>,
): Promise<Running> {
  const owner = openOwnerPool(config.databaseUrl);
  const ended = async (error: unknown): Promise<never> => {
    await owner.end();
    throw error;
  };
  const appUrl = await migrated(config, owner).catch(ended);
  const platform = await openPlatform(config, appUrl, owner, log).catch(ended);
  registerKinds(
    platform,
    modules.flatMap(({ kinds = [] }) => kinds),
  );
  registerParts(
    platform,
    modules.flatMap(({ parts = [] }) => parts),
  );
  registerConnections(
    platform,
    modules.flatMap(({ connections = [] }) => connections),
  );
  registerShared(
    platform,
    modules.flatMap(({ shares = [] }) => shares),
  );
  knowActions(platform, modules);
  registerAssets(
    platform,
    modules.flatMap(({ assets = [] }) => assets),
  );
  knowRunKinds(
    platform,
    modules.flatMap((module) => module.runs ?? []),
  );
  const scheduled = Object.assign({}, ...modules.map((module) => module.scheduled)) as Record<string, ScheduledKind>;
  registerScheduled(platform, scheduled);
  for (const module of modules) await module.start?.(platform);

  const working = config.role !== 'web';
  const serving = config.role !== 'worker';
  const subscribers = [auditSubscriber, ...jobSubscribers, ...modules.flatMap((module) => module.subscribers ?? [])];
  const dispatcher = working ? startDispatcher(platform, appUrl, subscribers) : undefined;
  const worker = working
    ? await startWorkerWhenFree(platform, config.databaseUrl, [
        keepEventWeeks(subscribers),
        resealing(modules),
        ...modules.flatMap((module) => module.periodic ?? []),
      ])
    : undefined;
  const scheduler = working && Object.keys(scheduled).length > 0 ? startScheduler(platform, appUrl) : undefined;
  const clocks = watchClocks(platform);
  const state = { stopping: false };
  const server = await createServer(platform, modules, whoCalls, identifyByTicket, actFor, (spaceId) =>
    spaceId === undefined ? defaultTimeZone : zoneOf(platform, spaceId),
  );
  serveHealth(server, platform, state);
  if (serving) {
    serveLanguages(server);
    serveSockets(
      server,
      platform,
      Object.assign({}, ...modules.map((module) => module.topics)),
      modules.flatMap(({ rightsMessages = [] }) => rightsMessages),
    );
    if (config.development) {
      serveOutbox(server, platform);
      serveGallery(server);
    }
    await servePages(server, platform, webDir);
  }
  if (serving) passToGateway(server.fastify.server, config);
  await prepare?.(platform);
  await server.fastify.listen({ port: serving ? config.port : 0, host: serving ? config.host : '127.0.0.1' });
  const { port } = server.fastify.server.address() as AddressInfo;
  // through the product nobody reaches its own pages from inside, where callers of this machine are trusted with more
  platform.outgoing.forbid({ host: '127.0.0.1', port });
  const house = serving ? await serveHouse(platform) : undefined;
  const gateway =
    config.role === 'all'
      ? startGateway(config, log, databaseSource(platform.pool, platform.bus, log), {
          figures: openFigures(platform.metrics.registry),
          forbidden: [
            { host: '127.0.0.1', port },
            ...databaseEndpoints(config.databaseUrl),
            ...databaseEndpoints(appUrl),
          ],
        })
      : undefined;

  return {
    platform,
    gateway,
    scheduler,
    url: serving ? `http://localhost:${port}` : undefined,
    async stop() {
      state.stopping = true;
      clocks.stop();
      platform.realtime.closeAll();
      // A connection whose last answer is just leaving counts as idle only a moment later.
      const sweep = setInterval(() => server.fastify.server.closeIdleConnections(), 50);
      await server.fastify.close();
      clearInterval(sweep);
      await gateway?.stop();
      await house?.stop();
      await scheduler?.stop();
      await dispatcher?.stop();
      await worker?.stop();
      await stopEngines(platform);
      await stopThreads(platform);
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

/** The database as this product needs it; answers the connection of the unprivileged role. */
async function migrated(config: Config & { databaseUrl: string }, owner: pg.Pool): Promise<string> {
  await migrate(owner);
  await migrateQueue(owner);
  return config.databaseAppUrl ?? ensureAppLogin(config.databaseUrl, config.secret, owner);
}

/** One that is reached by a socket has no port that anybody could be led to. */
function databaseEndpoints(databaseUrl: string): { host: string; port: number }[] {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  if (hostname === '' || searchParams.get('host')?.startsWith('/')) return [];
  return [{ host: searchParams.get('host') ?? hostname, port: Number(searchParams.get('port') ?? (port || 5432)) }];
}

/** A program by its token, a browser by its cookie; a token that is shown counts. The key of a device is no person's: module iot reads it. */
function whoCalls(
  visitor: VisitorCtx,
  { authorization, cookie }: { authorization?: string | undefined; cookie?: string | undefined },
): Promise<VisitorCtx> {
  return authorization !== undefined && /^bearer /i.test(authorization)
    ? authorization.slice('bearer '.length).startsWith(deviceKeyPrefix)
      ? Promise.resolve(visitor)
      : identifyByToken(visitor, authorization)
    : identify(visitor, cookie);
}

async function openPlatform(
  config: Config & { databaseUrl: string },
  appUrl: string,
  owner: pg.Pool,
  log: Logger,
): Promise<Platform> {
  const pool = openAppPool(appUrl, config, log);
  const factsPool = openFactsPool(appUrl, log);
  for (const each of [pool, factsPool, owner])
    each.on('error', (error) => {
      if (!each.ending) log.warn({ err: error }, 'an idle database connection was lost');
    });
  const bus = await openBus(appUrl, pool, log);
  const hold = await openHold(pool, bus);
  const facts = openControl(factsPool, 'facts');
  const outgoingRanges = await openAllowedRanges(facts, bus, log);
  const outgoing = openOutgoing(config, () => hold.state !== undefined, outgoingRanges);
  for (const url of [config.databaseUrl, appUrl])
    for (const endpoint of databaseEndpoints(url)) outgoing.forbid(endpoint);
  return {
    config,
    log,
    pool,
    owner,
    control: openControl(pool),
    facts,
    bus,
    realtime: openRealtime(bus),
    files: removeAfterBackups(openFiles(config), pool),
    mail: openMail(config, outgoing),
    sms: openSms(config),
    outgoing,
    outgoingRanges,
    metrics: openMetrics(),
    hold,
  };
}

import { existsSync, mkdirSync, readFileSync, writeFileSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import type { Endpoint } from '../platform/outbox/outgoing-guard.ts';
import { openKeySets } from './key-sets.ts';
import { keepLeases, type Ledger } from './leases/keeper.ts';
import { leaseBytes } from './leases/slots.ts';
import { usualPatience, type Patience } from './loop/client.ts';
import { openDialer } from './loop/dial.ts';
import type { GatewayFigures } from './figures.ts';
import { worstOf, type UpstreamReport } from './health-report.ts';
import { openJournal } from './journal.ts';
import type { LogRow } from './log-row.ts';
import { houseLine, houseSocket, webSocket } from './settings.ts';
import { shareNonces, type NonceBook } from './nonces.ts';
import { newBuffers, readQuotas, writeQuotas, type KeptQuota } from './shared.ts';
import type { SnapshotFile } from './snapshot.ts';
import { dropSnapshot, keepSnapshot, readSnapshots } from './snapshot-files.ts';
import type { FromThread, ThreadData, ToThread } from './thread.ts';

/** Where snapshots come from and logs go to. It may be away for as long as it likes. */
export interface GatewaySource {
  /** All that are in force; throws while the database is away. */
  latest(known: ReadonlyMap<string, number>): Promise<{ all: Set<string>; changed: SnapshotFile[] }>;
  /** Calls whenever something may have changed. */
  onChange(look: () => void): void;
  onPurge(purge: (part: string) => void): void;
  writeRows(rows: readonly LogRow[]): Promise<void>;
  writeMinutes(minutes: readonly Minute[]): Promise<void>;
  /** How upstreams fare now. */
  writeUpstreams(reports: readonly UpstreamReport[]): Promise<void>;
  /** Where processes agree how limits are divided. */
  ledger: Ledger;
  nonces: NonceBook;
  close(): Promise<void>;
}

export interface Minute {
  spaceId: string;
  minute: number;
  environment: string;
  api: string;
  application: string;
  calls: number;
  refused: number;
  failed: number;
  bytes: number;
  ms: number;
  sourceMs: number;
  histogram: number[];
}

export interface RunningGateway {
  /** Once it serves: its own port, undefined behind the web server alone. */
  port(): number | undefined;
  /** Looks for what is new now, and waits until all threads have it. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

const lookMs = 1_000;
const reportMs = 5_000;
const quotaFile = 'quotas.json';

/**
 * The gateway of this process: threads that take calls, fed with snapshots. They begin with what lies on the disk; without any
 * snapshot there is nothing to serve, and no thread.
 */
export function startGateway(
  config: Config,
  log: Logger,
  source: GatewaySource,
  {
    forbidden = [],
    threads: asked = threadsOf(config),
    patience = usualPatience,
    figures,
  }: { forbidden?: readonly Endpoint[]; threads?: number; patience?: Patience; figures?: GatewayFigures } = {},
): RunningGateway {
  const folder = config.gateway.dataDir;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { machines } = config.gateway;
  const buffers = newBuffers(machines > 1 ? leaseBytes : 0);
  loadQuotas();
  const leases = machines > 1 ? keepLeases(folder, machines, buffers, source.ledger, log) : undefined;
  // what was signed before this process began may have come to it, or to another, before
  let signedSince = Date.now();
  const nonces = shareNonces(buffers, source.nonces, log, () => {
    signedSince = 0;
    send({ signedSince });
  });
  const known = new Map<string, number>();
  const files = new Map<string, SnapshotFile>();
  const threads: Worker[] = [];
  /** Which thread a page of lines is of: written, it goes back there, and nobody has to clean up behind it. */
  const pagesOf = new WeakMap<ArrayBuffer, Worker>();
  const journal = openJournal(folder, source, log, ({ bytes: { buffer } }) => {
    const worker = pagesOf.get(buffer);
    if (worker) sendTo(worker, { page: buffer }, [buffer]);
  });
  const reports = new Map<number, readonly UpstreamReport[]>();
  const dialer = openDialer(config.outgoingAllowed, forbidden);
  const keySets = openKeySets(folder, dialer, log, (keys) => send({ keys }));
  let port: number | undefined;
  let stopped = false;
  let isAway = false;
  let looking: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let waiting: { key: string; number: number; left: number; done: () => void }[] = [];

  for (const file of readSnapshots(folder, (name) =>
    log.error({ name }, 'a snapshot of the gateway is broken and is not served'),
  )) {
    files.set(keyOf(file), file);
    known.set(keyOf(file), file.number);
    keySets.want(file);
  }
  if (files.size > 0) void startThreads();
  source.onChange(() => void look());
  source.onPurge((part) => send({ purge: part }));
  const timer = setInterval(() => {
    void look();
    saveQuotas();
  }, lookMs);
  timer.unref();
  const reporting = setInterval(() => {
    const worst = worstOf(reports.values());
    // while the database is away nobody reads them either
    if (worst.length > 0) source.writeUpstreams(worst).catch(() => {});
  }, reportMs);
  reporting.unref();
  void look();

  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookNow(): Promise<void> {
    if (stopped) return;
    let found: Awaited<ReturnType<GatewaySource['latest']>>;
    try {
      found = await source.latest(known);
    } catch (error) {
      if (!isAway && !stopped)
        log.warn({ err: error, serves: files.size }, 'the gateway has no database, and serves what it has');
      isAway = true;
      return;
    }
    if (isAway) log.info('the gateway has its database again');
    isAway = false;
    for (const file of found.changed) {
      try {
        keepSnapshot(folder, file);
      } catch (error) {
        log.error({ err: error }, 'a snapshot of the gateway could not be kept');
        continue;
      }
      files.set(keyOf(file), file);
      known.set(keyOf(file), file.number);
      keySets.want(file);
      if (threads.length > 0) {
        const applied = whenApplied(keyOf(file), file.number);
        send({ snapshot: file });
        await applied;
      }
    }
    for (const [key, { spaceId, environment }] of files) {
      if (found.all.has(key)) continue;
      dropSnapshot(folder, { spaceId, environment });
      files.delete(key);
      known.delete(key);
      send({ gone: { spaceId, environment } });
    }
    if (files.size > 0 && threads.length === 0) await startThreads();
  }

  function whenApplied(key: string, number: number): Promise<void> {
    return new Promise((resolve) => {
      const enough = setTimeout(resolve, 2_000);
      waiting.push({
        key,
        number,
        left: threads.length,
        done() {
          clearTimeout(enough);
          resolve();
        },
      });
    });
  }

  function startThreads(): Promise<void> {
    // what others may use by now is theirs
    starting ??= Promise.all([leases?.began, nonces.began])
      .then(() => Promise.all(Array.from({ length: asked }, (_, index) => startThread(index))))
      .then(() => {
        log.info({ threads: asked, port, serves: [...files.keys()] }, 'the gateway takes calls');
      });
    return starting;
  }

  function startThread(index: number): Promise<void> {
    const data: ThreadData = {
      buffers,
      secrets: [config.secret, ...config.secretOld],
      allowed: config.outgoingAllowed,
      forbidden: [...forbidden],
      path: config.gatewayPath,
      houseSocket: houseSocket(config),
      houseLine: houseLine(config),
      webSocket: webSocket(config, index),
      listen:
        config.gateway.port === 0
          ? undefined
          : { port: config.gateway.port, host: config.host, tls: config.gateway.tls },
      machines,
      loop: config.gateway.loop,
      trustProxy: config.trustProxy,
      certificateHeader: config.gateway.certificateHeader,
      patience,
    };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data });
    threads[index] = worker;
    worker.on('error', (error) => log.error({ err: error }, 'a thread of the gateway failed'));
    worker.on('exit', () => {
      // another takes its place; what it had on its way is lost, what comes is not
      if (!stopped) setTimeout(() => void (stopped || startThread(index)), 500);
    });
    sendTo(worker, { signedSince });
    for (const keys of keySets.all()) sendTo(worker, { keys });
    for (const file of files.values()) sendTo(worker, { snapshot: file });
    return new Promise((resolve) => {
      worker.on('message', (message: FromThread) => {
        if ('ready' in message) {
          port ??= message.ready.port;
          resolve();
        } else if ('told' in message) {
          for (const { bytes } of message.told.calls) pagesOf.set(bytes.buffer, worker);
          journal.take(message.told);
          figures?.take(message.told.sums);
        } else if ('upstreams' in message) reports.set(index, message.upstreams);
        else if ('signed' in message) nonces.seen(message.signed);
        else if ('lacks' in message) keySets.lacks(message.lacks.spaceId, message.lacks.address);
        else if ('failed' in message) log.error(`the gateway could not take ${message.failed}`);
        else heardApplied(message.applied);
      });
      worker.once('exit', () => resolve());
    });
  }

  function heardApplied(applied: { spaceId: string; environment: string; number: number }): void {
    for (const one of waiting) {
      if (one.key !== keyOf(applied) || applied.number < one.number) continue;
      one.left -= 1;
      if (one.left === 0) one.done();
    }
    waiting = waiting.filter(({ left }) => left > 0);
  }

  function send(message: ToThread): void {
    for (const worker of threads) sendTo(worker, message);
  }

  function loadQuotas(): void {
    const file = path.join(folder, quotaFile);
    if (!existsSync(file)) return;
    try {
      writeQuotas(buffers, JSON.parse(readFileSync(file, 'utf8')) as KeptQuota[]);
    } catch (error) {
      log.error({ err: error }, 'what is used of quotas could not be read');
    }
  }

  let saved = '';
  /** Within a second of their use: what a crash loses is less than that. */
  function saveQuotas(): void {
    const text = JSON.stringify(readQuotas(buffers));
    if (text === saved) return;
    saved = text;
    try {
      writeFileSync(path.join(folder, `${quotaFile}.new`), text, { mode: 0o600 });
      renameSync(path.join(folder, `${quotaFile}.new`), path.join(folder, quotaFile));
    } catch (error) {
      log.error({ err: error }, 'what is used of quotas could not be kept');
    }
  }

  return {
    port: () => port,
    look,
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearInterval(reporting);
      keySets.stop();
      const ends = threads.map((worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())));
      send({ stop: true });
      await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 3_000))]);
      await Promise.all(threads.map((worker) => worker.terminate()));
      saveQuotas();
      await leases?.stop();
      await nonces.stop();
      await journal.close();
      await source.close();
    },
  };
}

function sendTo(worker: Worker, message: ToThread, handedOver: ArrayBuffer[] = []): void {
  // a thread has no origin
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads, not windows
  worker.postMessage(message, handedOver);
}

const keyOf = ({ spaceId, environment }: { spaceId: string; environment: string }): string =>
  `${spaceId}~${environment}`;

/** One a core where it stands by itself; beside the product it leaves the other cores alone. */
function threadsOf({ gateway, role }: Config): number {
  if (gateway.threads > 0) return gateway.threads;
  return role === 'gateway' ? availableParallelism() : 1;
}

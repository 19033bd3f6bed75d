import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Files } from '../../platform/files/files.ts';
import { continuousSlot } from '../../platform/files/removed-contents.ts';
import { BackupFailure } from '../failure.ts';
import type { Seal } from '../seal.ts';
import { requireOwnPlace, sealFor } from '../place.ts';
import type { Store } from '../store.ts';
import { openBaseContents, type BaseContents } from './base-contents.ts';
import { connectTo } from './connect.ts';
import { finishBase } from './finish-base.ts';
import { keepBases } from './keep-bases.ts';
import { baseFolder, readBase, segmentsOf, wholeBases, type Base } from './log-format.ts';
import { openLogStream, type LogStream } from './log-stream.ts';
import { openReplication, positionOf, positionText, segmentStart } from './replication.ts';
import { takeBase } from './take-base.ts';

export interface ContinuousOptions {
  openStore(): Promise<Store>;
  /** Where the owner reaches the embedded database; undefined while it does not run. */
  databaseUrl(): Promise<string | undefined>;
  files: Files;
  secret: string;
  /** Begins to seal; places with a seal are sealed anyway. */
  seal: boolean;
  phrase(): Promise<string>;
  /** Bases that are kept, each with its log. */
  keep: number;
  tell: Tell;
  times?: Partial<Times>;
}

/** Words for the operator: into the log of the product, or onto the terminal. */
export interface Tell {
  say(text: string): void;
  warn(text: string): void;
}

export interface Times {
  syncMs: number;
  sendMs: number;
  baseMs: number;
  againMs: number;
}

export interface Continuous {
  /** Rejects with a failure that another try would not mend. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const usual: Times = { syncMs: 1_000, sendMs: 60_000, baseMs: 7 * 24 * 60 * 60 * 1000, againMs: 10_000 };
const slotFreeMs = 10_000;
/** One receiver at a time for an installation; the number only has to be ours. */
const receiverLock = 4_011_983;

/** Bases and the log between them, until it is stopped; after anything that breaks it goes on from where the store ends. */
export function startContinuous(options: ContinuousOptions, giveUp: (error: unknown) => boolean): Continuous {
  const stopping = new AbortController();
  const times = { ...usual, ...options.times };
  const ended = (async () => {
    let brokenOff = false;
    for (let tries = 1; !stopping.signal.aborted; tries++) {
      const began = Date.now();
      try {
        await receive(options, times, stopping.signal);
        brokenOff = false;
      } catch (error) {
        if (giveUp(error)) throw error;
        brokenOff = true;
        if (!stopping.signal.aborted)
          options.tell.warn(`The continuous backup broke off and is begun again: ${(error as Error).message}`);
      }
      if (Date.now() - began > 10 * times.againMs) tries = 1;
      await sleep(times.againMs * Math.min(tries, 6), undefined, { signal: stopping.signal }).catch(() => {});
    }
    // stopped while it waited for another try: what was written until now goes along all the same
    if (brokenOff)
      await receive(options, times, stopping.signal).catch((error: unknown) =>
        options.tell.warn(`The continuous backup does not have what was written last: ${(error as Error).message}`),
      );
  })();
  ended.catch(() => {});
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended.catch(() => {});
    },
  };
}

interface Session extends ContinuousOptions {
  times: Times;
  signal: AbortSignal;
  store: Store;
  sealing: Seal | undefined;
  url: string;
  /** The owner's connection, which stands for this receiver. */
  watch: pg.Client;
}

async function receive(options: ContinuousOptions, times: Times, signal: AbortSignal): Promise<void> {
  const url = await options.databaseUrl();
  if (url === undefined) throw new BackupFailure('failed', 'The installation does not run.');
  const watch = await connectTo(url);
  try {
    const { rows } = await watch.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [receiverLock]);
    if (!rows[0]!.got) throw new BackupFailure('busy', 'Another continuous backup of this installation runs.');
    const store = await options.openStore();
    const sealing = await sealFor(store, options);
    const { rows: own } = await watch.query<{ id: string }>('select id from platform.installation');
    await requireOwnPlace(store, sealing, own[0]!.id);
    const session: Session = { ...options, times, signal, store, sealing, url, watch };
    let at = await begin(session);
    for (;;) {
      const next = await follow(session, at);
      // a base that became whole while it ends has its log brought until now too, or it would be the newest without it
      if (signal.aborted && next === at) break;
      at = next;
    }
  } finally {
    await watch.end().catch(() => {});
  }
}

/** A base, and from where on its log is to come. */
interface Place {
  name: string;
  base: Base;
  from: bigint;
  /** What the slot says is stored. */
  floor: bigint;
}

/** Goes on with the newest base where its log still follows; takes a new one otherwise, and says why. */
async function begin(session: Session): Promise<Place> {
  const { watch, store, sealing, tell, url } = session;
  const slot = await slotOf(watch);
  const replication = await openReplication(url);
  const { system, timeline } = await replication.identify().finally(() => replication.end());
  const name = (await wholeBases(store)).at(-1);
  const base = name === undefined ? undefined : await readBase(store, sealing, name);
  if (slot && !slot.lost && base && base.system === system && base.timeline === timeline) {
    const { next } = await segmentsOf(store, name!, base);
    if (next >= segmentStart(slot.position)) return { name: name!, base, from: next, floor: slot.position };
  }
  if (slot?.lost)
    tell.warn(
      'The continuous backup was behind by more than the database keeps (4 GB), so moments since then cannot be restored until the new base is whole. Is the place of the backups reachable and fast enough?',
    );
  else if (slot && base)
    tell.warn('The log in the place of the backups does not go on from where the database is: a new base is taken.');
  if (slot) await connectedTo(url, (client) => client.query('select pg_drop_replication_slot($1)', [continuousSlot]));
  await connectedTo(url, (client) =>
    client.query('select pg_create_physical_replication_slot($1, true)', [continuousSlot]),
  );
  const { position } = (await slotOf(watch))!;
  return { ...(await newBase(session)), floor: position };
}

/** Streams the log of a base until the next base is whole, and answers that one; or until all of it ends. */
async function follow(session: Session, at: Place): Promise<Place> {
  const { store, sealing, times, signal, url } = session;
  await slotFree(session.watch);
  const stream = await openLogStream({
    url,
    slot: continuousSlot,
    store,
    seal: sealing,
    base: at.name,
    timeline: at.base.timeline,
    from: at.from,
    floor: at.floor,
    everyMs: { sync: times.syncMs, send: times.sendMs },
  });
  const contents = await openBaseContents(session, at.name, at.base);
  const bringing = bringNow(session, contents);
  try {
    const untilDue = Date.parse(at.base.began) + times.baseMs - Date.now();
    await Promise.race([stream.broken, bringing.broken, sleep(Math.max(0, untilDue), undefined, { signal })]).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    if (signal.aborted) return at;
    stream.freeze();
    const next = await Promise.race([newBase(session, stream), stream.broken]);
    const { position } = (await slotOf(session.watch))!;
    return { ...next, floor: position };
  } finally {
    await bringing.stop();
    await stream.stop(await writtenUntil(session.watch).catch(() => undefined));
  }
}

/** Files' contents follow the log, as often as it is sent. */
function bringNow(
  { times, watch }: Session,
  contents: BaseContents,
): { broken: Promise<never>; stop(): Promise<void> } {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  let work = Promise.resolve();
  const bring = (): void => {
    work = work.then(() => contents.bring(watch));
    work.catch(reject);
  };
  bring();
  const timer = setInterval(bring, times.sendMs);
  return {
    broken,
    async stop() {
      clearInterval(timer);
      bring();
      await work.catch(() => {});
    },
  };
}

/** Takes a base; while `before` streams the log of the one before, that log reaches to where this one begins to hold. */
async function newBase(session: Session, before?: LogStream): Promise<Omit<Place, 'floor'>> {
  const { store, sealing, tell, url, signal } = session;
  signal.throwIfAborted();
  await clearUnfinishedBases(store);
  const taken = await takeBase(url, store, sealing, signal);
  while (before && before.stored < positionOf(taken.stop)) {
    if (signal.aborted) throw new Error('stopped');
    await before.send();
    await sleep(200);
  }
  // of its own: the one that stands for the receiver brings contents meanwhile
  const watch = await connectTo(url);
  const base = await (async () => {
    try {
      const made = await finishBase({ ...session, watch }, taken);
      await keepBases({ ...session, watch });
      return made;
    } finally {
      await watch.end();
    }
  })();
  tell.say(
    `A new base of the continuous backup is whole: ${taken.name}, from ${positionText(positionOf(base.start))} of the log on.`,
  );
  return { name: taken.name, base, from: segmentStart(positionOf(base.start)) };
}

/** What runs that broke off left. */
async function clearUnfinishedBases(store: Store): Promise<void> {
  const whole = new Set((await wholeBases(store)).map(baseFolder));
  await store.remove(
    [...(await store.list('log/')).keys()].filter((name) => !whole.has(name.split('/').slice(0, 2).join('/'))),
  );
}

async function writtenUntil(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position');
  return positionOf(rows[0]!.position);
}

async function slotOf(client: pg.Client): Promise<{ lost: boolean; position: bigint } | undefined> {
  const { rows } = await client.query<{ lost: boolean; position: string | null }>(
    `select coalesce(wal_status = 'lost' or restart_lsn is null, false) as lost, restart_lsn::text as position from pg_replication_slots where slot_name = $1`,
    [continuousSlot],
  );
  const [row] = rows;
  return row && { lost: row.lost, position: row.position === null ? 0n : positionOf(row.position) };
}

/** The database notices a moment later that the stream before has ended, and refuses a second one until then. */
async function slotFree(client: pg.Client): Promise<void> {
  const late = Date.now() + slotFreeMs;
  while (Date.now() < late) {
    const { rowCount } = await client.query('select from pg_replication_slots where slot_name = $1 and active', [
      continuousSlot,
    ]);
    if (rowCount === 0) return;
    await sleep(20);
  }
}

async function connectedTo(ownerUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connectTo(ownerUrl, 'superuser');
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

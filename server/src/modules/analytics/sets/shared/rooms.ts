import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { EngineSession } from '../../../../platform/engine/port.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { escapedText } from '@formwork/etl/sql.ts';
import { ClusterFailed, type Cluster } from './cluster.ts';
import { beat, beatMs, claim, leave, makeNotes, noteAsked, noteStretch, stretchesOf } from './notes.ts';
import { lookedAt, withSession, type RowsFile } from './rows-file.ts';
import { sweep } from './sweep.ts';
import {
  changesOf,
  createTable,
  findsRoom,
  insertInto,
  insertSettings,
  roomName,
  roomy,
  type SharedTable,
} from './tables.ts';

/** Rows of a data set that may lie in the cluster, where all processes ask them. */
export interface SharedRows {
  key: string;
  zone: string;
  /** How many changes there are after the whole. */
  since: number;
  /** What a row is known by where it changes. */
  id: string | undefined;
  /** Files of columns, in the folder of the session: all rows after so many changes, none of them among them or all; */
  whole(session: EngineSession, changed: boolean): Promise<string>;
  /** and what changed since so many, each row as it was last. */
  changes(session: EngineSession, from: number): Promise<string>;
}

/** The table that has the rows after so many changes, made or brought on where it has to be. */
export function readyTable(platform: Platform, cluster: Cluster, of: SharedRows): Promise<SharedTable> {
  const open = rooms.get(cluster) ?? new Map<string, Open>();
  rooms.set(cluster, open);
  const name = roomName(of.key, of.zone);
  let room = open.get(name);
  if (!room) {
    room = { ready: new Map(), queue: Promise.resolve(), toldAt: 0, askedAt: 0 };
    open.set(name, room);
  }
  room.askedAt = Date.now();
  for (const [other, { askedAt }] of open) if (Date.now() - askedAt > forgetMs) open.delete(other);
  const known = room.ready.get(of.since);
  if (known) {
    tell(platform, cluster, name, room);
    return known;
  }
  // one after the other: the next one goes on from what the one before brought
  const ready = room.queue.then(() => brought(platform, cluster, name, of));
  const mine = room;
  room.ready.set(of.since, ready);
  room.queue = ready.then(
    () => {
      tell(platform, cluster, name, mine);
      for (const since of mine.ready.keys()) if (since < of.since - 1) mine.ready.delete(since);
    },
    () => mine.ready.delete(of.since),
  );
  return ready;
}

/** Whoever asks next looks for it anew. */
export function forgetTable(cluster: Cluster, { key, zone }: SharedRows): void {
  rooms.get(cluster)?.delete(roomName(key, zone));
}

interface Open {
  ready: Map<number, Promise<SharedTable>>;
  queue: Promise<unknown>;
  toldAt: number;
  askedAt: number;
}

const rooms = new WeakMap<Cluster, Map<string, Open>>();
/** Sooner than others drop what nobody asks any more. */
const forgetMs = 10 * 60_000;
const tellMs = 5 * 60_000;

function tell(platform: Platform, cluster: Cluster, name: string, room: Open): void {
  if (Date.now() - room.toldAt < tellMs) return;
  room.toldAt = Date.now();
  noteAsked(cluster, name)
    .then(() => sweep(cluster))
    .catch((error: unknown) =>
      platform.log.warn({ err: error }, 'rooms that nobody asks any more could not be dropped'),
    );
}

async function brought(platform: Platform, cluster: Cluster, name: string, of: SharedRows): Promise<SharedTable> {
  await makeNotes(cluster);
  const table = (await found(cluster, name, of.since)) ?? (await made(platform, cluster, name, of));
  let reach = table.base;
  const stretches = await stretchesOf(cluster, table);
  for (let before = -1; before !== reach;) {
    before = reach;
    for (const { from, to } of stretches) if (from <= reach && to > reach && to <= of.since) reach = to;
  }
  return reach === of.since ? table : broughtOn(platform, cluster, name, of, table, reach);
}

/** That with the most changes in it, of those with no more than are wanted. */
async function found(cluster: Cluster, name: string, since: number): Promise<SharedTable | undefined> {
  const rows = await cluster.ask(
    `select name, comment from system.tables where database = currentDatabase() and startsWith(name, ${escapedText(name)}) and not endsWith(name, '_changes')`,
  );
  return rows
    .map(([table, comment]) => ({
      name: table!,
      base: Number(table!.slice(name.length)),
      ...(JSON.parse(comment!) as Pick<SharedTable, 'made' | 'columns'>),
    }))
    .filter(({ base }) => base <= since)
    .toSorted((a, b) => b.base - a.base)[0];
}

/** One makes it, the others wait; should the one die, another does. */
async function made(
  platform: Platform,
  cluster: Cluster,
  name: string,
  of: SharedRows,
  base = 0,
): Promise<SharedTable> {
  const maker = randomUUID();
  const room = `${name}${base}`;
  try {
    while (!(await claim(cluster, room, maker))) await wait(pauseMs);
    // by now another one may have made it
    const other = await found(cluster, name, of.since);
    return other && other.base >= base ? other : await filled(platform, cluster, { name, maker }, of, base);
  } finally {
    await leave(cluster, room, maker).catch(() => {});
  }
}

const pauseMs = 300;

async function filled(
  platform: Platform,
  cluster: Cluster,
  { name, maker }: { name: string; maker: string },
  of: SharedRows,
  base: number,
): Promise<SharedTable> {
  const table = `${name}${base}`;
  const beating = setInterval(() => void beat(cluster, table, maker).catch(() => {}), beatMs).unref();
  const filling = `filling_${maker.replaceAll('-', '')}`;
  try {
    return await withSession(platform, of.zone, async (session) => {
      const file = await lookedAt(session, await of.whole(session, base > 0));
      const columns = file.columns.map(roomy);
      await cluster.ask(createTable(filling, columns, maker));
      await fill(cluster, filling, file, columns, 0, of.zone);
      await cluster.ask(createTable(`${filling}_changes`, columns, maker));
      // whoever sees the first finds the second
      await named(cluster, `${filling}_changes`, changesOf({ name: table }));
      await named(cluster, filling, table);
      return (await found(cluster, name, base)) ?? { name: table, base, columns, made: maker };
    });
  } finally {
    clearInterval(beating);
    for (const one of [filling, `${filling}_changes`]) await cluster.ask(`drop table if exists ${one}`).catch(() => {});
  }
}

/** Another one may have been quicker: its rows are the same. */
async function named(cluster: Cluster, from: string, to: string): Promise<void> {
  try {
    await cluster.ask(`rename table ${from} to ${to}`);
  } catch (error) {
    if (!(error instanceof ClusterFailed) || error.what !== 'table there') throw error;
  }
}

/** What changed lies beside the whole by how many changes there were: who asks of fewer does not see it. */
async function broughtOn(
  platform: Platform,
  cluster: Cluster,
  name: string,
  of: SharedRows,
  table: SharedTable,
  reach: number,
): Promise<SharedTable> {
  const fits = await withSession(platform, of.zone, async (session) => {
    const file = await lookedAt(session, await of.changes(session, reach));
    const columns = new Map(table.columns.map((column) => [column.name, column]));
    const coming = file.columns.map((column) => ({ column, there: columns.get(column.name) }));
    if (!coming.every(({ column, there }) => there && findsRoom(column, there))) return false;
    const there = coming.map((one) => one.there!);
    await fill(cluster, changesOf(table), file, there, of.since, of.zone);
    await noteStretch(cluster, table, { from: reach, to: of.since });
    return true;
  });
  // numbers with more digits than there is room for: a table of their own has it
  return fits ? table : made(platform, cluster, name, of, of.since);
}

/** All of them, or an error: what was begun is nobody's until it is named or noted. */
async function fill(
  cluster: Cluster,
  table: string,
  file: RowsFile,
  columns: SharedTable['columns'],
  part: number,
  zone: string,
): Promise<void> {
  await cluster.ask(insertInto(table, columns, part, zone), {
    rows: createReadStream(file.at),
    settings: insertSettings,
  });
}

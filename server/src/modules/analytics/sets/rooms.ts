import { rm } from 'node:fs/promises';
import path from 'node:path';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { EngineSession, QueryLimits, QueryResult } from '../../../platform/engine/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { doubleQuoted, textQuoted } from '../../etl/public.ts';
import { kindOf, moreKinds, roomRows, textsOfKinds, widerColumns, withKinds } from './room-table.ts';
import { bringDeltas, bringRows, type StoredRows } from './stored-rows.ts';

/** The table of a room. */
export const roomTable = 'rows_of_set';

/** Rows of one version of a data set in the engine, where questions are asked of them. */
interface Room {
  session: EngineSession;
  /** A room answers one question at a time. */
  queue: Promise<unknown>;
  usedAt: number;
  /** Changes that were taken in. */
  since: number;
  /** Texts whose kinds stand beside them in the table. */
  ofKinds: ReadonlySet<string>;
}

/** So many stay open, of the engine's eight: the one that was not asked for the longest makes room. */
const most = 5;
const idleMs = 10 * 60_000;
const memoryMb = 384;

const rooms = new WeakMap<Platform, Map<string, Promise<Room>>>();

export interface RoomOf {
  /** Of the version: the same rows are in one room whoever asks. */
  key: string;
  zone: string;
  fill(session: EngineSession): Promise<void>;
  /** How many changes are in the rows that it is filled with: an open room that lacks some takes them in. */
  since?: number;
  catchUp?(session: EngineSession, from: number): Promise<void>;
}

/** Asks the rows of a version; a room that is not open is filled first. What is asked may depend on what it keeps beside its rows. */
export async function askRoom(
  platform: Platform,
  of: RoomOf,
  sqlOf: (ofKinds: ReadonlySet<string>) => string,
  limits: QueryLimits,
): Promise<QueryResult> {
  const room = await roomOf(platform, of);
  room.usedAt = Date.now();
  const asked = room.queue.then(async () => {
    const { since = 0, catchUp } = of;
    if (catchUp && room.since < since) {
      try {
        await catchUp(room.session, room.since);
        room.ofKinds = await textsOfKinds(room.session, roomTable);
      } catch (error) {
        // whoever asks next has one filled anew
        forget(platform, of);
        throw error;
      }
      room.since = since;
    }
    return room.session.query(sqlOf(room.ofKinds), limits);
  });
  room.queue = asked.catch(() => {});
  return asked;
}

/** Of rows in the store: one room for a whole reading and all that came since. */
export function roomOfStored(platform: Platform, spaceId: string, zone: string, rows: StoredRows): RoomOf {
  return {
    key: `${spaceId} ${rows.file}`,
    zone,
    fill: async (session) => keepRows(session, await bringRows(platform, session, rows, 'extract'), { kinds: true }),
    since: rows.deltas.length,
    catchUp: (session, from) => addChanges(platform, session, rows, from),
  };
}

/** Puts in the place of rows what they are now, and adds those that came: all of it or nothing. */
async function addChanges(platform: Platform, session: EngineSession, rows: StoredRows, from: number): Promise<void> {
  const key = doubleQuoted(rows.key ?? '');
  const changed = await bringDeltas(platform, session, rows, from, 'since');
  await session.run(`create or replace temp table since as ${await roomRows(session, changed)}`);
  const kept = `kept.${roomTable}`;
  const wider = [...(await widerColumns(session, kept, 'since')), ...(await moreKinds(session, kept, 'since'))];
  await session.run('begin transaction');
  try {
    for (const statement of wider) await session.run(statement);
    if (wider.length > 0) await session.run(seenTable);
    const kinds = [...(await textsOfKinds(session, kept))].map((name) => `${doubleQuoted(name)} as ${kindOf(name)}`);
    await session.run(`delete from ${kept} where ${key} in (select ${key} from since)`);
    await session.run(`insert into ${kept} by name select ${['*', ...kinds].join(', ')} from since`);
    await session.run('commit');
  } catch (error) {
    await session.run('rollback').catch(() => {});
    throw error;
  }
  for (let at = from; at < rows.deltas.length; at += 1)
    await rm(path.join(session.folder, `since-${String(at).padStart(6, '0')}.parquet`), { force: true });
}

/**
 * In a file of the engine's own a group of many rows is found several times as fast as in an extract, and takes no memory. For `kinds` the
 * rows are read once for each text: they have to lie somewhere, not to be worked out.
 */
export async function keepRows(session: EngineSession, rows: string, { kinds = false } = {}): Promise<void> {
  await session.run(`attach ${textQuoted(path.join(session.folder, 'rows.db'))} as kept`);
  const all = await roomRows(session, rows);
  await session.run(`create table kept.${roomTable} as ${kinds ? await withKinds(session, all) : all}`);
  await session.run(seenTable);
}

/** Of the session alone: what is changed in one transaction has to lie in one database. */
const seenTable = `create or replace temp view ${roomTable} as select * from kept.${roomTable}`;

function forget(platform: Platform, { key, zone }: RoomOf): void {
  const open = rooms.get(platform);
  if (open) close(open, nameOf(key, zone));
}

function nameOf(key: string, zone: string): string {
  return `${key} ${zone}`;
}

function roomOf(platform: Platform, of: RoomOf): Promise<Room> {
  const { key, zone } = of;
  const open = rooms.get(platform) ?? new Map<string, Promise<Room>>();
  rooms.set(platform, open);
  const name = nameOf(key, zone);
  const known = open.get(name);
  if (known) {
    // the last one asked stands last
    open.delete(name);
    open.set(name, known);
    return known;
  }
  for (const [other] of [...open].slice(0, Math.max(0, open.size - most + 1))) close(open, other);
  const opening = opened(platform, of);
  open.set(name, opening);
  opening.then(
    (room) => watch(open, name, room),
    () => open.delete(name),
  );
  return opening;
}

async function opened(platform: Platform, { zone, fill, since = 0 }: RoomOf): Promise<Room> {
  const session = await engineOf(platform, 'analytics').open({ timeZone: zone, memoryMb });
  try {
    await fill(session);
    const ofKinds = await textsOfKinds(session, roomTable);
    return { session, queue: Promise.resolve(), usedAt: Date.now(), since, ofKinds };
  } catch (error) {
    await session.close();
    throw error;
  }
}

function watch(open: Map<string, Promise<Room>>, name: string, room: Room): void {
  const left = room.usedAt + idleMs - Date.now();
  setTimeout(
    () => {
      if (Date.now() - room.usedAt >= idleMs) close(open, name);
      else watch(open, name, room);
    },
    Math.max(left, 1_000),
  ).unref();
}

/** After what is being asked of it. */
function close(open: Map<string, Promise<Room>>, name: string): void {
  const room = open.get(name);
  open.delete(name);
  void room?.then(
    async ({ queue, session }) => {
      await queue;
      await session.close();
    },
    () => {},
  );
}

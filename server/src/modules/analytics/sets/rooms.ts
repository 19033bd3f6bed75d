import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { EngineSession, QueryLimits, QueryResult } from '../../../platform/engine/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { textQuoted } from '../../etl/public.ts';

/** The table of a room. */
export const roomTable = 'rows_of_set';

/** Rows of one version of a data set in the engine, where questions are asked of them. */
interface Room {
  session: EngineSession;
  /** A room answers one question at a time. */
  queue: Promise<unknown>;
  usedAt: number;
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
}

/** Asks the rows of a version; a room that is not open is filled first. */
export async function askRoom(platform: Platform, of: RoomOf, sql: string, limits: QueryLimits): Promise<QueryResult> {
  const room = await roomOf(platform, of);
  room.usedAt = Date.now();
  const asked = room.queue.then(() => room.session.query(sql, limits));
  room.queue = asked.catch(() => {});
  return asked;
}

/** From an extract in the store. */
export function fromStore(platform: Platform, file: string): RoomOf['fill'] {
  return async (session) => {
    const at = await bringExtract(platform, session, file, 'extract');
    await keepRows(session, `select * from read_parquet(${textQuoted(at)})`);
  };
}

/** Into the folder of the session; answers where it lies. */
export async function bringExtract(
  platform: Platform,
  session: EngineSession,
  file: string,
  name: string,
): Promise<string> {
  const at = path.join(session.folder, `${name}.parquet`);
  await pipeline(await platform.files.open(file), createWriteStream(at, { mode: 0o600 }));
  return at;
}

/** In a file of the engine's own a group of many rows is found several times as fast as in an extract, and takes no memory. */
export async function keepRows(session: EngineSession, rows: string): Promise<void> {
  await session.run(`attach ${textQuoted(path.join(session.folder, 'rows.db'))} as kept`);
  await session.run(`create table kept.${roomTable} as ${rows}`);
  await session.run(`create view ${roomTable} as select * from kept.${roomTable}`);
}

function roomOf(platform: Platform, { key, zone, fill }: RoomOf): Promise<Room> {
  const open = rooms.get(platform) ?? new Map<string, Promise<Room>>();
  rooms.set(platform, open);
  const name = `${key} ${zone}`;
  const known = open.get(name);
  if (known) {
    // the last one asked stands last
    open.delete(name);
    open.set(name, known);
    return known;
  }
  for (const [other] of [...open].slice(0, Math.max(0, open.size - most + 1))) close(open, other);
  const opening = opened(platform, zone, fill);
  open.set(name, opening);
  opening.then(
    (room) => watch(open, name, room),
    () => open.delete(name),
  );
  return opening;
}

async function opened(platform: Platform, timeZone: string, fill: RoomOf['fill']): Promise<Room> {
  const session = await engineOf(platform, 'analytics').open({ timeZone, memoryMb });
  try {
    await fill(session);
    return { session, queue: Promise.resolve(), usedAt: Date.now() };
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

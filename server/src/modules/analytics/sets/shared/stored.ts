import path from 'node:path';
import type { EngineSession } from '../../../../platform/engine/port.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { doubleQuoted, textQuoted } from '../../../etl/public.ts';
import { roomTable, type RoomOf } from '../rooms.ts';
import { bringDeltas, bringFile, bringRows, type StoredRows } from '../stored-rows.ts';
import type { SharedRows } from './rooms.ts';

/** Rows in the store: the very files that lie there. */
export function sharedOfStored(platform: Platform, spaceId: string, zone: string, rows: StoredRows): SharedRows {
  return {
    key: `${spaceId} ${rows.file}`,
    zone,
    since: rows.deltas.length,
    id: rows.key,
    whole: async (session, changed) =>
      changed
        ? written(session, await bringRows(platform, session, rows, 'extract'), 'whole')
        : bringFile(platform, session, rows.file, 'extract'),
    changes: async (session, from) =>
      written(session, await bringDeltas(platform, session, rows, from, 'since'), 'changes'),
  };
}

/** Rows that are put together: by the embedded engine, and asked over there. */
export function sharedOfRoom({ key, zone, fill }: RoomOf): SharedRows {
  return {
    key,
    zone,
    since: 0,
    id: undefined,
    async whole(session) {
      await fill(session);
      // what a room keeps beside its rows has a blank in its name
      const names = (await session.describe(`select * from ${roomTable}`)).map(({ name }) => name);
      const fields = names.filter((name) => !name.includes(' ')).map(doubleQuoted);
      return written(session, `select ${fields.join(', ')} from ${roomTable}`, 'joined');
    },
    changes: () => Promise.reject(new Error('rows that are put together do not change')),
  };
}

async function written(session: EngineSession, rows: string, name: string): Promise<string> {
  const at = path.join(session.folder, `${name}.out.parquet`);
  await session.run(`copy (${rows}) to ${textQuoted(at)} (format parquet, compression zstd)`);
  return at;
}

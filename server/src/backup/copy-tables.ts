import { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { definitionsOf } from './definitions.ts';
import { compressed, formsName, partName, put, type Manifest, type Part } from './format.ts';
import { countText, type Progress } from './progress.ts';
import { partsOf, readCursors, readPart, type Cursors } from './read-table.ts';
import type { Seal } from './seal.ts';
import { TablesChanged, type Snapshot } from './snapshot.ts';
import type { Store } from './store.ts';
import { leftBehind, type Table } from './tables.ts';

export interface Copying {
  store: Store;
  seal: Seal | undefined;
  time: string;
  lanes: number;
  progress: Progress;
}

/** Every row of the snapshot, table by table, largest first. Throws TablesChanged where one was rewritten under it. */
export async function copyTables(
  { store, seal, time, lanes, progress }: Copying,
  snapshot: Snapshot,
): Promise<{ parts: Part[]; forms: Manifest['forms'] }> {
  const cursors = await readCursors(snapshot.reader);
  const forms = await put(
    store,
    seal,
    formsName(time),
    compressed(Readable.from([Buffer.from(JSON.stringify(await definitionsOf(snapshot.reader)))])),
  );
  const waiting = snapshot.tables
    .filter(({ root }) => !leftBehind.has(root))
    .flatMap((table) => partsOf(table).map((where, part) => ({ table, where, part })));
  const total = snapshot.tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0);
  const parts: Part[] = [];
  let rows = 0;
  let bytes = 0;

  const lane = async (client: ClientBase): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const done = await copyPart(client, next.table, next.part, next.where, cursors);
      if (await snapshot.changed(next.table)) throw new TablesChanged(`${next.table.name} changed while it was read`);
      parts.push(done);
      rows += done.rows;
      bytes += done.bytes;
      progress.at(
        `Database ${countText(rows)} of ${countText(Math.max(rows, total))} rows   ${countText(Math.round(bytes / 2 ** 20))} MB`,
      );
    }
  };

  async function copyPart(
    client: ClientBase,
    table: Table,
    part: number,
    where: string,
    places: Cursors,
  ): Promise<Part> {
    const lines = readPart(client, table, where, places);
    const stored = await put(store, seal, partName(time, { table: table.name, part }), compressed(lines));
    return { table: table.name, part, columns: table.columns, rows: lines.rowCount, ...stored };
  }

  const clients = [snapshot.reader];
  while (clients.length < lanes) clients.push(await snapshot.another());
  const ends = await Promise.allSettled(clients.map(lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw asChange(failed.reason);
  return { parts: parts.sort((a, b) => (a.table === b.table ? a.part - b.part : a.table < b.table ? -1 : 1)), forms };
}

/** A table or a column that went meanwhile. */
export function asChange(error: unknown): unknown {
  const { code } = error as { code?: string };
  return code === '42P01' || code === '42703' || code === 'XX000'
    ? new TablesChanged('a table went while it was read')
    : error;
}

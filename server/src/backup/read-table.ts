import { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Table } from './tables.ts';

/** Readers of the event log and how far each is, by stream; the platform's own stream is ''. */
export type Cursors = Map<string, { xid: string; id: string }[]>;

const partBytes = 1024 ** 3;
const blockBytes = 8192;
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export async function readCursors(client: pg.ClientBase): Promise<Cursors> {
  const { rows } = await client.query<{ stream: string; xid: string; id: string }>(
    'select distinct stream, c.xid::text as xid, id from platform.event_cursor c order by stream, xid, id',
  );
  return Map.groupBy(rows, ({ stream }) => stream);
}

/** Which rows make up each part of a table: all, or where it is large, those of so many blocks. */
export function partsOf({ blocks }: Table): string[] {
  const each = partBytes / blockBytes;
  const count = Math.max(1, Math.ceil(blocks / each));
  if (count === 1) return [''];
  return Array.from({ length: count }, (_, n) => {
    const from = n === 0 ? '' : `ctid >= '(${n * each},0)'::tid`;
    const until = n === count - 1 ? '' : `ctid < '(${(n + 1) * each},0)'::tid`;
    return `where ${[from, until].filter((side) => side !== '').join(' and ')}`;
  });
}

/**
 * The rows of a part in the text format of COPY. Transaction ids belong to their cluster: where one begins anew, readers of
 * the event log would wait for ever for ids beyond their place. So events leave with the number of the places before them
 * in the place of the id, and places with their own: everybody goes on exactly where they were.
 */
export function readPart(
  client: pg.ClientBase,
  table: Table,
  where: string,
  cursors: Cursors,
): Readable & { rowCount: number } {
  const columns = table.columns.map((name) => instead(table, name, cursors) ?? quoted(name));
  const from = table.root === 'platform.event_cursor' ? placesOf(table) : `only ${table.sql}`;
  return client.query(copyTo(`copy (select ${columns.join(', ')} from ${from} as t ${where}) to stdout`) as never);
}

/** Of an event table its stream, '' for the platform's own. */
export function streamOf({ root }: Pick<Table, 'root'>): string | undefined {
  if (root === 'platform.event') return '';
  return /^space_([a-z0-9]+)\.event$/.exec(root)?.[1];
}

function instead(table: Table, column: string, cursors: Cursors): string | undefined {
  const stream = streamOf(table);
  if (stream === undefined || column !== 'xid') return undefined;
  const places = cursors.get(stream) ?? [];
  const passed = places.map(({ xid, id }) => `((t.xid, t.id) > ('${xid}'::xid8, '${id}'::uuid))::int`);
  return `(${['1', ...passed].join(' + ')})::text::xid8 as xid`;
}

function placesOf({ sql, columns }: Table): string {
  const others = columns.filter((name) => name !== 'xid' && name !== 'id').map(quoted);
  return `(select ${others.join(', ')}, (dense_rank() over (partition by stream order by xid, id))::text::xid8 as xid, '${highestId}'::uuid as id from only ${sql})`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

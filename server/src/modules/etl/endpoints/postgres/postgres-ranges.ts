import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type pg from 'pg';
import type { KeyRange, RangedTable, Ranges, TableName } from '../../../../platform/engine/port.ts';
import { CopyOut } from './copy-out.ts';
import { doubleQuoted, quotedTable, textQuoted } from '../names.ts';
import { rangesBetween, rowsOfRange, type TableKey } from '../ranges.ts';

interface Speaking {
  columns: DataColumn[];
  /** What is selected of the rows `t` that hold a condition. */
  select(condition: string): string;
  /** How a statement is written whose rows travel. */
  copy(sql: string, form: 'csv' | 'text' | 'binary'): string;
  refused(error: unknown): Error;
}

/** The ranges of a table of PostgreSQL, all of one state: in one transaction, which lasts as long as they are read. */
export async function postgresRanges(
  driver: pg.Client,
  key: TableKey,
  given: RangedTable,
  { columns, select, copy, refused }: Speaking,
): Promise<Ranges | undefined> {
  const { table, earlier } = given;
  const each = rowsOfRange(key, given);
  if (each === undefined) return undefined;
  const by = `t.${doubleQuoted(key.column.name)}`;
  const from = `from ${quotedTable(table)} t`;
  const first = async (sql: string): Promise<(string | null)[]> => {
    const { rows } = await driver.query<(string | null)[]>({
      text: sql,
      rowMode: 'array',
      types: { getTypeParser: () => (value: string) => value },
    } as unknown as pg.QueryArrayConfig);
    return rows[0] ?? [];
  };
  const within = ({ after, upTo }: KeyRange): string =>
    `${after === undefined ? '' : `${by} > ${textQuoted(after)} and `}${by} <= ${textQuoted(upTo)}`;
  await driver.query(
    "begin isolation level repeatable read read only; set local timezone to 'UTC'; set local datestyle to 'ISO'; set local idle_in_transaction_session_timeout to 0",
  );
  const end = async (): Promise<void> => {
    await driver.query('rollback').catch(() => {});
  };
  try {
    const [lowest] = await first(`select ${by}::text ${from} order by ${by} limit 1`);
    const [highest] = await first(`select ${by}::text ${from} order by ${by} desc limit 1`);
    const upTo = earlier?.key === key.column.name ? earlier.upTo : highest;
    if (lowest == null || upTo == null) {
      await end();
      return undefined;
    }
    const behind = async (after: string | undefined, rows: number): Promise<string | undefined> => {
      const [value] = await first(
        `select ${by}::text ${from} where ${within({ after, upTo })} order by ${by} offset ${rows - 1} limit 1`,
      );
      return value ?? undefined;
    };
    return {
      key: key.column.name,
      upTo,
      still: true,
      columns,
      next: rangesBetween(key, each, { lowest, upTo, behind }),
      read(range, { signal, seen, form = 'csv', of = select } = {}) {
        if (typeof form === 'object') throw new Error('a table is no file');
        const out = new PassThrough({ highWaterMark: 1024 * 1024 });
        // what breaks before anybody reads them must not end the process
        out.on('error', () => {});
        const rows = new CopyOut(copy(of(within(range)), form), refused, seen);
        driver.query(rows as never);
        pipeline(rows, out, { signal }).catch((error: unknown) => {
          // nothing else is heard of the other side before its rows have come to an end
          if (signal?.aborted) (driver as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
          out.destroy(signal?.aborted ? (signal.reason as Error) : refused(error));
        });
        return Promise.resolve({ columns, form, bytes: out });
      },
      end,
    };
  } catch (error) {
    await end();
    throw refused(error);
  }
}

/** The first column of a key by which the rows of a table are told apart; undefined where there is none, or nobody tells. */
export async function postgresKey(
  driver: pg.Client,
  { schema, name }: TableName,
  columns: readonly DataColumn[],
): Promise<TableKey | undefined> {
  // what only speaks like PostgreSQL may not know all of it: its tables are read as a whole
  const { rows } = await driver
    .query<{ column: string; parts: number; correlation: number | null; bytes: string }>(keysSql, [schema, name])
    .catch(() => ({ rows: [] }));
  for (const row of rows) {
    const column = columns.find((one) => one.name === row.column);
    if (!column || !ordered.has(column.type)) continue;
    const plan = await driver.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
      `explain (format json) select from ${quotedTable({ schema, name })}`,
    );
    // numbers and days mostly come in their order
    const likely = column.type === 'uuid' || column.type === 'text' ? 0 : 1;
    return {
      column,
      rows: plan.rows[0]!['QUERY PLAN'][0]!.Plan['Plan Rows'],
      bytes: Number(row.bytes) || undefined,
      alone: row.parts === 1,
      scattered: Math.abs(row.correlation ?? likely) < 0.7,
    };
  }
  return undefined;
}

/** Types whose values are the same again when they are written as texts. */
const ordered = new Set<DataColumn['type']>(['integer', 'decimal', 'text', 'date', 'timestamp', 'timestamptz', 'uuid']);

/** Indexes that order the rows of a table as its column does, the shortest first. */
const keysSql = `select a.attname as column, i.indnkeyatts::int as parts, s.correlation,
    case when c.relkind = 'p' then (select coalesce(sum(pg_table_size(l.relid)), 0) from pg_partition_tree(c.oid) l where l.isleaf) else pg_table_size(c.oid) end::text as bytes
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    join pg_opclass o on o.oid = i.indclass[0]
    left join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname and s.attname = a.attname and s.inherited = (c.relkind = 'p')
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p') and a.attnotnull and i.indisunique and i.indisvalid
    and i.indpred is null and m.amname = 'btree' and o.opcdefault and i.indcollation[0] = a.attcollation
    and not (c.relkind = 'r' and exists (select from pg_inherits where inhparent = c.oid))
  order by i.indnkeyatts, i.indisprimary desc, x.relname`;

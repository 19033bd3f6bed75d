import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { changeColumn } from '@formwork/contract/etl/task.ts';
import type pg from 'pg';
import type { Changes, ChangesOptions, RowStream, TableName } from '../../../../platform/engine/port.ts';
import { rowLine } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import { doubleQuoted, quotedTable, textQuoted } from '../names.ts';
import { logMessage, type Relation, type Tuple } from './pgoutput.ts';

type Copy = (statement: string) => RowStream['bytes'];

/** So many keys are remembered at most; where more rows changed, reading all of them is no dearer. */
const mostKeys = 500_000;
const keysAtOnce = 5_000;
const messagesAtOnce = 2_000;

/**
 * What changed in a table since a place in the log, by logical decoding. The log says which keys; their rows are read as they are now, so
 * that values which the log leaves out, new columns and types come as they always do. What changed in between comes once more with the
 * next reading, and says the same. The log is looked at, not consumed: its slot moves on to where the run before was kept.
 */
export async function changesOf(
  driver: pg.Client,
  copy: Copy,
  columns: DataColumn[],
  { table, slot, after }: ChangesOptions & { table: TableName },
): Promise<Changes> {
  const keys = columns.filter((column) => column.key === true);
  if (keys.length === 0) throw new AppError('etl.changes.no_key', { table: table.name });
  const chosen = { columns: withChange(columns) };
  if (after === undefined || !(await movedOn(driver, slot, after))) {
    const position = await begun(driver, table, slot);
    const anew = after === undefined ? {} : ({ anew: 'lost' } as const);
    return { position, rows: { ...chosen, bytes: streamed(whole(copy, table, columns)) }, ...anew };
  }
  const { rows } = await driver.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const position = rows[0]!.lsn;
  const found = await lookedUp(driver, { slot, upTo: position, keys });
  if (typeof found === 'string')
    return { position, rows: { ...chosen, bytes: streamed(whole(copy, table, columns)) }, anew: found };
  return { position, rows: { ...chosen, bytes: streamed(changed(copy, { table, columns, keys }, found)) } };
}

/** Ends the slot, so that the other side keeps its log no longer. */
export async function endChanges(driver: pg.Client, slot: string): Promise<void> {
  await driver.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [slot],
  );
  await driver.query(`drop publication if exists ${doubleQuoted(slot)}`);
}

export function withChange(columns: readonly DataColumn[]): DataColumn[] {
  return [...columns, { name: changeColumn, type: 'text', nullable: false }];
}

/** Whether the log is there from that place on. */
async function movedOn(driver: pg.Client, slot: string, after: string): Promise<boolean> {
  const { rows } = await driver.query<{ behind: boolean }>(
    `select confirmed_flush_lsn < $2::pg_lsn as behind from pg_replication_slots
      where slot_name = $1 and database = current_database() and wal_status is distinct from 'lost'`,
    [slot, after],
  );
  if (!rows[0]) return false;
  if (rows[0].behind) await driver.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slot, after]);
  return true;
}

/** A new slot from here on; answers its place. */
async function begun(driver: pg.Client, table: TableName, slot: string): Promise<string> {
  await endChanges(driver, slot);
  await driver.query(
    `create publication ${doubleQuoted(slot)} for table ${quotedTable(table)} with (publish_via_partition_root = true)`,
  );
  const { rows } = await driver.query<{ lsn: string }>(
    `select lsn::text from pg_create_logical_replication_slot($1, 'pgoutput')`,
    [slot],
  );
  return rows[0]!.lsn;
}

interface Keyed {
  key: (string | null)[];
  gone: boolean;
}

async function lookedUp(
  driver: pg.Client,
  { slot, upTo, keys }: { slot: string; upTo: string; keys: readonly DataColumn[] },
): Promise<Map<string, Keyed> | 'many' | 'altered'> {
  const found = new Map<string, Keyed>();
  const relations = new Map<number, Relation>();
  const keyOf = (relation: number, tuple: Tuple): (string | null)[] => {
    const names = relations.get(relation)?.columns ?? [];
    return keys.map(({ name }) => tuple[names.indexOf(name)] ?? null);
  };
  const note = (key: (string | null)[], gone: boolean): void => void found.set(JSON.stringify(key), { key, gone });
  await driver.query('begin');
  try {
    await driver.query(
      `declare changes no scroll cursor for select data from pg_logical_slot_peek_binary_changes(${textQuoted(slot)}, ${textQuoted(upTo)}::pg_lsn, null,
        'proto_version', '1', 'publication_names', ${textQuoted(doubleQuoted(slot))})`,
    );
    for (;;) {
      const { rows } = await driver.query<{ data: Buffer }>(`fetch ${messagesAtOnce} from changes`);
      for (const { data } of rows) {
        const message = logMessage(data);
        if (message?.kind === 'relation') relations.set(message.relation.id, message.relation);
        if (message?.kind === 'truncate') return 'altered';
        if (found.size > mostKeys) return 'many';
        if (message?.kind !== 'row') continue;
        const { relation, before, after } = message;
        if (before) note(keyOf(relation, before), true);
        if (after) note(keyOf(relation, after), false);
      }
      if (rows.length < messagesAtOnce) return found;
    }
  } finally {
    await driver.query('rollback').catch(() => {});
  }
}

async function* whole(copy: Copy, table: TableName, columns: readonly DataColumn[]): AsyncGenerator<Buffer | string> {
  yield rowLine([...columns.map(() => null), 'truncate']);
  yield* copy(copyOf(table, columns, ''));
}

async function* changed(
  copy: Copy,
  { table, columns, keys }: { table: TableName; columns: readonly DataColumn[]; keys: readonly DataColumn[] },
  found: ReadonlyMap<string, Keyed>,
): AsyncGenerator<Buffer | string> {
  const place = new Map(keys.map(({ name }, at) => [name, at]));
  const there: (string | null)[][] = [];
  for (const { key, gone } of found.values())
    if (!gone) there.push(key);
    else
      yield rowLine([
        ...columns.map(({ name }) => (place.has(name) ? (key[place.get(name)!] ?? null) : null)),
        'delete',
      ]);
  for (let at = 0; at < there.length; at += keysAtOnce) {
    const some = there.slice(at, at + keysAtOnce);
    const arrays = keys.map(({ native }, n) => `${arrayOf(some.map((key) => key[n] ?? null))}::${native ?? 'text'}[]`);
    const names = keys.map(({ name }) => `t.${doubleQuoted(name)}`).join(', ');
    yield* copy(copyOf(table, columns, `where (${names}) in (select * from unnest(${arrays.join(', ')}))`));
  }
}

function copyOf(table: TableName, columns: readonly DataColumn[], where: string): string {
  const names = columns.map(({ name, type }) => {
    const value = `t.${doubleQuoted(name)}`;
    return type === 'list' ? `to_json(${value})::text` : type === 'boolean' ? `${value}::text` : value;
  });
  return `copy (select ${names.join(', ')}, 'upsert' from ${quotedTable(table)} t ${where}) to stdout (format csv, null '\\N')`;
}

function arrayOf(values: readonly (string | null)[]): string {
  const parts = values.map((value) =>
    value === null ? 'null' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return textQuoted(`{${parts.join(',')}}`);
}

function streamed(parts: AsyncGenerator<Buffer | string>): RowStream['bytes'] {
  return Readable.from(parts, { objectMode: false });
}

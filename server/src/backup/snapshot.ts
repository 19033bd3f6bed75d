import pg from 'pg';
import { backupLock } from '../platform/files/removed-contents.ts';
import { BackupFailure } from './failure.ts';
import { listTables, requireReadable, type Table } from './tables.ts';

/** One moment of a database, seen through any number of connections in the role that reads everything. */
export interface Snapshot {
  moment: Date;
  tables: Table[];
  /** In the snapshot. */
  reader: pg.Client;
  /** Another connection in the same snapshot; it ends with the snapshot. */
  another(): Promise<pg.Client>;
  /** True when the table was rewritten, emptied at once, changed its columns or went since: it then reads as if it were empty, without an error. */
  changed(table: Table): Promise<boolean>;
  end(): Promise<void>;
}

/** Another snapshot is needed. */
export class TablesChanged extends Error {}

/** The owner's connection which stands for this backup; refuses while another one runs. */
export async function openWatch(url: string): Promise<pg.Client> {
  const watch = await connect(url);
  const { rows } = await watch.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [backupLock]);
  if (!rows[0]!.got) {
    await watch.end();
    throw new BackupFailure('busy', 'Another backup of this installation runs.');
  }
  return watch;
}

/**
 * No table is locked: under the locks that pg_dump takes, a form could not be released. With `locked`, after tables changed
 * under the first readings, they are.
 */
export async function openSnapshot(url: string, watch: pg.Client, locked: boolean): Promise<Snapshot> {
  await requireReadable(watch);
  const open: pg.Client[] = [];
  const reader = await connect(url);
  open.push(reader);
  try {
    await reader.query('begin isolation level repeatable read read only');
    await reader.query('set local role formwork_backup');
    const before = await listTables(watch);
    // in the same snapshot: locks are taken before the first reading fixes it
    if (locked) for (const { sql } of before) await reader.query(`lock table only ${sql} in access share mode`);
    const { rows } = await reader.query<{ id: string; moment: Date }>(
      'select pg_export_snapshot() as id, now() as moment',
    );
    const tables = await listTables(watch);
    // made, dropped or rewritten just while the snapshot was taken: nobody could say on which side of it
    if (!locked && asText(tables) !== asText(before)) throw new TablesChanged();
    return {
      moment: rows[0]!.moment,
      tables,
      reader,
      async another() {
        const client = await connect(url);
        open.push(client);
        await client.query('begin isolation level repeatable read read only');
        await client.query(`set transaction snapshot '${rows[0]!.id}'`);
        await client.query('set local role formwork_backup');
        return client;
      },
      async changed({ oid, file, columns }) {
        const { rows: now } = await watch.query<{ file: number | null; columns: string[] }>(
          `select pg_relation_filenode($1::oid)::bigint::float8 as file, array(select attname::text from pg_attribute where attrelid = $1::oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns`,
          [oid],
        );
        return now[0]!.file !== file || now[0]!.columns.join() !== columns.join();
      },
      end: async () => {
        await Promise.all(open.map((client) => client.end().catch(() => {})));
      },
    };
  } catch (error) {
    await Promise.all(open.map((client) => client.end().catch(() => {})));
    throw error;
  }
}

function asText(tables: readonly Table[]): string {
  return tables
    .map(({ name, file, columns }) => `${name} ${file} ${columns.join()}`)
    .sort()
    .join('\n');
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'formwork backup', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  return client;
}

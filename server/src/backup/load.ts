import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { buffer } from 'node:stream/consumers';
import { makeSchemas } from '../platform/db/migrate.ts';
import type { Definition } from './definitions.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { BackupFailure } from './failure.ts';
import { decompressed, formsName, get, partName, type Manifest, type Part } from './format.ts';
import { countText, type Progress } from './progress.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';
import { listTables, ownSchema } from './tables.ts';

export interface Loading {
  store: Store;
  seal: Seal | undefined;
  time: string;
  manifest: Manifest;
  progress: Progress;
}

/** Tables with more rows get their keys and indexes after the rows. */
const manyRows = 10_000;

/** Every table of a backup in an empty database, whose row security is off until `closeDatabase`. Answers which tables it was forced on. */
export async function loadDatabase(
  { store, seal, time, manifest, progress }: Loading,
  client: pg.Client,
  wanted: (definition: Definition) => boolean = () => true,
): Promise<string[]> {
  await takeEmptyDatabase(client, time);
  progress.phase('Schemas');
  await makeSchemas(client, {
    control: new Set(manifest.migrations.map(({ name }) => name)),
    spaces: new Map(manifest.spaces.map(({ id, migrations }) => [id, new Set(migrations.map(({ name }) => name))])),
  });
  const definitions = JSON.parse(
    (await buffer(decompressed(await get(store, seal, formsName(time), manifest.forms.sha256)))).toString('utf8'),
  ) as Definition[];
  const late = await makeTables(client, definitions.filter(wanted));
  const tables = await listTables(client);
  requireTables(tables, manifest.parts);
  // what migrations put in; most tables are empty, and all at once would need more locks than a server keeps
  for (const { name, sql, blocks } of tables)
    if (blocks > 0 && name !== 'platform.restoring') await client.query(`truncate ${sql} cascade`);
  const forced = await unforce(client);
  const again = await takeAway(client, manifest.parts);

  progress.phase('Rows');
  const total = manifest.parts.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const sqlOf = new Map(tables.map(({ name, sql }) => [name, sql]));
  for (const part of [...manifest.parts].sort((a, b) => b.bytes - a.bytes)) {
    await loadPart({ store, seal, time }, client, part, sqlOf.get(part.table)!);
    done += part.rows;
    progress.at(`Database ${countText(done)} of ${countText(total)} rows`);
  }

  progress.phase('Indexes');
  await client.query(`set maintenance_work_mem = '256MB'`);
  const statements = [...again, ...late];
  for (const [at, statement] of statements.entries()) {
    await client.query(statement).catch((error: unknown) => {
      throw new BackupFailure(
        'broken',
        `The rows do not fit what was backed up with them: ${(error as Error).message}\n  ${statement}`,
        error,
      );
    });
    progress.at(`Indexes and keys ${countText(at + 1)} of ${countText(statements.length)}`);
  }
  // by name: of tables that are not the owner's the server says on each that it may not
  const { rows: own } = await client.query<{ sql: string }>(
    `select format('%I.%I', nspname, c.relname) as sql from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind in ('r', 'p') and not relispartition and ${ownSchema}`,
  );
  for (const { sql } of own) await client.query(`analyze ${sql}`);
  return forced;
}

/** What migrations do not make: tables of released forms, parts of partitioned tables, indexes that were asked for. Answers what comes after the rows. */
async function makeTables(client: pg.Client, definitions: Definition[]): Promise<string[]> {
  // weeks of the event log: those of the backup are other ones than those which migrations make today
  const { rows: parts } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where relispartition and relkind in ('r', 'p') and ${ownSchema}`,
  );
  for (const { name } of parts) await client.query(`drop table ${name}`);
  const { rows } = await client.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind in ('r', 'p')`,
  );
  const there = new Set(rows.map(({ name }) => name));
  const { rows: had } = await client.query<{ name: string }>(
    `select format('%s.%s', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind in ('i', 'I')`,
  );
  const indexes = new Set(had.map(({ name }) => name));
  const late: string[] = [];
  for (const { name, create, attach, constraints, indexes: wanted, rest } of definitions) {
    if (!there.has(name)) {
      await client.query(create);
      for (const statement of rest) await client.query(statement);
      const early = constraints.filter(({ kind }) => attach !== null && kind !== 'f');
      for (const { statement } of early) await client.query(statement);
      if (attach !== null) await client.query(attach);
      late.push(...constraints.filter((one) => !early.includes(one)).map(({ statement }) => statement));
    }
    late.push(
      ...wanted.filter((index) => !indexes.has(index.name.replaceAll('"', ''))).map(({ statement }) => statement),
    );
  }
  return late;
}

function requireTables(tables: readonly { name: string; columns: string[] }[], parts: readonly Part[]): void {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));
  for (const { table, columns } of parts) {
    const lacking = columns.filter((column) => columnsOf.get(table)?.has(column) !== true);
    if (lacking.length > 0)
      throw new BackupFailure(
        'broken',
        `The migrations that the backup names do not make ${table} (${lacking.join(', ')}).`,
      );
  }
}

/** COPY is refused to an owner who is held to row security. */
async function unforce(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where relkind in ('r', 'p') and relforcerowsecurity order by 1`,
  );
  for (const { name } of rows) await client.query(`alter table ${name} no force row level security`);
  return rows.map(({ name }) => name);
}

/** Foreign keys everywhere, and of large tables every other key and index; answers the statements that bring them back. */
async function takeAway(client: pg.Client, parts: readonly Part[]): Promise<string[]> {
  await client.query(`set search_path = ''`);
  const rows = new Map<string, number>();
  for (const part of parts) rows.set(part.table, (rows.get(part.table) ?? 0) + part.rows);
  const large = [...rows].filter(([, count]) => count > manyRows).map(([name]) => name);
  const { rows: keys } = await client.query<{ table: string; name: string; kind: string; statement: string }>(
    `
    select conrelid::regclass::text as "table", quote_ident(conname) as name, contype as kind, format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as statement
    from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = c.relnamespace
    where (contype = 'f' or (contype in ('p', 'u', 'x') and nspname || '.' || c.relname = any ($1))) and conparentid = 0 and not relispartition order by contype <> 'f', contype <> 'p'`,
    [large],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const { rows: indexes } = await client.query<{ name: string; statement: string }>(
    `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement from pg_index i join pg_class c on c.oid = indrelid join pg_namespace n on n.oid = c.relnamespace
    where nspname || '.' || c.relname = any ($1) and c.relkind = 'r' and not c.relispartition`,
    [large],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('reset search_path');
  return [...keys.filter(({ kind }) => kind !== 'f'), ...indexes, ...keys.filter(({ kind }) => kind === 'f')].map(
    ({ statement }) => statement,
  );
}

async function loadPart(
  { store, seal, time }: Pick<Loading, 'store' | 'seal' | 'time'>,
  client: pg.Client,
  part: Part,
  sql: string,
): Promise<void> {
  const columns = part.columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  const into = client.query(copyFrom(`copy ${sql} (${columns}) from stdin`) as never) as unknown as ReturnType<
    typeof copyFrom
  >;
  try {
    await pipeline(decompressed(await get(store, seal, partName(time, part), part.sha256)), into);
  } catch (error) {
    if (error instanceof BackupFailure) throw error;
    throw (error as { code?: string }).code?.match(/^22|^23/)
      ? new BackupFailure(
          'broken',
          `Part ${part.part} of ${part.table} does not fit its table: ${(error as Error).message}`,
          error,
        )
      : error;
  }
  if (into.rowCount !== part.rows)
    throw new BackupFailure(
      'broken',
      `Part ${part.part} of ${part.table} has ${into.rowCount} rows instead of ${part.rows}.`,
    );
}

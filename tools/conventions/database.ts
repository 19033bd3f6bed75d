import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { contentSources } from '../../server/src/backup/contents.ts';
import { openOwnerPool } from '../../server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded-postgres.ts';
import { migrate, migrateSpace } from '../../server/src/platform/db/migrate.ts';
import { dumpSchema, ownSchemas } from '../schema-dump.ts';
import { root } from './sources.ts';

const sampleSpace = 'sample';
const spaceSchemaName = `space_${sampleSpace}`;
const schemaFile = path.join(root, 'server/schema.sql');

/** Questions to a freshly migrated database with one space: does it look as committed, is every row guarded. */
export async function databaseProblems({ write }: { write: boolean }): Promise<string[]> {
  return withMigratedDatabase(async (client) => [
    ...(await schemaProblems(client, write)),
    ...(await rowSecurityProblems(client)),
    ...(await backupProblems(client)),
    ...(await contentProblems(client)),
    ...(await partProblems(client)),
    ...(await keyProblems(client)),
    ...(await ownerProblems(client)),
    ...(await spaceProblems(client)),
  ]);
}

async function withMigratedDatabase<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'formwork-check-'));
  const log = { debug() {}, info() {}, warn: (text: string) => console.error(text) };
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  try {
    await migrate(postgres.url);
    const pool = openOwnerPool(postgres.url);
    const client = await pool.connect();
    try {
      await migrateSpace(client, sampleSpace);
      return await work(client);
    } finally {
      client.release();
      await pool.end();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function schemaProblems(client: pg.ClientBase, write: boolean): Promise<string[]> {
  const schemas = new Map(
    (await ownSchemas(client)).map((name) => [name, name === spaceSchemaName ? 'space_ID' : name]),
  );
  const actual = await dumpSchema(client, schemas);
  if (write) {
    writeFileSync(schemaFile, actual);
    return [];
  }
  let committed = '';
  try {
    committed = readFileSync(schemaFile, 'utf8');
  } catch {
    // shown as one big difference
  }
  if (committed === actual) return [];
  const before = new Set(committed.split('\n'));
  const after = new Set(actual.split('\n'));
  const changes = [
    ...[...before].filter((line) => !after.has(line)).map((line) => `- ${line.trim()}`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `+ ${line.trim()}`),
  ];
  return [
    `server/schema.sql is not what the migrations make; look at the difference and run "npm run check -- --write":\n    ${changes.slice(0, 20).join('\n    ')}${changes.length > 20 ? `\n    ... and ${changes.length - 20} more lines` : ''}`,
  ];
}

function rowSecurityProblems(client: pg.ClientBase): Promise<string[]> {
  return problems(
    client,
    `
    select format('%s has space_id but %s', c.oid::regclass, concat_ws(', ',
      case when not relrowsecurity then 'row security is off' end,
      case when not relforcerowsecurity then 'row security is not forced on its owner' end,
      case when not attnotnull then 'space_id may be null' end,
      case when not exists (select from pg_policy where polrelid = c.oid and pg_get_expr(polqual, polrelid) like '%app.space_id%') then 'no policy asks for app.space_id' end)) as text
    from pg_class c join pg_attribute on attrelid = c.oid and attname = 'space_id' and not attisdropped
    where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema|graphile_worker)'
      and not (relrowsecurity and relforcerowsecurity and attnotnull and exists (select from pg_policy where polrelid = c.oid and pg_get_expr(polqual, polrelid) like '%app.space_id%'))
    order by 1`,
  );
}

/** A backup reads in a role of its own: what that cannot see would be missing without a word. */
function backupProblems(client: pg.ClientBase): Promise<string[]> {
  return problems(
    client,
    `
    select format('%s: a backup cannot read it, %s', c.oid::regclass, concat_ws(', ',
      case when not has_schema_privilege('formwork_backup', relnamespace, 'usage') then format('"grant usage on schema %s to formwork_backup" is missing', relnamespace::regnamespace) end,
      case when not has_table_privilege('formwork_backup', c.oid, 'select') then format('"grant select on %s to formwork_backup" is missing', c.oid::regclass) end,
      case when relrowsecurity and not ${readAll} then format('"create policy backup_reads on %s for select to formwork_backup using (true)" is missing', c.oid::regclass) end)) as text
    from pg_class c
    where relkind in ('r', 'p') and relnamespace::regnamespace::text !~ '^(pg_|information_schema|graphile_worker)'
      and not (has_schema_privilege('formwork_backup', relnamespace, 'usage') and has_table_privilege('formwork_backup', c.oid, 'select') and (not relrowsecurity or ${readAll}))
    order by 1`,
  );
}

/** Texts under these names are keys of something else than a content of the store. */
const otherKeys = [
  'platform.tries.key',
  'platform.removed_content.key',
  'packages.install.key',
  'packages.packed.key',
  `${spaceSchemaName}.action_done.key`,
  `${spaceSchemaName}.assets_column.key`,
];

/** A content that only such a column names is copied by no backup as long as the list lacks the column. */
function contentProblems(client: pg.ClientBase): Promise<string[]> {
  const known = [
    ...otherKeys,
    ...contentSources.map(({ table, column }) => `${table.replace(':schema', spaceSchemaName)}.${column}`),
  ];
  return problems(
    client,
    `
    select format('%s.%s looks like the key of a stored content and is missing in server/src/backup/contents.ts (or among otherKeys in tools/conventions/database.ts)', c.oid::regclass, attname) as text
    from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and atttypid = 'text'::regtype and attname ~ '^((file|content|archive|object|blob)_)?key$'
    where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema|graphile_worker)'
      and not format('%s.%s', c.oid::regclass, attname) = any ('{${known.join(',')}}') order by 1`,
  );
}

const readAll = `exists (select from pg_policy where polrelid = c.oid and polpermissive and polcmd in ('r', '*') and 'formwork_backup'::regrole = any (polroles) and pg_get_expr(polqual, polrelid) = 'true')`;

/** Row security of the whole does not hold for who reads a part of it by its name. */
function partProblems(client: pg.ClientBase): Promise<string[]> {
  return problems(
    client,
    `
    select format('%s is a part of a table, which %s may read past the row security of the whole', c.oid::regclass, reader) as text
    from pg_class c, unnest(array['formwork_app', 'formwork_dispatcher']) as reader where relispartition and has_table_privilege(reader, c.oid, 'select, insert, update, delete') order by 1`,
  );
}

function keyProblems(client: pg.ClientBase): Promise<string[]> {
  return problems(
    client,
    `
    select format('%s has no primary key', c.oid::regclass) as text from pg_class c
    where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text !~ '^(pg_|information_schema|graphile_worker)'
      and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p') order by 1`,
  );
}

function ownerProblems(client: pg.ClientBase): Promise<string[]> {
  return problems(
    client,
    `
    select format('%s belongs to %s: the roles which serve requests own nothing', c.oid::regclass, relowner::regrole) as text
    from pg_class c where relowner::regrole::text in ('formwork_app', 'formwork_dispatcher') order by 1`,
  );
}

/** What spreading the spaces over several servers asks for. */
function spaceProblems(client: pg.ClientBase): Promise<string[]> {
  return problems(
    client,
    `
    select format('%s.%s leads out of the space''s schema', conrelid::regclass, conname) as text from pg_constraint f
    join pg_class c on c.oid = conrelid join pg_class t on t.oid = confrelid
    where contype = 'f' and c.relnamespace <> t.relnamespace
    union all
    select format('%s has a trigger (%s): a space has none', tgrelid::regclass, tgname) from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = to_regnamespace('${spaceSchemaName}') order by 1`,
  );
}

async function problems(client: pg.ClientBase, query: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map((row) => row.text);
}

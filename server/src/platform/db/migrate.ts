import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { rebaseEvents } from '../events/event-rebase.ts';
import { makeEventWeeks } from '../events/event-weeks.ts';
import { makeRunMonths } from '../runs/run-months.ts';
import { statementsOf } from './sql-statements.ts';
import { letIntoNodes, schemaOnANode } from './nodes.ts';
import { spaceSchema } from './space-data.ts';

const migrationsDir = new URL('../../../migrations/', import.meta.url);
/** One migrator at a time in a database; the number only has to be ours. */
const lockKey = 4_011_977;

/** The owner's connection, or connections that stay open for what comes after. */
type Owner = string | pg.Pool;

/**
 * Brings a database to the newest schema: roles, control plane, every space's schema; and, where it was restored into another
 * cluster, the event log to that one's numbers. Forward only; processes that start together wait for each other. Throws when a migration that ran once has changed since.
 */
export async function migrate(owner: Owner): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    try {
      await ensureRoles(client);
      await requireWhole(client);
      await makeList(client);
      const { rows: applied } = await client.query<{ name: string; hash: string }>(
        'select name, hash from platform.migration',
      );
      for (const migration of readMigrations(migrationsDir)) {
        const before = applied.find((row) => row.name === migration.name);
        if (before && before.hash !== migration.hash)
          throw new Error(`migration ${migration.name} was changed after it ran here`);
        if (!before) await applyControl(client, migration);
      }
      await makeEventWeeks(client, '');
      const { rows: spaces } = await client.query<{ id: string }>('select id from identity.space order by id');
      for (const { id } of spaces) await migrateSpace(client, id);
      await rebaseEvents(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey]);
    }
  });
}

/** Which migrations of this product a database has had, by the names in what was backed up from it. */
export interface MigrationsThen {
  control: ReadonlySet<string>;
  spaces: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Makes in an empty database the schemas as they were when a backup was made; the next start brings them up to date. */
export async function makeSchemas(client: pg.ClientBase, then: MigrationsThen): Promise<void> {
  await ensureRoles(client);
  await makeList(client);
  for (const migration of readMigrations(migrationsDir))
    if (then.control.has(migration.name)) await applyControl(client, migration);
  for (const [spaceId, names] of then.spaces) await migrateSpace(client, spaceId, names);
}

/** Hashes of the migrations that this product knows, by name. */
export function readMigrationHashes(): { control: Map<string, string>; space: Map<string, string> } {
  const hashes = (dir: URL) => new Map(readMigrations(dir).map(({ name, hash }) => [name, hash]));
  return { control: hashes(migrationsDir), space: hashes(new URL('space/', migrationsDir)) };
}

/** Makes a space's schema with every module's tables, or brings it up to date; of `only`, where given. */
export async function migrateSpace(owner: pg.ClientBase, spaceId: string, only?: ReadonlySet<string>): Promise<void> {
  const schema = spaceSchema(spaceId);
  const { rows: applied } = await inSpaceTransaction(owner, spaceId, async () => {
    await owner.query(schemaOnANode);
    await owner.query(`create schema if not exists ${schema}`);
    await owner.query(`grant usage on schema ${schema} to formwork_app, formwork_dispatcher`);
    return owner.query<{ name: string }>('select name from platform.space_migration where space_id = $1', [spaceId]);
  });
  const names = new Set(applied.map((row) => row.name));
  for (const migration of readMigrations(new URL('space/', migrationsDir))) {
    if (names.has(migration.name) || only?.has(migration.name) === false) continue;
    await inSpaceTransaction(owner, spaceId, async () => {
      for (const statement of statementsOf(migration.text.replaceAll(':schema', schema))) await owner.query(statement);
      await owner.query('insert into platform.space_migration (space_id, name) values ($1, $2)', [
        spaceId,
        migration.name,
      ]);
    });
  }
  await makeEventWeeks(owner, spaceId);
  // a space that a backup brings back as it was may be older than they are
  if (only === undefined || only.has('0420_runs.sql')) await makeRunMonths(owner, spaceId);
}

/** Of a space that did not come to be. */
export async function dropSpaceSchema(owner: pg.ClientBase, spaceId: string): Promise<void> {
  await inSpaceTransaction(owner, spaceId, async () => {
    await owner.query(`drop schema ${spaceSchema(spaceId)} cascade`);
    await owner.query('delete from platform.space_migration where space_id = $1', [spaceId]);
  });
}

/**
 * The connection of the unprivileged role. When it is not given, a login role of the database's own is made (or given
 * its password again) from the owner's connection; the password follows from the installation's secret.
 */
export async function ensureAppLogin(ownerUrl: string, secret: string, owner: Owner = ownerUrl): Promise<string> {
  const url = new URL(ownerUrl);
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const role = `${rows[0]!.name}_web`;
    const password = createHmac('sha256', secret).update(`database role ${role}`).digest('base64url');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    try {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
      const name = client.escapeIdentifier(role);
      // An owner who is no superuser may not even name that attribute on an existing role.
      const change = rowCount
        ? `alter role ${name}`
        : `create role ${name} login noinherit nosuperuser nocreatedb nocreaterole`;
      await client.query(`${change} password ${client.escapeLiteral(password)}`);
      await client.query(`grant formwork_app to ${name} with inherit true`);
      // Only by SET ROLE: an ordinary request cannot read another space's events.
      await client.query(`grant formwork_dispatcher to ${name} with inherit false, set true`);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey]);
    }
    url.username = encodeURIComponent(role);
    url.password = password;
    return url.href;
  });
}

interface Migration {
  name: string;
  text: string;
  hash: string;
}

function readMigrations(dir: URL): Migration[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, dir), 'utf8');
      return { name, text, hash: saidFirst.get(name) ?? createHash('sha256').update(text).digest('hex') };
    });
}

/** Migrations that do what they did and say it in other words, which a cluster takes too: known by the hash of their first text, which backups carry. */
const saidFirst: ReadonlyMap<string, string> = new Map([
  ['0191_workflow_entrust.sql', 'fbddf1ec1353cfd64c3ca87f0d183bf1b3a2cb830984d7001aaee1fd2e9360fa'],
  ['0310_backup.sql', 'b2c427aece1ccd5d9be9f1941a573662c3ecee7a20115795d9457e3d178ef80a'],
  ['0785_assets_watch.sql', '82f9838166f8aa2fa638af841ca632cede0f885584b878a84a3401d042c870bd'],
  ['0797_assets_pages.sql', 'aa7f7ef1a915b5d323ec151c00c213f4ee1006bfdb7c6767faced1b8be6cff9f'],
  ['0251_messages_search.sql', 'ce5ad7fe1aadc3529e3ab65734f12cd4fd20f43837880d33a770e6db4a3e38ad'],
]);

async function applyControl(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of statementsOf(migration.text)) await client.query(statement);
    await client.query('insert into platform.migration (name, hash) values ($1, $2)', [migration.name, migration.hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function inSpaceTransaction<T>(client: pg.ClientBase, spaceId: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(`set local app.space_id = '${spaceId}'`);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function makeList(client: pg.ClientBase): Promise<void> {
  await client.query('create schema if not exists platform');
  await client.query(
    'create table if not exists platform.migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
}

/** A restore that broke off leaves tables without keys and row security, which nobody would notice: it has to be run again. */
async function requireWhole(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('platform.restoring') is not null as half`,
  );
  if (rows[0]!.half)
    throw new Error(
      'A restore into this database broke off: it is not whole. Run the restore again, or take an empty database.',
    );
}

/**
 * Roles belong to the whole cluster: another database of it, or its administrator, may have made them already. The owner takes
 * on the one that reads for backups and never has its rights otherwise; where it may not grant that to itself, a backup says so.
 */
async function ensureRoles(client: pg.ClientBase): Promise<void> {
  for (const role of ['formwork_app', 'formwork_dispatcher', 'formwork_backup']) {
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
      exception when duplicate_object or unique_violation then null; end $$`);
  }
  await letIntoNodes(client, 'formwork_dispatcher');
  await client.query(`do $$ begin
    if not pg_has_role(current_user, 'formwork_backup', 'set') then execute format('grant formwork_backup to %I with inherit false, set true', current_user); end if;
    exception when insufficient_privilege then null; end $$`);
}

async function withClient<T>(owner: Owner, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  if (typeof owner !== 'string') {
    const client = await owner.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }
  const client = new pg.Client({ connectionString: owner, application_name: 'formwork migrate' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

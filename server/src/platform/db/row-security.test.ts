import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the role that serves requests owns nothing and cannot pass row security', async () => {
  const { rows: owned } = await server.platform.pool.query(
    'select relname from pg_class where relowner = (select oid from pg_roles where rolname = current_user)',
  );
  expect(owned).toEqual([]);
  const { rows: role } = await server.platform.pool.query(
    'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  );
  expect(role).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
});

test('every control-plane table with a space forces row security', async () => {
  const { rows } = await server.platform.pool.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'space_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not like 'space\\_%' and not (c.relrowsecurity and c.relforcerowsecurity)`);
  expect(rows).toEqual([]);
});

test('a part of a table is read through the whole alone, whose row security holds', async () => {
  await server.platform.pool.query('select id from platform.event');
  await expect(server.platform.pool.query('select id from platform.event_rest')).rejects.toThrow(/permission denied/);
});

test('without a space no row of any space is seen, and in a space only its own', async () => {
  const { pool } = server.platform;
  const { rows: none } = await pool.query('select space_id from identity.membership');
  expect(none).toEqual([]);
  const client = await pool.connect();
  try {
    await client.query(`begin; set local app.space_id = 'demo'`);
    const { rows } = await client.query<{ space_id: string }>('select distinct space_id from identity.membership');
    expect(rows).toEqual([{ space_id: 'demo' }]);
    await expect(
      client.query(
        `insert into identity.membership (space_id, account_id, role, name) select 'other', id, 'admin', 'x' from identity.account where login = 'user'`,
      ),
    ).rejects.toThrow(/row-level security/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('the event log of every space is readable for the dispatcher alone', async () => {
  await (await server.as('admin')).fetch('/api/identity/me');
  const { rows } = await server.platform.pool.query('select id from platform.event');
  expect(rows).toEqual([]);
});

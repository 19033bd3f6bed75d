import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

const rows = 1_000_000;

let server: TestServer;
let admin: Client;
let formId: string;
/** By all writers. */
let written = 0;

const field = (type: Field['type'], id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const first = [field('text', 'code'), field('text', 'size'), field('number', 'amount'), field('text', 'kind')];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '生产' } } });
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '台账' },
    fields: first,
    tables: [],
    layout: [],
    titleField: null,
  };
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: definition.title, definition } })
  ).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  // every tenth has a size: what is copied to another column is a tenth of what is looked through
  await server.platform.owner
    .query(`insert into space_demo.f_${formId} (id, creator, created_at, modifier, modified_at, owner, code_t, size_t, amount_n, kind_t)
    select uuidv7(), '${admin.id}', now(), '${admin.id}', now(), '${admin.id}', 'C' || n, case when n % 10 = 0 then (n % 97)::text end, n, 'K' || n % 7 from generate_series(1, ${rows}) n`);
  await server.platform.owner.query(`analyze space_demo.f_${formId}`);
});
afterAll(() => server.stop());

async function released(fields: Field[]): Promise<Answer<{ recalculation?: string }>> {
  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  const { version } = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: draft.version, definition: { ...draft.definition, fields } },
  });
  return admin.call(formsApi.release, { params: { formId }, body: { draftVersion: version } });
}

// Readers hold the table until writers have got on: a change that stops writers until readers are done would wait for ever here.
test(`a change to a form of ${rows} records never stops those who write`, { timeout: 600_000 }, async () => {
  let going = true;
  const goesOn = () => going;
  const { rows: stored } = await server.platform.owner.query<{ id: string }>(
    `select id from space_demo.f_${formId} where size_t is not null limit 4`,
  );
  const writers = stored.map(async ({ id: recordId }, one) => {
    while (goesOn()) {
      await admin.ok(recordsApi.create, {
        params: { formId },
        body: { values: { code: `W${one}-${written}`, amount: 1 } },
      });
      const { version } = await admin.ok(recordsApi.get, { params: { formId, recordId } });
      const changed = await admin.call(recordsApi.update, {
        params: { formId, recordId },
        body: { expectedVersion: version, values: { amount: written } },
      });
      expect([200, 409]).toContain(changed.status);
      written += 1;
    }
  });
  const reader = reports(goesOn);
  const watch = watchWaits(goesOn);

  const sized = first.map((one) => (one.id === 'size' ? field('number', 'size') : one));
  expect(
    (await released([...first, field('text', 'place', { indexed: true })])).status,
    'a new field with an index',
  ).toBe(200);
  const held = readWhileDropped();
  expect(
    codeOf(await released(first.map((one) => (one.id === 'kind' ? { ...one, unique: true } : one)))),
    'a unique rule which does not hold',
  ).toBe('forms.release.values_not_unique');
  await held;
  expect(
    (await released(first.map((one) => (one.id === 'code' ? { ...one, unique: true, indexed: true } : one)))).status,
    'a unique rule',
  ).toBe(200);
  expect((await released(sized)).status, 'another type').toBe(200);
  const formula = await released([
    ...sized,
    field('formula', 'twice', { config: { expression: 'amount * 2', result: 'number' } } as never),
  ]);
  expect(formula.status, 'a formula').toBe(200);
  const job = { params: { runId: formula.body.recalculation! } };
  await expect.poll(async () => (await admin.ok(runsApi.get, job)).done, { timeout: 60_000 }).toBeGreaterThan(5_000);
  await admin.ok(runsApi.cancel, job);

  going = false;
  await Promise.all([...writers, reader]);
  expect(written).toBeGreaterThan(20);
  expect(await watch, 'the longest wait of a writer for a lock, in milliseconds').toBeLessThan(await buildInTheWay());
  const {
    rows: [left],
  } = await server.platform.owner.query<{ count: number }>(
    `select count(*)::int as count from space_demo.f_${formId} where size_t is distinct from size_n::text`,
  );
  expect(left!.count, 'values that were not carried over').toBe(0);
});

/** Somebody who reads the table until others have written: what waits for the whole table waits for this one, and writers behind it. */
async function reports(goesOn: () => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  while (goesOn()) {
    await client.query('begin');
    await client.query(`select amount_n from space_demo.f_${formId} limit 1`);
    await othersWrite(goesOn);
    await client.query('commit');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await client.end();
}

async function othersWrite(goesOn: () => boolean = () => true): Promise<void> {
  const enough = written + 4;
  await vi.waitUntil(() => written >= enough || !goesOn(), { interval: 20 });
}

/** Somebody who reads until others have written while the index that could not be finished is to be dropped. */
async function readWhileDropped(): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`select amount_n from space_demo.f_${formId} limit 1`);
  const dropping =
    "select 1 from pg_stat_activity where query like 'drop index%' and wait_event_type = 'Lock' and datname = current_database()";
  await vi.waitUntil(async () => (await server.platform.owner.query(dropping)).rowCount, { interval: 50 });
  await othersWrite();
  await client.query('commit');
  await client.end();
}

/** The milliseconds for which an index that is built in the usual way would have stopped writers on this machine. */
async function buildInTheWay(): Promise<number> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('begin');
  const { rows: began } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  await client.query(`create index on space_demo.f_${formId} (code_t, kind_t)`);
  const { rows: ended } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  await client.query('rollback');
  await client.end();
  return ended[0]!.at.getTime() - began[0]!.at.getTime();
}

/** The longest wait for a lock, in milliseconds, of whoever works with records. */
async function watchWaits(goesOn: () => boolean): Promise<number> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  let longest = 0;
  while (goesOn()) {
    const {
      rows: [wait],
    } = await client.query<{ ms: number | null }>(
      "select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as ms from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.application_name = 'formwork' and a.datname = current_database()",
    );
    longest = Math.max(longest, wait?.ms ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await client.end();
  return longest;
}

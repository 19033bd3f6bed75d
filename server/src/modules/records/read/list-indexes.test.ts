import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { listIndexesApi } from '@formwork/contract/records/list-indexes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { stillClock } from '../../../testing/still-clock.ts';
import { noteListTime, writeListTimes } from './list-times.ts';
import { planOf } from '../plan/plan.ts';
import { sortPlan } from './sort.ts';

let server: TestServer;
let admin: Client;
let formId: string;
let schema: string;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const definition: FormDefinition = {
  format: 1,
  title: { zh: '巡检' },
  tables: [],
  layout: [],
  titleField: 'name',
  fields: [field('text', 'name'), field('number', 'amount'), field('date', 'day'), field('text', 'state')],
};

beforeAll(async () => {
  // the lists of this test alone have taken long
  stillClock();
  server = await startTestServer();
  admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '巡检' } } });
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  schema = `space_${(await server.platform.owner.query<{ schema: string }>(`select table_schema as schema from information_schema.tables where table_name = $1`, [`f_${formId}`])).rows[0]!.schema.slice('space_'.length)}`;
  await server.platform.owner
    .query(`insert into "${schema}"."f_${formId}" (id, created_at, modified_at, owner, name_t, amount_n, day_d, state_t)
    select gen_random_uuid(), now(), now(), '${admin.id}', 'n' || n, n, current_date - (n % 400)::int, case when n % 3 = 0 then 'open' else 'done' end from generate_series(1, 4000) n`);
  await server.platform.owner.query(`analyze "${schema}"."f_${formId}"`);
});
afterAll(() => server.stop());

/** Lists of that shape, as if they had taken long. */
async function slow(filter: object | undefined, sort: string | undefined, times = 3): Promise<void> {
  const ctx = { platform: server.platform, spaceId: schema.slice('space_'.length) };
  const plan = await planOf(ctx, formId);
  for (let n = 0; n < times; n += 1)
    noteListTime(ctx, formId, { filter: filter as never, order: sortPlan(plan, sort), reach: 'all' }, 200 + n * 100);
  await writeListTimes(server.platform);
}

const look = () => admin.ok(listIndexesApi.indexes, { params: { formId } });

async function over(jobId: string) {
  for (;;) {
    const job = await admin.ok(runsApi.get, { params: { runId: jobId } });
    if (!['waiting', 'running'].includes(job.state)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('slow lists get an index proposed with its cost, built while people work, that releases leave alone', async () => {
  expect(await look()).toMatchObject({ proposals: [], indexes: [], helpless: [] });
  const filter = {
    all: [
      { field: 'state', operator: 'eq', value: 'secret word' },
      { field: 'day', operator: 'lastDays', value: 9 },
    ],
  };
  await slow(filter, '-amount');
  await slow({ field: 'name', operator: 'contains', value: 'x' }, undefined);
  await slow(undefined, 'day', 1);
  const before = await look();
  expect(JSON.stringify(before)).not.toContain('secret word');
  expect(before.proposals).toHaveLength(1);
  expect(before.proposals[0]).toMatchObject({
    readers: 'all',
    parts: [
      { field: 'state', use: 'filter' },
      { field: 'amount', use: 'sort' },
    ],
    lists: [{ times: 3, meanMs: 300, maxMs: 400 }],
  });
  expect(before.proposals[0]!.bytes).toBeGreaterThan(100_000);
  expect(before.proposals[0]!.seconds).toBeGreaterThan(0);
  // no order and a part of a text: nothing to walk along
  expect(before.helpless).toMatchObject([{ filters: [{ field: 'name', operator: 'contains' }] }]);

  for (const name of ['safe', 'audit'] as const) {
    expect((await (await server.as(name)).call(listIndexesApi.indexes, { params: { formId } })).status).toBe(200);
    expect(
      (
        await (
          await server.as(name)
        ).call(listIndexesApi.build, { params: { formId }, body: { proposal: before.proposals[0]!.id } })
      ).status,
    ).toBe(403);
  }
  expect(await admin.call(listIndexesApi.build, { params: { formId }, body: { proposal: 'no such' } })).toMatchObject({
    status: 404,
    body: { code: 'records.index.not_proposed' },
  });
  const { jobId } = await admin.ok(listIndexesApi.build, {
    params: { formId },
    body: { proposal: before.proposals[0]!.id },
  });
  expect(await over(jobId)).toMatchObject({ state: 'finished', result: { built: true } });
  const after = await look();
  // the next best is proposed while what is noted is older than the index only if the first does not serve
  expect(after.indexes).toMatchObject([
    { state: 'ready', worth: 'new', parts: [{ field: 'state' }, { field: 'amount' }] },
  ]);
  expect(after.proposals.map(({ parts }) => parts.map((part) => part.field))).not.toContainEqual(['state', 'amount']);
  await server.platform.owner.query(`analyze "${schema}"."f_${formId}"`);
  const { rows } = await server.platform.owner.query<{ 'QUERY PLAN': string }>(
    `explain select id from "${schema}"."f_${formId}" r where state_t = 'open' and amount_n is not null order by amount_n desc, r.id desc limit 20`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(after.indexes[0]!.name);

  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: {
      expectedVersion: draft.version,
      definition: {
        ...draft.definition,
        fields: draft.definition.fields.map((one) =>
          one.id === 'state'
            ? field('singleSelect', 'state', { config: { options: [{ id: 'open', label: { zh: '开' } }] } })
            : one,
        ),
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: saved.version, acceptLoss: true } });
  const released = await look();
  // it stays, and is told to be of no use: the field stores its values in another column
  expect(released.indexes).toMatchObject([{ name: after.indexes[0]!.name, worth: 'retired' }]);
  await admin.ok(listIndexesApi.drop, { params: { formId, indexName: after.indexes[0]!.name } });
  expect((await look()).indexes).toEqual([]);
  expect(await admin.call(listIndexesApi.drop, { params: { formId, indexName: `f_${formId}_pkey` } })).toMatchObject({
    status: 404,
  });
});

test('lists that are read are measured, and one that is walked both ways needs one index', async () => {
  await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'day' } });
  await slow(undefined, 'day');
  await slow(undefined, '-day');
  await slow(undefined, 'day,-amount');
  const { proposals } = await look();
  expect(proposals.filter(({ parts }) => parts.map((part) => part.field).join() === 'day')).toMatchObject([
    { lists: [{}, {}] },
  ]);
  const two = proposals.find(({ parts }) => parts.map((part) => part.field).join() === 'day,amount')!;
  const { jobId } = await admin.ok(listIndexesApi.build, { params: { formId }, body: { proposal: two.id } });
  await over(jobId);
  const { rows } = await server.platform.owner.query<{ 'QUERY PLAN': string }>(
    `explain select id from "${schema}"."f_${formId}" r where day_d is not null order by day_d, amount_n desc nulls last, r.id limit 20`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('_use_');
  // what begins with the same column serves both
  expect((await look()).proposals.filter(({ parts }) => parts[0]!.field === 'day')).toEqual([]);
});

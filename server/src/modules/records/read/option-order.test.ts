import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { listIndexesApi } from '@formwork/contract/records/list-indexes.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { stillClock } from '../../../testing/still-clock.ts';
import { noteListTime, writeListTimes } from './list-times.ts';
import { planOf } from '../plan/plan.ts';
import { sortPlan } from './sort.ts';

let server: TestServer;
let admin: Client;
let formId: string;
let table: string;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
/** Ids that the order of signs would put otherwise. */
const levels = ['urgent', 'high', 'A-2', 'low'];
const options = (ids: readonly string[]) => ({ options: ids.map((id) => ({ id, label: { zh: id } })) });
const definition = (order: readonly string[]): FormDefinition => ({
  format: 1,
  title: { zh: '工单' },
  tables: [],
  layout: [],
  titleField: 'name',
  fields: [
    field('text', 'name'),
    field('singleSelect', 'level', { indexed: true, config: options(order) }),
    field('radio', 'turn', { config: { ...options(['z', 'm', 'a']), direction: 'row' } }),
    field('number', 'amount'),
  ],
});

beforeAll(async () => {
  // the lists of this test alone have taken long
  stillClock();
  server = await startTestServer();
  admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '工单' } } });
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: { zh: '工单' }, definition: definition(levels) },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  table = `"space_${server.spaceId}"."f_${formId}"`;
  // one in five has a value that is no option any more, one none at all
  await server.platform.owner
    .query(`insert into ${table} (id, created_at, modified_at, owner, name_t, level_o, turn_o, amount_n)
    select gen_random_uuid(), now(), now(), '${admin.id}', 'n' || n, (array['low', 'urgent', 'gone', 'high', null, 'A-2'])[n % 6 + 1], (array['a', 'm', 'z', null])[n % 4 + 1], n % 3 from generate_series(1, 60) n`);
});
afterAll(() => server.stop());

type Row = { id: string; values: Record<string, unknown> };

/** Every page forwards, then back from the last; both must be the same list. */
async function walked(sort: string, limit = 7): Promise<Row[]> {
  const all: Row[] = [];
  let last: string | null = null;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { rows: Row[]; next: string | null } = await admin.ok(recordsApi.list, {
      params: { formId },
      query: { sort, limit, ...(cursor && { cursor }) },
    });
    all.push(...page.rows);
    last = cursor ?? null;
    cursor = page.next;
  }
  const back: Row[] = [];
  for (let cursor = last; cursor !== null;) {
    const page: { rows: Row[]; previous: string | null } = await admin.ok(recordsApi.list, {
      params: { formId },
      query: { sort, limit, cursor, back: true },
    });
    if (page.rows.length === 0) break;
    back.unshift(...page.rows);
    cursor = page.previous;
  }
  expect(all.slice(0, back.length).map(({ id }) => id)).toEqual(back.map(({ id }) => id));
  expect(back.length).toBeGreaterThan(limit);
  expect(new Set(all.map(({ id }) => id)).size).toBe(60);
  return all;
}

const runs = (values: unknown[]) => values.filter((value, at) => at === 0 || value !== values[at - 1]);
const known = (rows: readonly Row[], id: string, of: readonly string[]) =>
  rows.map(({ values }) => (of.includes(values[id] as string) ? values[id] : null));

test('choices are in the order of their options, what is none any more with the empty ones at the end, both ways', async () => {
  expect(runs(known(await walked('level'), 'level', levels))).toEqual([...levels, null]);
  expect(runs(known(await walked('-level'), 'level', levels))).toEqual([...levels.toReversed(), null]);
  expect(runs(known(await walked('turn', 4), 'turn', ['z', 'm', 'a']))).toEqual(['z', 'm', 'a', null]);
});

test('behind and before other keys as well', async () => {
  const rows = await walked('amount,-level,turn');
  const places = rows.map(({ values }) => [
    Number(values.amount),
    levels.includes(values.level as string) ? -levels.indexOf(values.level as string) : 9,
    values.turn === null ? 9 : ['z', 'm', 'a'].indexOf(values.turn as string),
  ]);
  expect(places).toEqual(
    [...places].sort((left, right) => left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!),
  );
  await walked('-level,name');
  await walked('level,-turn,-amount', 3);
});

test('groups stand in the same order, and a cursor of a list whose option is gone is refused', async () => {
  const { groups } = await admin.ok(viewsApi.pivot, {
    params: { formId },
    body: { rows: [{ field: 'level' }], columns: [], measures: [] },
  });
  expect(
    groups
      .filter(({ rows }) => rows.length === 1)
      .map(({ rows }) => rows[0])
      .slice(0, 4),
  ).toEqual(levels);
  const { next } = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'level', limit: 3 } });
  const cursor = Buffer.from(Buffer.from(next!, 'base64url').toString().replace('urgent', 'nowhere')).toString(
    'base64url',
  );
  expect(await admin.call(recordsApi.list, { params: { formId }, query: { sort: 'level', cursor } })).toMatchObject({
    status: 422,
    body: { code: 'records.list.bad_cursor' },
  });
});

const indexes = async () =>
  (
    await server.platform.owner.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'space_${server.spaceId}' and tablename = 'f_${formId}'`,
    )
  ).rows;
const explained = async (text: string) => {
  await server.platform.owner.query(`analyze ${table}`);
  const client = await server.platform.owner.connect();
  try {
    await client.query('set enable_sort = off; set enable_seqscan = off');
    return (await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  } finally {
    client.release(true);
  }
};

test('an index keeps that order from release to release, and is proposed in it', async () => {
  const byLevel = async () =>
    (await indexes())
      .filter(({ definition: text }) => text.includes('level_o') && text.includes('->>'))
      .map(({ name }) => name)
      .sort();
  const before = await byLevel();
  expect(before).toHaveLength(1);
  const order = (ids: readonly string[]) =>
    `('{${Object.entries(Object.fromEntries(ids.map((id, at) => [id, at])))
      .map(([id, at]) => `"${id}": ${at}`)
      .join(', ')}}'::jsonb ->> level_o)::integer`;
  expect(
    await explained(
      `select id from ${table} r where ${order(levels)} is not null order by ${order(levels)}, r.id limit 5`,
    ),
  ).toContain(before[0]!);

  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  const turned = levels.toReversed();
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: draft.version, definition: definition(turned) },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: saved.version } });
  const after = await byLevel();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(runs(known(await walked('level'), 'level', levels))).toEqual([...turned, null]);

  await server.platform.owner.query(
    `insert into ${table} (id, created_at, modified_at, owner, level_o, turn_o) select gen_random_uuid(), now(), now(), '${admin.id}', 'low', 'm' from generate_series(1, 2000)`,
  );
  await server.platform.owner.query(`analyze ${table}`);
  const ctx = { platform: server.platform, spaceId: server.spaceId };
  const plan = await planOf(ctx, formId);
  for (const sort of ['turn,-level', 'level'])
    for (let n = 0; n < 3; n += 1)
      noteListTime(ctx, formId, { filter: undefined, order: sortPlan(plan, sort), reach: 'all' }, 300);
  await writeListTimes(server.platform);
  const { proposals } = await admin.ok(listIndexesApi.indexes, { params: { formId } });
  // what a release made serves the other
  expect(proposals.map(({ parts }) => parts.map((part) => part.field))).toEqual([['turn', 'level']]);
  const { jobId } = await admin.ok(listIndexesApi.build, { params: { formId }, body: { proposal: proposals[0]!.id } });
  while (['waiting', 'running'].includes((await admin.ok(runsApi.get, { params: { runId: jobId } })).state))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const built = await admin.ok(listIndexesApi.indexes, { params: { formId } });
  expect(built).toMatchObject({ proposals: [], indexes: [{ state: 'ready', worth: 'new' }] });

  // in another order it is of no use any more
  const again = await admin.ok(formsApi.getDraft, { params: { formId } });
  const next = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: again.version, definition: definition(levels) },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: next.version } });
  expect((await admin.ok(listIndexesApi.indexes, { params: { formId } })).indexes).toMatchObject([
    { worth: 'retired' },
  ]);
});

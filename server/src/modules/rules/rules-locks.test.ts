import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, newForm } from '../../testing/forms.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { flowScene } from '../orchestration/testing/flow-scene.ts';
import { make, read, releaseRule, traces } from './testing/scene.ts';

/** Saves that name the same record at the same moment, and rules that write it: they wait for each other, never in a circle. */
let server: TestServer;
let admin: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '锁' } } }));
});
afterAll(() => server.stop());

const atOnce = 20;

const customerForm = (): Promise<string> =>
  newForm(admin, appId, {
    titleField: 'name',
    fields: [field('text', 'name'), field('number', 'count'), field('number', 'seen')],
  });

const naming = (id: string, form: string) =>
  field('relation', id, { config: { form, cardinality: 'manyToOne', onDelete: 'clear' } });

/** Released again, with these fields beside its own. */
async function withFields(formId: string, fields: Field[]): Promise<void> {
  const { version, definition: before } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const definition = { ...before, fields: [...before.fields, ...fields] };
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: version, definition },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: saved.version } });
}

/** How many circles the database has broken; each connection tells its own with the next statement. */
async function circles(): Promise<number> {
  const { pool } = server.platform;
  await Promise.all(
    Array.from({ length: pool.options.max }, () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.05)')),
  );
  const { rows } = await pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.deadlocks);
}

/** All of them are saved, and none of them stood in another's way. */
async function together(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const before = await circles();
  await Promise.all(calls.map((call) => call()));
  expect(await circles()).toBe(before);
}

const times = (call: (n: number) => Promise<unknown>): (() => Promise<unknown>)[] =>
  Array.from({ length: atOnce }, (_, n) => () => call(n));

test('a rule behind the save changes the record that it names', async () => {
  const customers = await customerForm();
  const orders = await newForm(admin, appId, { fields: [naming('customer', customers), field('number', 'amount')] });
  const rule = await releaseRule(
    admin,
    `rule "count" on created of ${orders} at after as system\n  set customer.count = customer.count + 1\n`,
  );
  const { id } = await make(admin, customers, { name: 'A', count: 0 });
  await together(times((n) => make(admin, orders, { customer: [id], amount: n })));
  expect(await read(admin, customers, id)).toMatchObject({ count: atOnce });
  expect(await traces(admin, rule)).toHaveLength(atOnce);
});

test('it changes by a condition what a row of a sub-table names', async () => {
  const products = await customerForm();
  const orders = await newForm(admin, appId, {
    fields: [field('number', 'amount')],
    tables: [{ id: 'items', title: { zh: '明细' }, fields: [naming('product', products)] }],
  });
  await releaseRule(
    admin,
    `rule "seen" on created of ${orders} at after as system
  let n = amount
  update ${products}
    where name = "P"
    - seen = n
`,
  );
  const { id } = await make(admin, products, { name: 'P', count: 0 });
  const version = async () => (await admin.ok(recordsApi.get, { params: { formId: products, recordId: id } })).version;
  const before = await version();
  await together(times((n) => make(admin, orders, { amount: n + 1 }, { items: [{ values: { product: [id] } }] })));
  expect(await version()).toBe(before + atOnce);
});

test('it makes a record that the named one counts', async () => {
  const customers = await customerForm();
  const [orders, entries] = [
    await newForm(admin, appId, { fields: [naming('customer', customers), field('number', 'amount')] }),
    await newForm(admin, appId, { fields: [naming('customer', customers), field('number', 'amount')] }),
  ];
  await withFields(customers, [
    field('rollup', 'entries', { config: { table: '', form: entries, via: 'customer', function: 'count' } }),
  ]);
  await releaseRule(
    admin,
    `rule "entry" on created of ${orders} at after as system
  let who = customer
  create ${entries}
    - customer = who
    - amount = 1
`,
  );
  const { id } = await make(admin, customers, { name: 'A', count: 0 });
  await together(times((n) => make(admin, orders, { customer: [id], amount: n })));
  expect(await read(admin, customers, id)).toMatchObject({ entries: atOnce });
});

test('forms name the same two records the other way round', async () => {
  const [left, right] = [await customerForm(), await customerForm()];
  const forms: string[] = [];
  for (const fields of [
    [naming('one', left), naming('two', right)],
    [naming('one', right), naming('two', left)],
  ]) {
    const formId = await newForm(admin, appId, { fields });
    forms.push(formId);
    await releaseRule(
      admin,
      `rule "both" on created of ${formId} at after as system
  set one.count = one.count + 1
  set two.count = two.count + 1
`,
    );
  }
  const [a, b] = [await make(admin, left, { name: 'A', count: 0 }), await make(admin, right, { name: 'B', count: 0 })];
  await together(
    times((n) =>
      n % 2 === 0
        ? make(admin, forms[0]!, { one: [a.id], two: [b.id] })
        : make(admin, forms[1]!, { one: [b.id], two: [a.id] }),
    ),
  );
  expect(await read(admin, left, a.id)).toMatchObject({ count: atOnce });
  expect(await read(admin, right, b.id)).toMatchObject({ count: atOnce });
});

test('flows make a record and change the one that it names', async () => {
  const customers = await customerForm();
  const orders = await newForm(admin, appId, { fields: [naming('customer', customers), field('number', 'amount')] });
  const { id } = await make(admin, customers, { name: 'A', count: 0 });
  const scene = flowScene(admin);
  const flowId = await scene.flow(
    [
      {
        kind: 'call',
        id: 'make',
        action: 'records.create',
        set: { formId: orders },
        input: [{ name: 'values/customer', value: `["${id}"]` }],
      },
      {
        kind: 'call',
        id: 'change',
        action: 'records.update',
        set: { formId: customers, recordId: id },
        input: [{ name: 'values/seen', value: 'n' }],
      },
      { kind: 'end', id: 'done' },
    ],
    'start>make make>change change>done',
    { inputs: [{ name: 'n', type: 'number' }], limits: { atOnce: 50, offAfter: 0 } },
  );
  await together(
    times(async (n) => {
      const { run } = await scene.start(flowId, { n });
      expect(await scene.over(run)).toMatchObject({ state: 'finished' });
    }),
  );
});

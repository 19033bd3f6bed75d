import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, newForm } from '../../../testing/forms.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';
import { make, read, releaseRule, traces } from '../../rules/testing/scene.ts';

/** Records of one form that several people make at the same moment share a transaction, and nobody notices. */
let server: TestServer;
let people: Client[];
let admin: Client;
let user: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user');
  people = [admin, user];
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '一起' } } }));
});
afterAll(() => server.stop());

const count = 24;
const customer = (form: string) =>
  field('relation', 'customer', { config: { form, cardinality: 'manyToOne', onDelete: 'clear' } });

async function scene() {
  const customers = await newForm(admin, appId, {
    titleField: 'name',
    fields: [field('text', 'name'), field('number', 'count')],
  });
  const orders = await newForm(admin, appId, {
    fields: [customer(customers), field('text', 'code', { unique: true }), field('number', 'amount')],
    tables: [{ id: 'lines', title: { zh: '明细' }, fields: [field('number', 'quantity')] }],
  });
  for (const formId of [customers, orders])
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [{ id: 'r', subject: { kind: 'person', id: user.id }, actions: ['view', 'create'], scope: 'all' }],
      },
    });
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) ids.push((await make(admin, customers, { name, count: 0 })).id);
  return { customers, orders, ids };
}

const created = (who: Client, formId: string, values: object, more: object = {}): Promise<Answer> =>
  who.call(recordsApi.create, { params: { formId }, body: { values: values as never, ...more } });

/** How many transactions of the space wrote records of the form. */
async function transactions(formId: string): Promise<number> {
  const { rows } = await server.platform.pool.query<{ n: number }>(
    `select count(distinct xmin::text)::int as n from space_demo.f_${formId}`,
  );
  return rows[0]!.n;
}

test('each is saved or refused by itself, with what follows from it', async () => {
  const { customers, orders, ids } = await scene();
  const rule = await releaseRule(
    admin,
    `rule "count" on created of ${orders} at after as system\n  set customer.count = customer.count + 1\n  when amount < 0 then\n    stop at amount "no debts"\n  end\n`,
  );
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      created(
        people[n % 2]!,
        orders,
        {
          customer: [n % 6 === 1 ? randomUUID() : ids[n % 3]!],
          code: n % 6 === 2 ? 'the same' : `code ${n}`,
          amount: n % 6 === 3 ? -1 : n,
        },
        { slaves: { lines: [{ values: { quantity: n } }, { values: { quantity: n + 0.5 } }] } },
      ),
    ),
  );
  const fieldOf = (answer: Answer) => (answer.body as { fields?: { path: string; code: string }[] }).fields?.[0];
  const saved = answers.filter(({ status }) => status === 200).map(({ body }) => body as { id: string });
  expect(saved).toHaveLength(count - 4 - 3 - 4);
  for (const [n, answer] of answers.entries()) {
    if (n % 6 === 1) expect(fieldOf(answer)).toMatchObject({ path: 'customer', code: 'records.value.not_records' });
    if (n % 6 === 3) expect(fieldOf(answer)).toMatchObject({ path: 'amount' });
    if (answer.status !== 200) continue;
    const { id } = answer.body as { id: string };
    const record = await admin.ok(recordsApi.get, { params: { formId: orders, recordId: id } });
    expect(record.slaves.lines!.map(({ values }) => Number(values.quantity))).toEqual([n, n + 0.5]);
    expect(record.values._creator).toEqual([people[n % 2]!.id]);
  }
  const same = answers.filter((_, n) => n % 6 === 2);
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of same)
    if (answer.status !== 200) expect(fieldOf(answer)).toMatchObject({ path: 'code', code: 'records.value.taken' });
  const counts = await Promise.all(ids.map(async (id) => Number((await read(admin, customers, id)).count)));
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(saved.length);
  expect(await traces(admin, rule)).toHaveLength(saved.length);
});

test('share a transaction where nothing is wrong with them', async () => {
  const { orders, ids } = await scene();
  let made = 0;
  // on a machine that is busy one may wait for another so long that each goes by itself
  for (let tries = 0; tries < 5 && (made === 0 || (await transactions(orders)) === made); tries += 1) {
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        make(people[n % 2]!, orders, { customer: [ids[n % 3]!], code: `${made + n}` }),
      ),
    );
    made += count;
  }
  expect(await transactions(orders)).toBeLessThan(made);
});

test('numbers have neither gaps nor doubles, whoever draws them and whatever is refused', async () => {
  const { customers, ids } = await scene();
  const numbered = await newForm(admin, appId, {
    titleField: 'number',
    fields: [
      field('autoNumber', 'number'),
      customer(customers),
      field('text', 'code', { unique: true }),
      field('formula', 'said', { config: { expression: '"No. " + number', result: 'text' } as never }),
    ],
  });
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      created(admin, numbered, {
        customer: [n % 4 === 1 ? randomUUID() : ids[n % 3]!],
        code: n % 4 === 2 ? 'a' : `${n}`,
      }),
    ),
  );
  const saved = answers.filter(({ status }) => status === 200).map(({ body }) => (body as FormRecord).values);
  expect(saved).toHaveLength(count / 2 + 1);
  expect(saved.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(saved.map((_, n) => n + 1));
  for (const { number, said } of saved) expect(said).toBe(`No. ${String(number)}`);
});

test('a command that comes twice at once makes one record', async () => {
  const { orders, ids } = await scene();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => n >> 1).map((n) =>
      created(admin, orders, { customer: [ids[n % 3]!], amount: n }, { commandId: commands[n] }),
    ),
  );
  const made = answers.map(({ body }) => (body as { id: string }).id);
  for (let n = 0; n < count; n += 2) expect(made[n]).toBe(made[n + 1]);
  expect(new Set(made).size).toBe(count / 2);
  const { rows } = await server.platform.pool.query<{ n: number }>(
    `select count(*)::int as n from space_demo.f_${orders}`,
  );
  expect(rows[0]!.n).toBe(count / 2);
});
const commands = Array.from({ length: count }, () => randomUUID());

test('whoever waits for a record that somebody holds holds up none of the others', async () => {
  const { customers, orders, ids } = await scene();
  const holder = await server.platform.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`select 1 from space_demo.f_${customers} where id = $1 for update`, [ids[0]]);
    const waiting = make(admin, orders, { customer: [ids[0]], code: 'waits' });
    await Promise.all(
      Array.from({ length: count }, (_, n) => make(people[n % 2]!, orders, { customer: [ids[1]!], code: `${n}` })),
    );
    await holder.query('commit');
    await waiting;
  } finally {
    holder.release();
  }
});

import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { field, newForm } from '../../testing/forms.ts';
import { change, make, read, releaseRule, trace, traces } from './testing/scene.ts';

let server: TestServer;
let admin: Client;
let appId: string;
let customers: string;
let orders: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '订单' } } }));
  customers = await newForm(admin, appId, {
    title: { zh: '客户' },
    titleField: 'name',
    fields: [field('text', 'name'), field('number', 'total'), field('number', 'count'), field('text', 'level')],
  });
  orders = await newForm(admin, appId, {
    title: { zh: '订单' },
    fields: [
      field('relation', 'customer', { config: { form: customers, cardinality: 'manyToOne', onDelete: 'clear' } }),
      field('number', 'amount'),
      field('text', 'state'),
      field('text', 'note'),
    ],
    tables: [{ id: 'items', title: { zh: '明细' }, fields: [field('text', 'code'), field('number', 'qty')] }],
  });
});
afterAll(() => server.stop());

describe('before a save', () => {
  test('a rule sets fields and refuses at a field, and leaves a trace', async () => {
    const id = await releaseRule(
      admin,
      `rule "state" on saving of ${orders} at before as system
  when amount > 1000 then
    set state = "big"
  elsewhen amount < 0 then
    stop at amount "no less than nothing"
  end
`,
    );
    const order = await make(admin, orders, { amount: 2000 });
    expect(await read(admin, orders, order.id)).toMatchObject({ state: 'big' });
    const refused = await admin.call(recordsApi.create, {
      params: { formId: orders },
      body: { values: { amount: -1 } },
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      fields: [{ path: 'amount', code: 'rules.refused', data: { text: 'no less than nothing' } }],
    });
    const [kept] = await traces(admin, id);
    expect(kept).toMatchObject({ rule: id, recordId: order.id, state: 'done' });
    const { trace: why } = await admin.ok(rulesApi.why, {
      query: { formId: orders, recordId: order.id, field: 'state' },
    });
    expect(why?.id).toBe(kept!.id);
    expect(await trace(admin, kept!.id)).toMatchObject({ changes: [{ target: ['state'], value: 'big' }] });
  });
});

describe('behind a save', () => {
  test('a rule changes related records in the same transaction, and makes others', async () => {
    await releaseRule(
      admin,
      `rule "count" on created of ${orders} at after as system
  when amount > 5000 then
    set customer.count = if customer.count = null then 1 else customer.count + 1
    create ${customers}
      - name = "of " + string(amount)
  end
`,
    );
    const customer = await make(admin, customers, { name: 'A' });
    await make(admin, orders, { customer: [customer.id], amount: 6000 });
    await make(admin, orders, { customer: [customer.id], amount: 7000 });
    expect(await read(admin, customers, customer.id)).toMatchObject({ count: 2 });
  });

  test('it changes the record itself, whose version the answer has', async () => {
    await releaseRule(
      admin,
      `rule "own" on created of ${orders} at after as system\n  when note = "mark" then\n    set note = "marked"\n  end\n`,
    );
    const order = await make(admin, orders, { note: 'mark', amount: 1 });
    expect(order).toMatchObject({ version: 2, values: { note: 'marked' } });
    await change(admin, orders, order, { amount: 2 });
  });
});

describe('later', () => {
  test('a rule follows what happened, with old and new values', async () => {
    const id = await releaseRule(
      admin,
      `rule "later" on changed (amount) of ${orders} as system
  when old.amount != null and amount > old.amount then
    set note = "up from " + string(old.amount)
  end
`,
    );
    const order = await make(admin, orders, { amount: 10 });
    await change(admin, orders, order, { amount: 20 });
    await expect.poll(() => read(admin, orders, order.id)).toMatchObject({ note: 'up from 10' });
    const [one] = await traces(admin, id);
    expect(one).toMatchObject({ state: 'done', starts: 'changed', recordId: order.id });
  });

  test('it updates by a condition, and sends what reaches outside in a run', async () => {
    const id = await releaseRule(
      admin,
      `rule "cond" on changed (level) of ${customers} as author
  when level = "gold" then
    let me = _id
    update ${orders}
      where customer = [me]
      - state = "gold"
    do "messages.mail"
      - to = "a@example.com"
      - subject = "Hello"
      - text = name
  end
`,
    );
    const customer = await make(admin, customers, { name: 'B' });
    const order = await make(admin, orders, { customer: [customer.id], amount: 3 });
    await change(admin, customers, customer, { level: 'gold' });
    await expect.poll(() => read(admin, orders, order.id)).toMatchObject({ state: 'gold' });
    const [one] = await traces(admin, id);
    expect(one).toMatchObject({ state: 'done', code: null });
    expect((await trace(admin, one!.id)).effects.map(({ what }) => what)).toEqual(['records.update', 'messages.mail']);
  });

  test('an import starts rules for each of its rows', async () => {
    const rows = 10_000;
    const parts = await newForm(admin, appId, {
      titleField: 'code',
      fields: [field('text', 'code'), field('number', 'amount'), field('text', 'note')],
    });
    const id = await releaseRule(
      admin,
      `rule "each" on created of ${parts} as system\n  when amount < 500 then\n    set note = code + " seen"\n  end\n`,
    );
    const csv = Array.from({ length: rows }, (_, n) => `p${n},${n}`).join('\n');
    const sent = new FormData();
    sent.append('file', new Blob([`code,amount\n${csv}\n`]), 'parts.csv');
    const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body: sent })).json()) as Sheet;
    await admin.ok(recordsApi.importSheet, {
      params: { formId: parts },
      body: {
        uploadId: sheet.uploadId,
        reading: sheet.reading,
        mapping: ['code', 'amount'].map((name, index) => ({ index, field: name })),
      },
    });
    const counts = async () => (await admin.ok(rulesApi.list, { query: {} })).rows.find((row) => row.id === id);
    await expect.poll(counts, { timeout: 60_000, interval: 200 }).toMatchObject({ judged: rows, held: 500, failed: 0 });
    const { rows: seen } = await admin.ok(recordsApi.list, {
      params: { formId: parts },
      query: { limit: 3, sort: 'amount' },
    });
    expect(seen.map(({ values }) => values.note)).toEqual(['p0 seen', 'p1 seen', 'p2 seen']);
  });

  test('a record edited meanwhile is judged on what it said then', async () => {
    await releaseRule(
      admin,
      `rule "then" on created of ${orders} as system
  when amount = 77 then
    create ${customers}
      - name = "seen " + string(amount) + state
  end
`,
    );
    const order = await make(admin, orders, { amount: 77, state: 'a' });
    await change(admin, orders, order, { amount: 78, state: 'b' });
    await expect
      .poll(async () => JSON.stringify(await admin.ok(recordsApi.list, { params: { formId: customers } })))
      .toContain('seen 77a');
  });
});

import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Regions have customers, customers have orders, orders have lines of products: values go up and down between them. */

let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;
const ids = { region: '', customer: '', product: '', order: '' };

const field = <T extends Field['type']>(type: T, id: string, config: object = {}, more: object = {}): Field =>
  ({
    ...newField(type, { zh: id }, id),
    ...more,
    config: { ...newField(type, { zh: id }).config, ...config },
  }) as Field;
const form = (title: string, fields: Field[], tables: SlaveTable[] = []): FormDefinition => ({
  format: 1,
  title: { zh: title },
  fields,
  tables,
  layout: [],
  titleField: 'name',
});
const create = async (formId: string, values: object, slaves: object = {}, who = admin): Promise<FormRecord> =>
  who.ok(recordsApi.create, { params: { formId }, body: { values: values as never, slaves: slaves as never } });
const get = (formId: string, recordId: string) => admin.ok(recordsApi.get, { params: { formId, recordId } });
async function update(formId: string, recordId: string, values: object, slaves?: object): Promise<FormRecord> {
  const { version } = await get(formId, recordId);
  return admin.ok(recordsApi.update, {
    params: { formId, recordId },
    body: { expectedVersion: version, values: values as never, ...(slaves && { slaves: slaves as never }) },
  });
}

async function released(definition: FormDefinition): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

async function releaseAgain(formId: string, change: (definition: FormDefinition) => FormDefinition) {
  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: draft.version, definition: change(draft.definition) },
  });
  return admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: saved.version, acceptLoss: true } });
}

const finished = (jobId: string) =>
  vi.waitFor(
    async () => {
      const job = await admin.ok(runsApi.get, { params: { runId: jobId } });
      expect(job.state).toBe('finished');
      return job;
    },
    { interval: 50 },
  );

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '销售' } } })).id;
  ids.region = await released(form('地区', [field('text', 'name')]));
  ids.customer = await released(
    form('客户', [
      field('text', 'name'),
      field('number', 'level'),
      field('relation', 'region', { form: ids.region, onDelete: 'clear' }),
      field('lookup', 'regionname', { relation: 'region', field: 'name' }),
    ]),
  );
  ids.product = await released(form('产品', [field('text', 'name'), field('number', 'price')]));
  ids.order = await released(
    form(
      '订单',
      [
        field('text', 'name'),
        field('number', 'amount'),
        field('relation', 'customer', { form: ids.customer }),
        field('lookup', 'level', { relation: 'customer', field: 'level' }),
        field('lookup', 'where', { relation: 'customer', field: 'regionname' }),
        field('rollup', 'linestotal', { table: 'lines', field: 'cost', function: 'sum' }),
        field('formula', 'due', { expression: 'amount * level + linestotal', result: 'number' }),
      ],
      [
        {
          id: 'lines',
          title: { zh: '明细' },
          fields: [
            field('relation', 'product', { form: ids.product }),
            field('number', 'qty'),
            field('lookup', 'price', { relation: 'product', field: 'price' }),
            field('formula', 'cost', {
              expression: 'if price = null or qty = null then 0 else qty * price',
              result: 'number',
            }),
          ],
        },
      ],
    ),
  );
  await releaseAgain(ids.product, (definition) => ({
    ...definition,
    fields: [
      ...definition.fields,
      field('rollup', 'sold', { form: ids.order, via: 'lines.product', field: 'qty', function: 'sum' }),
    ],
  }));
  await releaseAgain(ids.customer, (definition) => ({
    ...definition,
    fields: [
      ...definition.fields,
      field('rollup', 'total', { form: ids.order, via: 'customer', field: 'due', function: 'sum' }),
      field('rollup', 'orders', { form: ids.order, via: 'customer', function: 'count' }),
      field('rollup', 'names', { form: ids.order, via: 'customer', field: 'name', function: 'list' }),
      field('rollup', 'largest', { form: ids.order, via: 'customer', field: 'amount', function: 'max' }),
      field('formula', 'score', { expression: 'total + 1', result: 'number' }),
    ],
  }));
  await releaseAgain(ids.region, (definition) => ({
    ...definition,
    fields: [
      ...definition.fields,
      field('rollup', 'total', { form: ids.customer, via: 'region', field: 'score', function: 'sum' }),
      field('rollup', 'mean', { form: ids.customer, via: 'region', field: 'level', function: 'avg', decimals: 2 }),
    ],
  }));
});
afterAll(() => server.stop());

describe('values of related records', () => {
  test('go down and up right with each save', async () => {
    const region = await create(ids.region, { name: '华东' });
    const customer = await create(ids.customer, { name: '甲', level: 2, region: [region.id] });
    expect(customer.values).toMatchObject({ regionname: '华东', total: 0, orders: 0, names: null, score: 1 });
    const product = await create(ids.product, { name: '泵', price: 10 });
    const order = await create(
      ids.order,
      { name: 'A', amount: 5, customer: [customer.id] },
      { lines: [{ values: { product: [product.id], qty: 3 } }] },
    );
    expect(order.values).toMatchObject({ level: 2, where: '华东', linestotal: 30, due: 40 });
    expect((await get(ids.customer, customer.id)).values).toMatchObject({
      total: 40,
      orders: 1,
      names: 'A',
      largest: 5,
      score: 41,
    });
    expect((await get(ids.product, product.id)).values.sold).toBe(3);
    expect((await get(ids.region, region.id)).values).toMatchObject({ total: 41, mean: 2 });

    await update(ids.customer, customer.id, { level: 3 });
    expect((await get(ids.order, order.id)).values).toMatchObject({ level: 3, due: 45 });
    expect((await get(ids.customer, customer.id)).values.total).toBe(45);
    await update(ids.product, product.id, { price: 20 });
    await update(ids.region, region.id, { name: '华南' });
    const now = await get(ids.order, order.id);
    expect(now.values).toMatchObject({ where: '华南', linestotal: 60, due: 75 });
    expect(now.version, 'nobody has entered anything').toBe(1);
    expect((await get(ids.region, region.id)).values.total).toBe(76);

    const found = await admin.ok(recordsApi.list, {
      params: { formId: ids.order },
      query: {
        filter: JSON.stringify({
          all: [
            { field: 'customer', operator: 'hasAny', value: [customer.id] },
            { field: 'level', operator: 'gte', value: 3 },
          ],
        }),
        sort: '-level',
      },
    });
    expect(found.rows.map(({ id }) => id)).toEqual([order.id]);
    await admin.ok(recordsApi.remove, { params: { formId: ids.order, recordId: order.id } });
    expect((await get(ids.customer, customer.id)).values).toMatchObject({
      total: 0,
      orders: 0,
      names: null,
      largest: null,
    });
    expect((await get(ids.region, region.id)).values.total).toBe(1);
  });

  test('are what they would be from scratch, whatever was done in whatever order', async () => {
    const kinds = ['region', 'customer', 'product', 'order'] as const;
    const step = fc.record({
      what: fc.constantFrom('create', 'create', 'update', 'update', 'remove'),
      kind: fc.constantFrom(...kinds),
      pick: fc.nat(20),
      other: fc.option(fc.nat(20), { nil: null }),
      number: fc.integer({ min: -5, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        for (const { what, kind, pick, other, number } of steps) {
          const all = await everything();
          const one = (of: keyof typeof ids) =>
            other === null || all[of].length === 0 ? null : [all[of][other % all[of].length]!.id];
          const values = {
            region: { name: `R${number}` },
            customer: { name: `C${number}`, level: number, region: one('region') },
            product: { name: `P${number}`, price: number },
            order: { name: `O${number}`, amount: number, customer: one('customer') },
          }[kind];
          const slaves =
            kind === 'order'
              ? {
                  lines: Array.from({ length: pick % 3 }, (_, at) => ({
                    values: { product: one('product'), qty: at + 1 },
                  })),
                }
              : {};
          const target = all[kind][pick % Math.max(1, all[kind].length)];
          if (what === 'create' || !target) await create(ids[kind], values, slaves);
          else if (what === 'update') await update(ids[kind], target.id, values, slaves);
          else await admin.call(recordsApi.remove, { params: { formId: ids[kind], recordId: target.id } });
        }
        const all = await everything();
        expect(computedIn(all)).toEqual(fromScratch(all));
      }),
      { numRuns: Number(process.env.FORMWORK_TEST_RUNS ?? 3), endOnFailure: true },
    );
  });

  type All = Record<keyof typeof ids, FormRecord[]>;
  async function everything(): Promise<All> {
    const read = async (formId: string) => {
      const { rows } = await admin.ok(recordsApi.list, {
        params: { formId },
        query: { limit: 500, sort: '_createdAt' },
      });
      return formId === ids.order ? Promise.all(rows.map(({ id }) => get(formId, id))) : (rows as FormRecord[]);
    };
    return {
      region: await read(ids.region),
      customer: await read(ids.customer),
      product: await read(ids.product),
      order: await read(ids.order),
    };
  }
  const computedIn = ({ region, customer, product, order }: All) => ({
    region: region.map(({ values: { total, mean } }) => ({ total, mean })),
    customer: customer.map(({ values: { regionname, total, orders, names, largest, score } }) => ({
      regionname,
      total,
      orders,
      names,
      largest,
      score,
    })),
    product: product.map(({ values: { sold } }) => ({ sold })),
    order: order.map(({ values: { level, where, linestotal, due } }) => ({ level, where, linestotal, due })),
  });
  function fromScratch({ region, customer, product, order }: All): unknown {
    const named = (rows: FormRecord[], value: unknown) => rows.find(({ id }) => id === (value as string[] | null)?.[0]);
    const names = (value: unknown, id: string) => (value as string[] | null)?.includes(id) ?? false;
    const sum = (numbers: unknown[]) => numbers.reduce<number>((all, one) => all + Number(one ?? 0), 0);
    const regionname = (c: FormRecord) => named(region, c.values.region)?.values.name ?? null;
    const orders = order.map((o) => {
      const c = named(customer, o.values.customer);
      const linestotal = sum(
        (o.slaves.lines ?? []).map(
          ({ values }) => Number(values.qty) * Number(named(product, values.product)?.values.price ?? 0),
        ),
      );
      const level = c?.values.level ?? null;
      return {
        o,
        level,
        where: c ? regionname(c) : null,
        linestotal,
        due: Number(o.values.amount) * Number(level ?? 0) + linestotal,
      };
    });
    const customers = customer.map((c) => {
      const own = orders.filter(({ o }) => names(o.values.customer, c.id));
      const total = sum(own.map(({ due }) => due));
      const texts = [...new Set(own.map(({ o }) => String(o.values.name)))];
      return {
        c,
        regionname: regionname(c),
        total,
        orders: own.length,
        names: texts.length ? texts.join('、') : null,
        largest: own.length ? Math.max(...own.map(({ o }) => Number(o.values.amount))) : null,
        score: total + 1,
      };
    });
    return {
      region: region.map((r) => {
        const own = customers.filter(({ c }) => names(c.values.region, r.id));
        return {
          total: sum(own.map(({ score }) => score)),
          mean: own.length ? expect.closeTo(sum(own.map(({ c }) => c.values.level)) / own.length, 1) : null,
        };
      }),
      customer: customers.map(({ c: _, ...rest }) => rest),
      product: product.map((p) => ({
        sold: sum(
          order.flatMap((o) =>
            (o.slaves.lines ?? []).filter(({ values }) => names(values.product, p.id)).map(({ values }) => values.qty),
          ),
        ),
      })),
      order: orders.map(({ o: _, ...rest }) => rest),
    };
  }
});

describe('a relation', () => {
  test('names only what is there, seen and choosable', async () => {
    const strangers = await create(ids.customer, { name: '乙' });
    const refused = await admin.call(recordsApi.create, {
      params: { formId: ids.order },
      body: { values: { name: 'X', customer: ['01890000-0000-7000-8000-000000000001'] } },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'customer', code: 'records.value.not_records' }] },
    });
    const rules = [
      {
        id: '1',
        subject: { kind: 'everyone' as const },
        effect: 'grant' as const,
        actions: ['view', 'create'] as ('view' | 'create')[],
        scope: 'own' as const,
      },
    ];
    await admin.ok(formsApi.putPermissions, { params: { formId: ids.order }, body: { rules } });
    const unseen = await user.call(recordsApi.create, {
      params: { formId: ids.order },
      body: { values: { name: 'X', customer: [strangers.id] } },
    });
    expect(unseen.status).toBe(422);
    await admin.ok(formsApi.putPermissions, { params: { formId: ids.customer }, body: { rules } });
    expect(
      (await user.ok(recordsApi.titles, { params: { formId: ids.customer }, query: { ids: [strangers.id] } })).titles,
    ).toEqual([]);
    const own = await create(ids.customer, { name: '丙', level: 7 }, {}, user);
    expect(
      (await user.ok(recordsApi.titles, { params: { formId: ids.customer }, query: { ids: [own.id, strangers.id] } }))
        .titles,
    ).toEqual([{ id: own.id, title: '丙' }]);
    // a page of a list asks for more than brackets hold
    const many = await user.fetch(
      `/api${recordsApi.titles.path.replace(':formId', ids.customer)}?ids=${[...Array.from({ length: 60 }, () => strangers.id), own.id].join()}`,
    );
    expect(await many.json()).toMatchObject({ titles: [{ title: '丙' }] });
    const { records } = await user.ok(recordsApi.linked, {
      params: { formId: ids.order },
      body: { relation: 'customer', ids: [own.id, strangers.id] },
    });
    expect(records).toEqual([{ id: own.id, lookups: { level: 7, where: null }, fill: {} }]);
    expect((await create(ids.order, { name: 'Y', customer: [own.id] }, {}, user)).values.level).toBe(7);
    expect(
      (await user.ok(recordsApi.referring, { params: { formId: ids.customer } })).lists.map(({ field: id }) => id),
    ).toEqual(['customer']);

    const chosen = await released(
      form('回访', [
        field('text', 'name'),
        field('number', 'least'),
        field('relation', 'customer', {
          form: ids.customer,
          cardinality: 'oneToOne',
          choosable: [{ field: 'level', operator: 'gte', from: 'least' }],
        }),
      ]),
    );
    const low = await admin.call(recordsApi.create, {
      params: { formId: chosen },
      body: { values: { name: 'V', least: 8, customer: [own.id] } },
    });
    expect(low.body).toMatchObject({ fields: [{ path: 'customer', code: 'records.value.not_choosable' }] });
    const visit = await create(chosen, { name: 'V', least: 7, customer: [own.id] });
    const twice = await admin.call(recordsApi.create, {
      params: { formId: chosen },
      body: { values: { name: 'W', customer: [own.id] } },
    });
    expect(twice.body).toMatchObject({ fields: [{ path: 'customer', code: 'records.value.taken' }] });
    const raised = await admin.call(recordsApi.update, {
      params: { formId: chosen, recordId: visit.id },
      body: { expectedVersion: 1, values: { least: 9 } },
    });
    expect(raised.body, 'what the condition takes from the record has moved').toMatchObject({
      fields: [{ code: 'records.value.not_choosable' }],
    });
  });

  test('in a slave table gives the record it names a list of those whose rows name it', async () => {
    const product = await create(ids.product, { name: 'P', price: 3 });
    const naming = await create(
      ids.order,
      { name: 'with P' },
      { lines: [{ values: { product: [product.id], qty: 1 } }, { values: { product: [product.id], qty: 2 } }] },
    );
    await create(ids.order, { name: 'without' }, { lines: [{ values: { qty: 1 } }] });
    const { lists } = await admin.ok(recordsApi.referring, { params: { formId: ids.product } });
    expect(lists).toEqual([
      {
        formId: ids.order,
        table: { id: 'lines', title: { zh: '明细' } },
        field: 'product',
        form: { zh: '订单' },
        title: { zh: 'product' },
      },
    ]);
    const filter = JSON.stringify({
      rows: 'lines',
      where: { field: 'product', operator: 'hasAny', value: [product.id] },
      fn: 'count',
      operator: 'gte',
      value: 1,
    });
    expect(
      (await admin.ok(recordsApi.list, { params: { formId: ids.order }, query: { filter } })).rows.map(({ id }) => id),
    ).toEqual([naming.id]);

    const everyone = (fields?: Record<string, { new: 'hidden'; existing: 'hidden' }>) => [
      {
        id: '1',
        subject: { kind: 'everyone' as const },
        effect: 'grant' as const,
        actions: ['view'] as 'view'[],
        scope: 'all' as const,
        ...(fields && { fields }),
      },
    ];
    const before = (await admin.ok(formsApi.getPermissions, { params: { formId: ids.order } })).rules;
    await admin.ok(formsApi.putPermissions, { params: { formId: ids.product }, body: { rules: everyone() } });
    await admin.ok(formsApi.putPermissions, { params: { formId: ids.order }, body: { rules: everyone() } });
    expect((await user.ok(recordsApi.referring, { params: { formId: ids.product } })).lists).toHaveLength(1);
    await admin.ok(formsApi.putPermissions, {
      params: { formId: ids.order },
      body: { rules: everyone({ 'lines.product': { new: 'hidden', existing: 'hidden' } }) },
    });
    expect((await user.ok(recordsApi.referring, { params: { formId: ids.product } })).lists).toEqual([]);
    await admin.ok(formsApi.putPermissions, { params: { formId: ids.order }, body: { rules: before } });
  });

  test('refuses the deletion of what it names, or lets it go', async () => {
    const region = await create(ids.region, { name: '西北' });
    const customer = await create(ids.customer, { name: '丁', region: [region.id] });
    const order = await create(ids.order, { name: 'Z', customer: [customer.id] });
    expect(
      codeOf(await admin.call(recordsApi.remove, { params: { formId: ids.customer, recordId: customer.id } })),
    ).toBe('records.record.referred');
    await admin.ok(recordsApi.remove, { params: { formId: ids.region, recordId: region.id } });
    expect(await get(ids.customer, customer.id)).toMatchObject({
      version: 2,
      values: { region: null, regionname: null },
    });
    const { entries } = await admin.ok(recordsApi.history, { params: { formId: ids.customer, recordId: customer.id } });
    expect(entries[0]!.changes.map(({ field: id }) => id).sort()).toEqual(['region', 'regionname']);
    expect((await get(ids.order, order.id)).values.where).toBeNull();
  });

  test('is searched for without special characters', async () => {
    expect(
      codeOf(await admin.call(recordsApi.list, { params: { formId: ids.customer }, query: { search: '丁%' } })),
    ).toBe('records.list.special_characters');
    expect(
      (await admin.ok(recordsApi.list, { params: { formId: ids.customer }, query: { search: '丁' } })).rows,
    ).toHaveLength(1);
  });
});

describe('the designer', () => {
  const problemsOf = async (formId: string, change: (definition: FormDefinition) => FormDefinition) => {
    const { definition } = await admin.ok(formsApi.getDraft, { params: { formId } });
    return (await admin.ok(formsApi.checkDefinition, { params: { formId }, body: { definition: change(definition) } }))
      .problems;
  };

  test('is told of circles over forms, with the way round', async () => {
    const problems = await problemsOf(ids.customer, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) =>
        one.id === 'level' ? field('formula', 'level', { expression: 'total / 2', result: 'number' }) : one,
      ),
    }));
    const circle = problems.find(({ code, field: id }) => code === 'forms.problem.link_cycle' && id === 'level');
    expect(circle?.data?.way).toBe('客户.level → 客户.total → 订单.due → 订单.level → 客户.level');
  });

  test('is right beyond 2,000 records that name one: at once where it is counted, soon where it is shown, in lists and when it is to go', async () => {
    const most = 2_500;
    const customer = await create(ids.customer, { name: '大客户', level: 1 });
    const first = await create(ids.order, { name: 'N0', amount: 1, customer: [customer.id] });
    await server.platform.owner.query({
      text: `insert into space_demo.f_${ids.order} (id, created_at, modified_at, owner, name_t, amount_n, customer_r, level_n, linestotal_n, due_n) select gen_random_uuid(), now(), now(), $1, 'N' || n, n, array[$2::uuid], 1, 0, n from generate_series(2, $3) n`,
      values: [admin.id, customer.id, most],
    });
    const sum = (most * (most + 1)) / 2;
    // one of them is saved: the customer counts all of them
    await update(ids.order, first.id, { amount: 11 });
    expect((await get(ids.customer, customer.id)).values).toMatchObject({
      orders: most,
      total: sum + 10,
      largest: most,
    });
    // the other way a job follows, and what hangs on it as well
    await update(ids.customer, customer.id, { level: 3 });
    const naming = { field: 'customer', operator: 'hasAny', value: [customer.id] };
    const pageOf = (filter: object, cursor?: string) =>
      admin.ok(recordsApi.list, {
        params: { formId: ids.order },
        query: { filter: JSON.stringify(filter), limit: 500, ...(cursor !== undefined && { cursor }) },
      });
    await vi.waitFor(
      async () =>
        expect((await pageOf({ all: [naming, { field: 'level', operator: 'eq', value: 1 }] })).rows).toEqual([]),
      { interval: 200 },
    );
    await vi.waitFor(async () => expect((await get(ids.customer, customer.id)).values.total).toBe((sum + 10) * 3), {
      interval: 100,
    });
    const found = new Set<string>();
    for (let page = await pageOf(naming); ; page = await pageOf(naming, page.next)) {
      for (const { id, values } of page.rows) if (values.due === Number(values.amount) * 3) found.add(id);
      if (page.next === null) break;
    }
    expect(found.size).toBe(most);
    expect(
      codeOf(await admin.call(recordsApi.remove, { params: { formId: ids.customer, recordId: customer.id } })),
    ).toBe('records.record.referred');
  });

  test('is told which fields others still use', async () => {
    const gone = await problemsOf(ids.product, (definition) => ({
      ...definition,
      fields: definition.fields.filter(({ id }) => id !== 'price'),
    }));
    expect(gone).toContainEqual(
      expect.objectContaining({
        code: 'forms.problem.still_used',
        field: 'price',
        data: { form: '订单', field: 'price' },
      }),
    );
    const retyped = await problemsOf(ids.order, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) => (one.id === 'amount' ? field('text', 'amount') : one)),
    }));
    expect(retyped).toContainEqual(
      expect.objectContaining({
        code: 'forms.problem.still_used',
        field: 'amount',
        data: { form: '客户', field: 'largest' },
      }),
    );
    expect(codeOf(await admin.call(formsApi.removeForm, { params: { formId: ids.product } }))).toBe(
      'forms.form.still_linked',
    );
  });

  test('changes a formula, and the records that are there follow, with those that hang on them', async () => {
    const customer = await create(ids.customer, { name: '戊', level: 1 });
    const order = await create(ids.order, { name: 'F', amount: 10, customer: [customer.id] });
    const release = await releaseAgain(ids.order, (definition) => ({
      ...definition,
      fields: definition.fields.map((one) =>
        one.id === 'due' ? field('formula', 'due', { expression: 'amount * 100', result: 'number' }) : one,
      ),
    }));
    const late = await create(ids.order, { name: 'G', amount: 1, customer: [customer.id] });
    const job = await finished(release.recalculation!);
    expect(job.result).toMatchObject({ formId: ids.order });
    expect((await get(ids.order, order.id)).values.due).toBe(1000);
    expect((await get(ids.order, late.id)).values.due).toBe(100);
    expect((await get(ids.customer, customer.id)).values.total).toBe(1100);
  });
});

import {
  emptyDataSet,
  mostJoined,
  type DataSet,
  type SetField,
  type SetSource,
} from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newForm } from '../../../testing/forms.ts';
import { listen } from '../../../testing/listen.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { ask, begun, fileSet, released, rowsOf, setChart, shownTo, writeSet } from '../testing/sets.ts';

let server: TestServer;
let admin: Client;
/** Of the form all rows without the cost, of the data set line A alone. */
let reader: Client;
/** Of the form their own row, and nothing of the data set. */
let worker: Client;
let formId: string;
let plan: string;
let make: (who: Client, values: Record<string, unknown>) => Promise<unknown>;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

const setFields = [
  { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' as const },
  { id: 'goal', column: 'goal', title: { zh: '目标' }, kind: 'number' as const },
];

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader, worker] = [await server.as('admin'), await server.as('user2'), await server.as('user3')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  const options = [
    { id: 'a', label: { zh: 'A', en: 'Line A' }, color: 'red' },
    { id: 'b', label: { zh: 'B', en: 'Line B' } },
    { id: 'c', label: { zh: 'C' } },
  ];
  const definition = {
    format: 1 as const,
    title: { zh: '检修单' },
    layout: [],
    titleField: 'line',
    fields: [
      field('singleSelect', 'line', { config: { options } as never }),
      field('number', 'hours', { config: { decimals: 1 } as never }),
      field('number', 'cost'),
      field('member', 'who'),
    ],
    tables: [],
  };
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        { id: '1', subject: { kind: 'person', id: worker.id }, actions: ['create', 'view'], scope: 'own' },
        {
          id: '2',
          subject: { kind: 'person', id: reader.id },
          actions: ['view'],
          scope: 'all',
          fields: { cost: { existing: 'hidden' } },
        },
      ],
    },
  });
  make = (who: Client, values: Record<string, unknown>) =>
    who.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
  await make(admin, { line: 'a', hours: 1.5, cost: 10, who: [admin.id] });
  await make(admin, { line: 'a', hours: 2, cost: 20, who: [reader.id] });
  await make(admin, { line: 'b', hours: 4, cost: 40 });
  await make(admin, { line: 'c', hours: 16, cost: 160 });
  await make(worker, { line: 'b', hours: 8, cost: 80 });
  plan = await fileSet(admin, 'line,goal\nA,100\nB,200\nB,300\nD,400\n', {
    fields: setFields,
    rules: [
      {
        id: 'r1',
        subject: { kind: 'person', id: reader.id },
        where: { field: 'line', operator: 'eq', value: 'A' },
        own: null,
        hides: [],
      },
    ],
  });
  await shownTo(admin, 'dataset', plan, 'use', reader);
});
afterAll(() => server.stop());

const joinOf = (kind: 'left' | 'inner', on = [{ part: 'p0', from: 'line', field: 'line' }]): SetSource => ({
  is: 'join',
  first: { as: 'p0', of: formId },
  joins: [{ as: 'p1', of: sourceOfSet(plan), kind, on }],
});
const fields: SetField[] = [
  { id: 'line', column: 'p0.line', title: { zh: '产线' }, kind: 'text' },
  { id: 'hours', column: 'p0.hours', title: { zh: '工时' }, kind: 'number' },
  { id: 'cost', column: 'p0.cost', title: { zh: '费用' }, kind: 'number' },
  { id: 'goal', column: 'p1.goal', title: { zh: '目标' }, kind: 'number' },
];

async function joined(source: SetSource, more: Partial<DataSet> = {}): Promise<string> {
  const id = await begun(admin, 'dataset', { ...emptyDataSet(), source, fields, ...more });
  await released(admin, 'dataset', id);
  await shownTo(admin, 'dataset', id, 'use', reader, worker);
  return id;
}

const totals = (id: string) =>
  setChart(id, {
    x: [{ field: 'line' }],
    y: [
      { field: 'hours', fn: 'sum' },
      { field: 'goal', fn: 'max' },
    ],
  });

describe('a join', () => {
  test('puts a form beside a data set, with and without rows that meet none', async () => {
    const left = await joined(joinOf('left'));
    // line B has two goals, so its rows come twice
    expect(await rowsOf(admin, totals(left))).toEqual([
      ['A', '3.5', '100'],
      ['B', '24', '300'],
      ['C', '16', null],
    ]);
    const inner = await joined(joinOf('inner'));
    expect(await rowsOf(admin, totals(inner))).toEqual([
      ['A', '3.5', '100'],
      ['B', '24', '300'],
    ]);
    const narrowed = setChart(
      inner,
      { y: [{ field: 'hours', fn: 'sum' }] },
      { where: { field: 'goal', operator: 'lt', value: 250 } },
    );
    expect(await rowsOf(admin, narrowed)).toEqual([['15.5']]);
  });

  test('says in the designer which part multiplies rows, and what its columns are', async () => {
    const id = await begun(admin, 'dataset', emptyDataSet());
    const look = (source: SetSource) => admin.ok(setsApi.look, { params: { datasetId: id }, body: { source } });
    const found = await look(joinOf('inner'));
    expect(found.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(['p0.line', 'p0.cost', 'p1.goal']));
    expect(found.multiplies).toEqual(['数据']);
    const turned = await look({
      is: 'join',
      first: { as: 'p0', of: sourceOfSet(plan) },
      joins: [
        {
          as: 'p1',
          of: sourceOfSet(await fileSet(admin, 'line,goal\nA,1\nB,2\n', { fields: setFields })),
          kind: 'left',
          on: [{ part: 'p0', from: 'line', field: 'line' }],
        },
      ],
    });
    expect(turned.multiplies).toEqual([]);
    expect(turned.rows).toHaveLength(4);
  });

  test('has of each part what the person sees there: rows, fields, nothing of what is not theirs', async () => {
    const id = await joined(joinOf('left'));
    const asked = await Promise.all([admin, reader, worker].map((who) => ask(who, totals(id))));
    expect(asked.map(({ status, body }) => (status === 200 ? body.rows : codeOf({ body })))).toEqual([
      [
        ['A', '3.5', '100'],
        ['B', '24', '300'],
        ['C', '16', null],
      ],
      // of the goals they see line A alone, so nothing of B is multiplied for them
      [
        ['A', '3.5', '100'],
        ['B', '12', null],
        ['C', '16', null],
      ],
      // a part that is not theirs at all
      'analytics.no_right',
    ]);
    const cost = setChart(id, { y: [{ field: 'cost', fn: 'sum' }] });
    expect(await rowsOf(admin, cost)).toEqual([['430']]);
    expect(codeOf(await ask(reader, cost))).toBe('analytics.field_unseen');
    const asks = setChart(
      id,
      { y: [{ field: '', fn: 'count' }] },
      { where: { field: 'cost', operator: 'gt', value: 1 } },
    );
    expect(await rowsOf(reader, asks)).toEqual([['0']]);
    const source = await reader.ok(analyticsApi.source, { params: { formId: sourceOfSet(id) } });
    expect(source.fields.map((one) => one.id)).toEqual(['line', 'hours', 'goal']);
    const single = await reader.ok(setsApi.rows, { params: { datasetId: id }, body: { where: null } });
    expect(JSON.stringify(single)).not.toMatch(/费用|160/);
    // rules of the joined set hold beside those of its parts
    const ruled = await joined(joinOf('left'), {
      rules: [
        {
          id: 'r1',
          subject: { kind: 'everyone' },
          where: { field: 'line', operator: 'ne', value: 'C' },
          own: null,
          hides: ['goal'],
        },
      ],
    });
    expect(await rowsOf(reader, setChart(ruled, { x: [{ field: 'line' }], y: [{ field: '', fn: 'count' }] }))).toEqual([
      ['A', '2'],
      ['B', '2'],
    ]);
    expect(codeOf(await ask(reader, totals(ruled)))).toBe('analytics.field_unseen');
  });

  test('by a field that is hidden from somebody shows them nothing, and says so', async () => {
    const id = await joined(joinOf('left', [{ part: 'p0', from: 'cost', field: 'goal' }]));
    expect((await ask(admin, totals(id))).status).toBe(200);
    expect(codeOf(await ask(reader, totals(id)))).toBe('analytics.set.join_gone');
  });

  test('compares people by who they are, and reads the same in every language', async () => {
    const self: SetSource = {
      is: 'join',
      first: { as: 'p0', of: formId },
      joins: [{ as: 'p1', of: formId, kind: 'inner', on: [{ part: 'p0', from: 'who', field: 'who' }] }],
    };
    const id = await joined(self, {
      fields: [
        { id: 'who', column: 'p0.who', title: { zh: '人' }, kind: 'text' },
        { id: 'hours', column: 'p1.hours', title: { zh: '工时' }, kind: 'number' },
      ],
    });
    expect(await rowsOf(admin, setChart(id, { y: [{ field: '', fn: 'count' }] }))).toEqual([['2']]);
    const english = await admin.fetch(`/api/analytics/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ chart: totals(await joined(joinOf('inner'))), picks: [] }),
    });
    expect(((await english.json()) as { rows: unknown[] }).rows).toHaveLength(2);
  });

  test('reckons with numbers of many digits, and compares them with texts as they read', async () => {
    const one = (id: string, column: string, kind: SetField['kind']): SetField => ({
      id,
      column,
      title: { zh: id },
      kind,
    });
    const numbers = await fileSet(admin, 'line,a,b\nA,60000000.5,50000000.25\nB,1.25,2\n', {
      fields: [one('line', 'line', 'text'), one('na', 'a', 'number'), one('nb', 'b', 'number')],
    });
    const names = await fileSet(admin, 'a,name\n60000000.5,many\n1.25,one\n', {
      fields: [one('na', 'a', 'text'), one('name', 'name', 'text')],
    });
    const parts = ['a', 'b'].map((name) => ({ name, field: `n${name}` }));
    const id = await joined(
      {
        is: 'join',
        first: { as: 'p0', of: sourceOfSet(numbers) },
        joins: [{ as: 'p1', of: sourceOfSet(names), kind: 'inner', on: [{ part: 'p0', from: 'na', field: 'na' }] }],
      },
      {
        fields: [
          one('na', 'p0.na', 'number'),
          one('nb', 'p0.nb', 'number'),
          one('text', 'p0.na', 'text'),
          one('name', 'p1.name', 'text'),
          { ...one('sum', '', 'number'), calc: { expression: 'a + b', parts } },
        ],
      },
    );
    const chart = setChart(id, {
      x: [{ field: 'name' }],
      color: [{ field: 'text' }],
      y: [{ field: 'sum', fn: 'sum' }],
    });
    expect(await rowsOf(admin, chart)).toEqual([
      ['many', '60000000.5', '110000000.75'],
      ['one', '1.25', '3.25'],
    ]);
  });

  test('of itself ends, and is not released without what it needs', async () => {
    const id = await joined(joinOf('left'));
    const circle: SetSource = {
      is: 'join',
      first: { as: 'p0', of: sourceOfSet(id) },
      joins: [{ as: 'p1', of: sourceOfSet(plan), kind: 'left', on: [{ part: 'p0', from: 'line', field: 'line' }] }],
    };
    await writeSet(admin, id, { source: circle });
    await released(admin, 'dataset', id);
    expect(codeOf(await ask(admin, totals(id)))).toBe('analytics.set.circle');
    const open = await begun(admin, 'dataset', {
      ...emptyDataSet(),
      source: { is: 'join', first: { as: 'p0', of: null }, joins: [] } as SetSource,
      fields,
    });
    const { status, body } = await admin.call(definitionsApi.release, {
      params: { kind: 'dataset', id: open },
      body: { version: 1 },
    });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('analytics.set.no_source')]);
  });

  test('takes more records than a chart shows, and sees what came later', async () => {
    const big = await joined(joinOf('inner'));
    const table = `space_demo."f_${formId}"`;
    const many = (times: number) =>
      server.platform.owner.query(
        `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('id', uuidv7()))).* from ${table} r, generate_series(1, $1) where r.creator = $2`,
        [times, worker.id],
      );
    await many(mostJoined.shown);
    await make(admin, { line: 'b', hours: 1, cost: 1 });
    const count = setChart(big, { y: [{ field: '', fn: 'count' }] });
    // line B of the data set comes twice
    const before = Number((await rowsOf(admin, count))[0]![0]);
    expect(before).toBeGreaterThan(2 * mostJoined.shown);
    // a person's own rows are read by themselves
    expect(await rowsOf(reader, setChart(big, { x: [{ field: 'line' }], y: [{ field: '', fn: 'count' }] }))).toEqual([
      ['A', '2'],
    ]);
    await make(admin, { line: 'b', hours: 1, cost: 1 });
    await expect.poll(async () => Number((await rowsOf(admin, count))[0]![0])).toBe(before + 2);
  });

  test('is heard of by its parts: whoever looks watches the forms and data sets in it, those of a chart of it too', async () => {
    const id = await joined(joinOf('left'));
    const chart = await released(admin, 'chart', await begun(admin, 'chart', totals(id)));
    const further = await begun(admin, 'dataset', {
      ...emptyDataSet(),
      source: { is: 'chart', chart },
      fields: [{ id: 'line', column: '产线', title: { zh: '产线' }, kind: 'text' }],
    });
    await released(admin, 'dataset', further);
    const own = setChart(further, { x: [{ field: 'line' }], y: [{ field: '', fn: 'count' }] });
    const above = await released(admin, 'chart', await begun(admin, 'chart', own));
    const parts = [sourceOfSet(id), formId, sourceOfSet(plan)];
    const watchOf = async (chartId: string) =>
      (await admin.ok(analyticsApi.chart, { params: { chartId }, body: {} as never })).watch;
    expect(await watchOf(chart)).toEqual(parts);
    expect(await watchOf(above)).toEqual([sourceOfSet(further), ...parts]);
    // whoever may not hear of a part is not told that it is one
    const nobody = await server.as('user7');
    await shownTo(admin, 'chart', chart, 'see', nobody);
    const seen = await nobody.call(analyticsApi.chart, { params: { chartId: chart }, body: {} as never });
    expect(JSON.stringify(seen.body)).not.toMatch(new RegExp(`${formId}|${plan}`));
    const dashboardId = await released(
      admin,
      'dashboard',
      await begun(admin, 'dashboard', {
        panels: [{ id: 'p1', is: 'chart', chart, title: null, place: { x: 0, y: 0, w: 12, h: 8 } }],
        filters: [{ id: 'f1', form: sourceOfSet(id), field: 'line' }],
        refresh: null,
      }),
    );
    const body = { picks: [] };
    const values = await admin.ok(analyticsApi.filterValues, { params: { dashboardId, filterId: 'f1' }, body });
    const panel = await admin.ok(analyticsApi.panel, { params: { dashboardId, panelId: 'p1' }, body });
    expect([values.watch, panel.watch]).toEqual([parts, parts]);
    const heard = await listen(server.url, worker, `dataset:${id}`, `form:${formId}`);
    await make(admin, { line: 'a', hours: 1, cost: 1 });
    await expect.poll(() => heard.at(-1)).toMatchObject({ type: 'record.changed', formId });
  });

  test('calls related records what each may see of them, and nobody else', async () => {
    const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '部件' } } });
    const parts = await newForm(admin, appId, { titleField: 'name', fields: [field('text', 'name')] });
    const orders = await newForm(admin, appId, {
      titleField: 'line',
      fields: [
        field('text', 'line'),
        field('relation', 'part', { config: { ...newField('relation', { zh: 'part' }).config, form: parts } as never }),
      ],
    });
    const seeAll = {
      id: '1',
      subject: { kind: 'everyone' as const },
      actions: ['view' as const],
      scope: 'all' as const,
    };
    await admin.ok(formsApi.putPermissions, { params: { formId: orders }, body: { rules: [seeAll] } });
    const part = await admin.ok(recordsApi.create, {
      params: { formId: parts },
      body: { values: { name: '秘密轴承' } },
    });
    await admin.ok(recordsApi.create, { params: { formId: orders }, body: { values: { line: 'A', part: [part.id] } } });
    const id = await joined(
      {
        is: 'join',
        first: { as: 'p0', of: orders },
        joins: [{ as: 'p1', of: sourceOfSet(plan), kind: 'left', on: [{ part: 'p0', from: 'line', field: 'line' }] }],
      },
      { fields: [{ id: 'part', column: 'p0.part', title: { zh: '部件' }, kind: 'text' }] },
    );
    const names = async (who: Client) =>
      JSON.stringify(await rowsOf(who, setChart(id, { x: [{ field: 'part' }], y: [{ field: '', fn: 'count' }] })));
    expect(await names(admin)).toContain('秘密轴承');
    expect(await names(reader)).not.toContain('秘密轴承');
    // a table of single rows is no way around the right to take them out of the form
    const rows = setChart(id, { row: [{ field: 'part' }] }, { kind: 'table' });
    const table = await released(admin, 'chart', await begun(admin, 'chart', rows));
    await shownTo(admin, 'chart', table, 'see', reader);
    const file = (who: Client) => who.fetch(`/api/analytics/charts/${table}/file?format=csv`);
    expect((await file(admin)).status).toBe(200);
    expect((await file(reader)).status).toBe(403);
  });
});

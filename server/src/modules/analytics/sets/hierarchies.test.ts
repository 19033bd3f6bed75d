import { analyticsApi, type Drills } from '@formwork/contract/analytics/api.ts';
import { emptyDataSet, type SetField } from '@formwork/contract/analytics/dataset.ts';
import type { SetHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { readZip } from '../testing/read-zip.ts';
import { begun, fileSet, released, setChart, shownTo } from '../testing/sets.ts';

let server: TestServer;
let admin: Client;
let reader: Client;

const csv = `region,city,shop,amount
华东,上海,徐汇店,10
华东,上海,浦东店,20
华东,杭州,西湖店,40
华南,广州,天河店,80
`;
const field = (id: string, zh: string, kind: SetField['kind'] = 'text'): SetField => ({
  id,
  column: id,
  title: { zh },
  kind,
});
const fields = [
  field('region', '大区'),
  field('city', '城市'),
  field('shop', '门店'),
  field('amount', '金额', 'number'),
];
const place: SetHierarchy = { id: 'place', title: { zh: '地点' }, fields: ['region', 'city', 'shop'] };

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
});
afterAll(() => server.stop());

/** A data set whose shops are hidden from the reader, a chart that goes down along it, and a dashboard of that. */
async function scene() {
  const set = await fileSet(admin, csv, {
    fields,
    hierarchies: [place],
    rules: [{ id: 'r1', subject: { kind: 'person', id: reader.id }, where: null, own: null, hides: ['shop'] }],
  });
  const bars = setChart(set, { x: [{ field: 'region' }], y: [{ field: 'amount', fn: 'sum' }] });
  const drill = [{ field: 'city' }, { field: 'shop' }];
  const chart = await released(
    admin,
    'chart',
    await begun(admin, 'chart', { ...bars, settings: { ...bars.settings, drill } }),
  );
  const panel = { id: 'p0', is: 'chart', chart, title: null, place: { x: 0, y: 0, w: 12, h: 8 } };
  const board = { panels: [panel], filters: [], refresh: null };
  const dashboard = await released(admin, 'dashboard', await begun(admin, 'dashboard', board));
  await shownTo(admin, 'dataset', set, 'use', reader);
  await shownTo(admin, 'chart', chart, 'see', reader);
  await shownTo(admin, 'dashboard', dashboard, 'see', reader);
  const east = { form: sourceOfSet(set), where: { field: 'region', operator: 'eq' as const, value: '华东' } };
  return { set, chart, dashboard, east };
}

test('a hierarchy ends above the field that one does not see, in the designer and in what a click leads to', async () => {
  const { set, chart, east } = await scene();
  const seenBy = async (who: Client) =>
    (await who.ok(analyticsApi.source, { params: { formId: sourceOfSet(set) } })).hierarchies;
  expect(await seenBy(admin)).toEqual([place]);
  expect(await seenBy(reader)).toEqual([{ ...place, fields: ['region', 'city'] }]);
  const at = (who: Client, level: number) =>
    who.call(analyticsApi.chart, { params: { chartId: chart }, body: { picks: level > 0 ? [east] : [], level } });
  expect((await at(admin, 0)).body.definition.settings.drill).toEqual([{ field: 'city' }, { field: 'shop' }]);
  const mine = await at(reader, 0);
  expect(mine.body.definition.settings.drill).toEqual([{ field: 'city' }]);
  expect(JSON.stringify(mine.body)).not.toMatch(/shop|门店/);
  expect((await at(reader, 1)).body.result.rows).toEqual([
    ['上海', '30'],
    ['杭州', '40'],
  ]);
  expect((await at(admin, 2)).body.result.rows).toHaveLength(3);
  expect((await at(reader, 2)).status).toBe(403);
});

test('files show the level that is seen, of a chart and of each panel of a dashboard', async () => {
  const { chart, dashboard, east } = await scene();
  const textOf = async (path: string, query: Record<string, string>) => {
    const answer = await admin.fetch(`/api${path}?${new URLSearchParams(query)}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.subarray(0, 2).toString() === 'PK' ? readZip(bytes).join('\n') : bytes.toString();
    return { status: answer.status, named: decodeURIComponent(answer.headers.get('content-disposition') ?? ''), text };
  };
  const picks = JSON.stringify([east]);
  const one = await textOf(`/analytics/charts/${chart}/file`, { format: 'csv', picks, level: '1', path: '华东' });
  expect(one.named).toContain('› 华东.csv');
  expect(one.text).toContain('上海,30');
  const drills: Drills = { p0: { level: 1, picks: [east], path: '华东' } };
  const whole = await textOf(`/analytics/dashboards/${dashboard}/file`, {
    format: 'csv',
    drills: JSON.stringify(drills),
  });
  expect(whole.text).toContain('杭州,40');
  expect(whole.text).not.toContain('华南');
  const flat = await textOf(`/analytics/dashboards/${dashboard}/file`, { format: 'csv' });
  expect(flat.text).toContain('华南,80');
  const wrong = await textOf(`/analytics/dashboards/${dashboard}/file`, { format: 'csv', drills: '{"p0":1}' });
  expect(wrong.status).toBe(422);
});

test('a field with names of departments goes down the department tree', async () => {
  const made = async (name: string, parentId: string | null) =>
    (await admin.ok(organizationApi.createDepartment, { body: { name, parentId } })).id;
  const [north, south] = [await made('北厂', null), await made('南厂', null)];
  const shop = await made('北厂机加', north);
  await made('北厂装配', north);
  await made('机加一班', shop);
  // called the same in both: nobody could say which one is meant
  await made('质检', north);
  await made('质检', south);
  const set = await fileSet(admin, "dept,hours\n机加一班,1\n北厂装配,2\n北厂,4\n南厂,8\n质检,16\n外协's,32\n,64\n", {
    fields: [field('dept', '部门'), field('hours', '工时', 'number')],
    hierarchies: [{ id: 'tree', title: { zh: '部门' }, fields: ['dept'], tree: 'departments' }],
  });
  await shownTo(admin, 'dataset', set, 'use', reader);
  const source = await reader.ok(analyticsApi.source, { params: { formId: sourceOfSet(set) } });
  expect(source.hierarchies).toMatchObject([{ id: 'tree', tree: 'departments' }]);
  expect(source.hierarchies[0]!.depth).toBeGreaterThanOrEqual(3);
  const chart = setChart(set, { x: [{ field: 'dept', level: 1 }], y: [{ field: 'hours', fn: 'sum' }] });
  const drill = [{ field: 'dept', level: 2 }, { field: 'dept' }];
  const query = async (level: number, picks: { form: string; where: Condition }[]) => {
    const body = { chart: { ...chart, settings: { ...chart.settings, drill } }, picks, level };
    return reader.ok(analyticsApi.query, { body });
  };
  const top = await query(0, []);
  expect(new Map(top.rows as [string | null, string][])).toEqual(
    new Map([
      ['北厂', '7'],
      ['南厂', '8'],
      ['质检', '16'],
      ["外协's", '32'],
      [null, '64'],
    ]),
  );
  const { holds } = top.columns[0]!.of!;
  expect(holds!['北厂']!.toSorted()).toEqual(['北厂', '北厂机加', '北厂装配', '机加一班'].toSorted());
  const within = (names: string[]) => [
    { form: sourceOfSet(set), where: { field: 'dept', operator: 'in' as const, value: names } },
  ];
  const below = await query(1, within(holds!['北厂']!));
  expect(new Map(below.rows as [string, string][])).toEqual(
    new Map([
      ['北厂', '4'],
      ['北厂机加', '1'],
      ['北厂装配', '2'],
    ]),
  );
  expect((await query(2, within(below.columns[0]!.of!.holds!['北厂机加']!))).rows).toEqual([['机加一班', '1']]);
  // only names have a tree
  const wrong = setChart(set, { x: [{ field: 'hours', level: 1 }], y: [{ field: '', fn: 'count' }] });
  const answer = await admin.call(analyticsApi.query, { body: { chart: wrong, picks: [] } });
  expect(answer.status).toBeGreaterThanOrEqual(403);
  expect(answer.status).toBeLessThan(500);
});

test('one that names what is gone, or has a single level, is not released', async () => {
  const id = await begun(admin, 'dataset', {
    ...emptyDataSet(),
    fields,
    hierarchies: [
      { ...place, fields: ['region', 'gone'] },
      { ...place, id: 'short', fields: ['region'] },
    ],
  });
  const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'dataset', id } });
  expect(problems.map(({ code, at }) => [code, at])).toEqual(
    expect.arrayContaining([
      ['analytics.set.hierarchy_gone', ['hierarchies', '#place']],
      ['analytics.set.hierarchy_short', ['hierarchies', '#short']],
    ]),
  );
});

test('what was kept before there were hierarchies is read', async () => {
  const { hierarchies: _none, ...before } = emptyDataSet();
  const id = await begun(admin, 'dataset', { ...before, fields });
  const { draft } = await admin.ok(definitionsApi.get, { params: { kind: 'dataset', id } });
  expect(draft).toMatchObject({ hierarchies: [] });
});

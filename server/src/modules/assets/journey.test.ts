import { randomUUID } from 'node:crypto';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { emptyDataSet, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { openLineageApi } from '@formwork/contract/assets/open-lineage.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { chartOperations, emptyApi, formOperations } from '@formwork/contract/gateway/definition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { at, drawTask, endOf } from '../etl/testing/drawing.ts';
import { flowScene } from '../orchestration/testing/flow-scene.ts';
import { againstSpec } from './testing/open-lineage-spec.ts';

// A field on its way: a form, a flow that writes another form, a data task into a third and a Parquet file, a chart, a dashboard, an API.

let server: TestServer;
let admin: Client;
let source: string;
let copy: string;
let sums: string;
let task: string;

const amount = (title: string): Field => newField('number', { zh: title }, 'amount');
const definitionOf = (title: string, fields: Field[]): FormDefinition => ({
  format: 1,
  title: { zh: title },
  layout: [],
  titleField: 'code',
  fields: [newField('text', { zh: '编号' }, 'code'), ...fields],
  tables: [],
});

async function form(title: string): Promise<string> {
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: title } } });
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: { zh: title }, definition: definitionOf(title, [amount('数量')]) },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

async function released(kind: string, name: string, draft: object): Promise<string> {
  const { id, version } = await admin.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: name }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version } });
  return id;
}

async function releaseForm(formId: string, title: string, fields: Field[], yes: object = {}) {
  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: draft.version, definition: definitionOf(title, fields) },
  });
  return admin.call(formsApi.release, { params: { formId }, body: { draftVersion: draft.version + 1, ...yes } });
}

const assetOf = (kind: string, ref: string) => admin.ok(assetsApi.ofThing, { params: { kind, ref } });
const columnOf = async (assetId: number, key: string): Promise<number> =>
  (await admin.ok(assetsApi.get, { params: { assetId } })).columns.find((column) => column.key === key)!.id;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  [source, copy, sums] = [await form('领料单'), await form('领料汇总'), await form('月度用量')];
  await flowScene(admin).flow(
    [
      { kind: 'call', id: 'find', action: 'records.query', set: { formId: source }, input: [], as: 'found' },
      {
        kind: 'call',
        id: 'add',
        action: 'records.create',
        set: { formId: copy },
        input: [
          { name: 'values/code', value: '"F"' },
          { name: 'values/amount', value: 'found.rows[1].values.amount' },
        ],
      },
    ],
    'start>find find>add',
  );
  const read = await admin.ok(etlTasksApi.columns, {
    body: { node: { ...at, id: 'read', kind: 'formSource', form: copy, columns: [] } },
  });
  task = await released(
    'etl_task',
    '用量汇总',
    drawTask(
      [
        { id: 'read', kind: 'formSource', form: copy, columns: read.columns },
        { id: 'some', kind: 'filter', language: 'feel', expression: 'code != "x"' },
        { id: 'file', kind: 'fileTarget', format: 'parquet', name: 'usage' },
        {
          id: 'write',
          kind: 'formTarget',
          form: sums,
          mode: 'create',
          key: '',
          mapping: [
            { id: 'm1', column: 'code', field: 'code' },
            { id: 'm2', column: 'amount', field: 'amount' },
          ],
        },
      ],
      ['read>some', 'some>file', 'some>write'],
    ),
  );
  const set = await released('dataset', '用量数据集', {
    ...emptyDataSet(),
    source: { is: 'task', task, node: 'file' },
    fields: [
      { id: 'fa', column: 'code', title: { zh: '编号' }, kind: 'text' },
      { id: 'fb', column: 'amount', title: { zh: '用量' }, kind: 'number' },
    ],
  } satisfies DataSet);
  const fileChart = await released('chart', '文件图', {
    ...emptyChart(),
    form: sourceOfSet(set),
    settings: {
      ...emptyChart().settings,
      slots: { x: [{ id: 'u1', field: 'fa' }], y: [{ id: 'u2', field: 'fb', fn: 'sum' }] },
    },
  } satisfies ChartDefinition);
  const chart = await released('chart', '用量图', {
    ...emptyChart(),
    form: sums,
    settings: {
      ...emptyChart().settings,
      slots: { x: [{ id: 'u1', field: 'code' }], y: [{ id: 'u2', field: 'amount', fn: 'sum' }] },
    },
  } satisfies ChartDefinition);
  const panel = { id: 'p1', is: 'chart', chart, title: null, place: { x: 0, y: 0, w: 6, h: 4 } };
  await released('dashboard', '用量看板', { panels: [panel], filters: [], refresh: null });
  await released('gateway_api', '用量接口', {
    ...emptyApi(),
    basePath: '/usage',
    source: { is: 'form', form: sums, person: admin.id },
    operations: formOperations().slice(0, 2),
  });
  await released('gateway_api', '图表接口', {
    ...emptyApi(),
    basePath: '/usage-chart',
    source: { is: 'chart', chart: fileChart, person: admin.id },
    operations: chartOperations(),
  });
  await vi.waitFor(async () => {
    const { id } = await assetOf('form', source);
    const { rows } = await admin.ok(assetsApi.impact, { params: { assetId: id }, query: { direction: 'down' } });
    expect(rows.map(({ title }) => title.zh)).toEqual(
      expect.arrayContaining(['用量接口', '用量看板', '用量图', '文件图', '图表接口']),
    );
  });
}, 600_000);
afterAll(() => server.stop());

const pathTo = async (kind: string, title: string, from: number, fromColumn?: number) => {
  const { rows } = await admin.ok(assetsApi.list, { query: { kind, search: title, limit: 5 } });
  const { steps } = await admin.ok(assetsApi.path, {
    query: { from, to: rows[0]!.id, ...(fromColumn !== undefined && { fromColumn }) },
  });
  return steps!.map(({ node, columnTitle }) => [node.kind, columnTitle?.zh ?? null]);
};

describe('a field on its way', () => {
  test('has versions of columns where there are any, and one of each', async () => {
    await admin.ok(assetsApi.register, { body: { tables: false } });
    const { rows } = await server.platform.owner.query(
      `select a.kind, max(s.number) as most from space_demo.assets_schema s join space_demo.assets_asset a on a.id = s.asset
        where a.kind = 'dashboard' or s.columns = '[]' group by a.kind`,
    );
    expect(rows).toEqual([]);
  });

  test('is one path from the form over flow, data task and form to dashboard and API', async () => {
    const { id } = await assetOf('form', source);
    expect((await pathTo('dashboard', '用量看板', id)).map(([kind]) => kind)).toEqual([
      'form',
      'orchestration',
      'form',
      'etl_task',
      'form',
      'chart',
      'dashboard',
    ]);
    expect((await pathTo('chart', '文件图', id)).map(([kind]) => kind)).toEqual([
      'form',
      'orchestration',
      'form',
      'etl_task',
      'file',
      'dataset',
      'chart',
    ]);
    // all of it as one: field, flow, data task, Parquet, data set, chart, API
    expect((await pathTo('gateway_api', '图表接口', id)).map(([kind]) => kind)).toEqual([
      'form',
      'orchestration',
      'form',
      'etl_task',
      'file',
      'dataset',
      'chart',
      'gateway_api',
    ]);
    expect((await pathTo('gateway_api', '用量接口', id)).map(([kind]) => kind)).toEqual([
      'form',
      'orchestration',
      'form',
      'etl_task',
      'form',
      'gateway_api',
    ]);
  });

  test('is followed by its column, through the Parquet file and the form that the task writes', async () => {
    const { id } = await assetOf('form', copy);
    const column = await columnOf(id, 'amount');
    expect(await pathTo('gateway_api', '用量接口', id, column)).toEqual([
      ['form', '数量'],
      ['etl_task', '写入表单 / 数量'],
      ['form', '数量'],
      ['gateway_api', '数量'],
    ]);
    expect(await pathTo('gateway_api', '图表接口', id, column)).toEqual([
      ['form', '数量'],
      ['etl_task', '写入文件 / 数量'],
      ['file', '数量'],
      ['dataset', '用量'],
      ['chart', '用量'],
      ['gateway_api', '用量'],
    ]);
    expect(await pathTo('chart', '文件图', id, column)).toEqual([
      ['form', '数量'],
      ['etl_task', '写入文件 / 数量'],
      ['file', '数量'],
      ['dataset', '用量'],
      ['chart', '用量'],
    ]);
    const { rows } = await admin.ok(assetsApi.impact, {
      params: { assetId: id },
      query: { column, direction: 'down' },
    });
    expect(rows.map(({ title, columns }) => [title.zh, columns.toSorted()])).toEqual([
      ['用量汇总', ['写入文件 / 数量', '写入表单 / 数量']],
      ['usage.parquet', ['数量']],
      ['月度用量', ['数量']],
      ['用量接口', ['数量']],
      ['用量数据集', ['用量']],
      ['用量图', ['数量']],
      ['文件图', ['用量']],
      ['用量看板', []],
      ['图表接口', ['用量']],
    ]);
  });

  test('a run tells as OpenLineage what it read and wrote, and so does the file of all lineage', async () => {
    await admin.ok(recordsApi.create, {
      params: { formId: copy },
      body: { commandId: randomUUID(), values: { code: 'A', amount: 3 }, slaves: {} },
    });
    const { id: runId } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
    expect((await endOf(admin, runId)).state).toBe('finished');
    const events = await vi.waitFor(async () => {
      const answer = await admin.ok(openLineageApi.events, { query: { limit: 100 } });
      expect(answer.events).toHaveLength(2);
      expect(await admin.ok(openLineageApi.events, { query: { after: answer.next, limit: 100 } })).toEqual({
        events: [],
        next: answer.next,
      });
      return answer.events;
    });
    for (const event of events) expect(againstSpec(event)).toEqual([]);
    const own = 'formwork://localhost/demo';
    const named = (kind: string, ref: string) => ({ namespace: own, name: `${kind}.${ref}` });
    expect(events.map(({ eventType }) => eventType)).toEqual(['START', 'COMPLETE']);
    expect(events[1]).toMatchObject({
      run: { runId },
      job: { ...named('etl_task', task), facets: { jobType: { integration: 'FORMWORK' } } },
      inputs: [named('form', copy)],
    });
    const outputs = events[1]!.outputs as { name: string }[];
    expect(outputs.map(({ name }) => name.split('.')[0]).toSorted()).toEqual(['file', 'form']);
    expect(outputs.find(({ name }) => name === `form.${sums}`)).toMatchObject({
      facets: {
        columnLineage: {
          fields: {
            amount: {
              inputFields: [{ ...named('form', copy), field: 'amount', transformations: [{ type: 'DIRECT' }] }],
            },
          },
          dataset: [
            { ...named('form', copy), field: 'code', transformations: [{ type: 'INDIRECT', subtype: 'FILTER' }] },
          ],
        },
      },
    });
    const file = async (query: string) => (await admin.fetch(`/api/assets/lineage/file?${query}`)).text();
    const lines = (await file('format=openlineage')).trim().split('\n');
    const all = lines.map((line) => JSON.parse(line) as { job?: unknown; dataset?: { name: string } });
    for (const event of all) expect(againstSpec(event)).toEqual([]);
    expect(all.filter(({ job }) => job)).toHaveLength(2);
    const csv = await file(`format=csv&asset=${(await assetOf('form', sums)).id}&direction=down`);
    expect(csv).toContain('form,月度用量,月度用量,amount,数量,gateway_api,');
    expect(csv).not.toContain('领料单');
    // what they may not see is in nobody's file
    const nobody = await server.as('user4');
    expect(await (await nobody.fetch('/api/assets/lineage/file?format=openlineage')).text()).toBe('');
    expect(
      (await (await nobody.fetch('/api/assets/lineage/file?format=csv')).text()).trim().split('\r\n'),
    ).toHaveLength(1);
  });

  test('renamed, names follow wherever they are shown', async () => {
    expect((await releaseForm(copy, '领料汇总', [amount('领用数量')])).status).toBe(200);
    const { id } = await assetOf('form', copy);
    const column = await columnOf(id, 'amount');
    await vi.waitFor(async () =>
      expect((await pathTo('gateway_api', '用量接口', id, column))[0]).toEqual(['form', '领用数量']),
    );
    expect(await (await admin.fetch('/api/assets/lineage/file?format=csv')).text()).toContain(
      'amount,领用数量,etl_task',
    );
  });

  test('to be removed, the list of what breaks names each, and the release asks the same', async () => {
    const { id } = await assetOf('form', sums);
    const column = await columnOf(id, 'amount');
    const { rows } = await admin.ok(assetsApi.impact, {
      params: { assetId: id },
      query: { column, direction: 'down' },
    });
    expect(rows.map(({ title }) => title.zh).toSorted()).toEqual(['用量图', '用量接口', '用量看板']);
    const refused = await releaseForm(sums, '月度用量', []);
    expect(refused.status).toBe(409);
    const { uses } = await admin.ok(formsApi.formUses, { params: { formId: sums } });
    const naming = uses.filter(({ to }) => to.element === 'amount').map(({ title }) => title.zh);
    expect(naming).toEqual(expect.arrayContaining(['用量图', '用量汇总']));
    // the graph keeps the day before: what led where is still to be seen
    const before = new Date().toISOString();
    const chart = (await admin.ok(assetsApi.list, { query: { kind: 'chart', search: '用量图', limit: 5 } })).rows[0]!;
    await admin.ok(definitionsApi.archive, { params: { kind: 'chart', id: chart.address.id }, body: { accept: true } });
    await vi.waitFor(async () => {
      const now = await admin.ok(assetsApi.impact, { params: { assetId: id }, query: { column, direction: 'down' } });
      expect(now.rows.map(({ title }) => title.zh)).not.toContain('用量图');
    });
    const then = await admin.ok(assetsApi.impact, {
      params: { assetId: id },
      query: { column, direction: 'down', at: before },
    });
    expect(then.rows.map(({ title }) => title.zh)).toContain('用量图');
  });
});

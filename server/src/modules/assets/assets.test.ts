import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { retentionApi } from '@formwork/contract/assets/retention.ts';
import type { AssetRow } from '@formwork/contract/assets/asset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LoggedEvent } from '../../platform/events/events.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

import { registerAtNight } from './runs.ts';
import { assetSubscriber } from './subscriber.ts';

let server: TestServer;
let admin: Client;
let nobody: Client;
let formId: string;
let chartId: string;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

const definition: FormDefinition = {
  format: 1,
  title: { zh: '采购订单', en: 'Purchase orders' },
  layout: [],
  titleField: 'code',
  fields: [
    field('text', 'code'),
    field('text', 'phone', { title: { zh: '联系电话' } }),
    field('number', 'amount'),
    field('number', 'rate'),
    field('formula', 'total', { config: { expression: 'amount * rate', result: 'number' } }),
  ],
  tables: [],
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  nobody = await server.as('user4');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '采购' } } });
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const body: ChartDefinition = {
    ...emptyChart(),
    form: formId,
    settings: {
      ...emptyChart().settings,
      slots: { x: [{ id: 'u1', field: 'code' }], y: [{ id: 'u2', field: 'total', fn: 'sum' }] },
    },
  };
  const chart = await admin.ok(definitionsApi.create, {
    params: { kind: 'chart' },
    body: { commandId: randomUUID(), name: { zh: '采购金额' }, draft: body },
  });
  chartId = chart.id;
  await admin.ok(definitionsApi.release, { params: { kind: 'chart', id: chartId }, body: { version: chart.version } });
  await vi.waitFor(async () => {
    expect((await listed()).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['form', 'chart']));
  });
}, 600_000);
afterAll(() => server.stop());

async function listed(query = {}): Promise<AssetRow[]> {
  return (await admin.ok(assetsApi.list, { query: { limit: 50, ...query } })).rows;
}
const named = async (title: string): Promise<AssetRow> =>
  (await listed({ search: title })).find((row) => row.title.zh === title)!;

describe('assets', () => {
  test('register themselves with their columns', async () => {
    const asset = await admin.ok(assetsApi.get, { params: { assetId: (await named('采购订单')).id } });
    expect(asset.columns.map(({ key }) => key)).toEqual(['code', 'phone', 'amount', 'rate', 'total']);
    expect(asset.place).toEqual({ zh: '采购' });
    expect(asset.can.edit).toBe(true);
  });

  test('are found by pinyin and in facets', async () => {
    const found = await admin.ok(assetsApi.find, { query: { search: 'caigou', offset: 0, limit: 30 } });
    expect(found.rows.map(({ title }) => title.zh)).toEqual(expect.arrayContaining(['采购订单', '采购金额']));
    const facets = await admin.ok(assetsApi.facets, { query: { search: '采购' } });
    expect(facets.kind).toEqual(
      expect.arrayContaining([
        { value: 'form', count: 1 },
        { value: 'chart', count: 1 },
      ]),
    );
  });

  test('a misspelt name is found all the same', async () => {
    const found = await admin.ok(assetsApi.find, { query: { search: '采狗订单', offset: 0, limit: 30 } });
    expect(found.instead).toBe('采购订单');
  });

  test('a column is followed from the field through the formula to the chart', async () => {
    const form = await named('采购订单');
    const asset = await admin.ok(assetsApi.get, { params: { assetId: form.id } });
    const amount = asset.columns.find(({ key }) => key === 'amount')!;
    // what leads from one to the other is read after both of them
    await vi.waitFor(async () => {
      const impact = await admin.ok(assetsApi.impact, {
        params: { assetId: form.id },
        query: { column: amount.id, direction: 'down' },
      });
      expect(impact.rows.map(({ title, columns }) => [title.zh, columns])).toEqual([['采购金额', ['total']]]);
    });
    const phone = asset.columns.find(({ key }) => key === 'phone')!;
    const untouched = await admin.ok(assetsApi.impact, {
      params: { assetId: form.id },
      query: { column: phone.id, direction: 'down' },
    });
    expect(untouched).toEqual({ rows: [], hidden: 0 });
    const chart = await named('采购金额');
    // of what a chart hangs on, what is not as it should be may be the cause
    const suspects = async () =>
      (await admin.ok(assetsApi.impact, { params: { assetId: chart.id }, query: { direction: 'up' } })).rows.map(
        ({ title, incidents, changedAt }) => [title.zh, incidents, changedAt],
      );
    expect(await suspects()).toEqual([['采购订单', 0, null]]);
    const { owner } = server.platform;
    await owner.query(
      `insert into space_demo.assets_incident (id, asset, title, state) values (uuidv7(), $1, '空值', 'open'), (uuidv7(), $1, '重复', 'solved')`,
      [form.id],
    );
    expect(await suspects()).toEqual([['采购订单', 1, null]]);
    await owner.query('delete from space_demo.assets_incident where asset = $1', [form.id]);
    const path = await admin.ok(assetsApi.path, { query: { from: form.id, to: chart.id } });
    expect(path.steps?.map(({ node }) => node.title.zh)).toEqual(['采购订单', '采购金额']);
    const graph = await admin.ok(assetsApi.lineage, {
      query: { asset: chart.id, columns: true, depth: 2, direction: 'both' },
    });
    expect(graph.edges.some(({ kind, toColumn }) => kind === 'value' && toColumn !== 0)).toBe(true);
    expect(graph.edges.some(({ kind }) => kind === 'group')).toBe(true);
  });

  test('in whatever order they are told of, what leads from one to the other is there', async () => {
    const { pool } = server.platform;
    const events = [
      { type: 'definitions.released', data: { kind: 'chart', id: chartId } },
      { type: 'forms.released', data: { id: formId } },
    ] as unknown as LoggedEvent[];
    const edges = async () =>
      (
        await pool.query<{ n: number }>(
          `select count(*)::int as n from space_demo.assets_edge e join space_demo.assets_asset a on a.id = e.from_asset join space_demo.assets_asset b on b.id = e.to_asset
            where e.valid_to is null and a.kind = 'form' and b.kind = 'chart'`,
        )
      ).rows[0]!.n;
    const before = await edges();
    expect(before).toBeGreaterThan(0);
    for (const again of [
      () => assetSubscriber.handle(server.platform, 'demo', events),
      () => registerAtNight.run(server.platform),
    ]) {
      await pool.query(
        'delete from space_demo.assets_edge; delete from space_demo.assets_column; delete from space_demo.assets_asset',
      );
      await again();
      expect(await edges()).toBe(before);
    }
  });

  test('who may not see one learns neither its name nor that it is a node', async () => {
    const form = await named('采购订单');
    expect((await nobody.ok(assetsApi.list, { query: { limit: 50 } })).rows).toEqual([]);
    expect(codeOf(await nobody.call(assetsApi.get, { params: { assetId: form.id } }))).toBe('assets.asset.not_found');
    const overview = await nobody.ok(assetsApi.lineage, { query: { depth: 2, direction: 'both', columns: false } });
    expect(overview.nodes).toEqual([]);
    expect(JSON.stringify(overview)).not.toContain('采购');
    expect((await nobody.ok(assetsApi.find, { query: { search: '采购', offset: 0, limit: 30 } })).total).toBe(0);
  });

  test('what lies between is said to be hidden', async () => {
    const form = await named('采购订单');
    const other = await admin.ok(definitionsApi.create, {
      params: { kind: 'chart' },
      body: {
        commandId: randomUUID(),
        name: { zh: '门户图' },
        draft: {
          ...emptyChart(),
          form: formId,
          settings: {
            ...emptyChart().settings,
            slots: { x: [{ id: 'u1', field: 'code' }], y: [{ id: 'u2', field: 'amount', fn: 'sum' }] },
          },
        },
      },
    });
    await admin.ok(definitionsApi.release, {
      params: { kind: 'chart', id: other.id },
      body: { version: other.version },
    });
    await vi.waitFor(async () => expect(await named('门户图')).toBeDefined(), 60_000);
    const [chart, last] = [await named('采购金额'), await named('门户图')];
    await admin.ok(assetsApi.addEdge, {
      body: { from: chart.id, fromColumn: 0, to: last.id, toColumn: 0, reason: '手工汇总' },
    });
    const path = await admin.ok(assetsApi.path, { query: { from: chart.id, to: last.id } });
    expect(path.steps?.at(-1)?.kind).toBe('manual');
    // whoever sees both charts and not the form between gets a path without its name
    for (const id of [chartId, other.id])
      await admin.ok(definitionsApi.putAccess, {
        params: { kind: 'chart', id },
        body: { rules: [{ subject: { kind: 'person', id: nobody.id }, level: 'see' }] },
      });
    const seen = await vi.waitFor(async () => {
      const found = await nobody.ok(assetsApi.lineage, {
        query: { asset: chart.id, depth: 2, direction: 'both', columns: false },
      });
      expect(found.hidden).toBe(1);
      return found;
    });
    expect(JSON.stringify(seen)).not.toContain(form.title.zh);
  });

  test('a release with another field gives a version of the schema, and a renamed one its new name', async () => {
    const fields = definition.fields.map((one) => (one.id === 'phone' ? { ...one, title: { zh: '手机' } } : one));
    await admin.ok(assetQualityApi.follow, {
      params: { assetId: (await named('采购订单')).id },
      body: { followed: true },
    });
    const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
    await admin.ok(formsApi.saveDraft, {
      params: { formId },
      body: {
        expectedVersion: draft.version,
        definition: { ...definition, fields: [...fields, field('date', 'day')] },
      },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: draft.version + 1 } });
    const { id } = await named('采购订单');
    await vi.waitFor(async () => {
      const asset = await admin.ok(assetsApi.get, { params: { assetId: id } });
      expect(asset.columns.map(({ title }) => title.zh)).toEqual(['code', '手机', 'amount', 'rate', 'total', 'day']);
    });
    const { rows: versions } = await admin.ok(assetsApi.schemas, { params: { assetId: id }, query: { limit: 20 } });
    expect(versions.map(({ number }) => number)).toEqual([2, 1]);
    // who follows it is told
    await vi.waitFor(async () => {
      const { rows: items } = await admin.ok(messagesApi.list, { query: { limit: 50 } });
      expect(items.map(({ kind, title }) => [kind, title])).toContainEqual(['assetChanged', '采购订单']);
    });
  });

  test('are described, and a rule puts them into a category', async () => {
    // one condition tree: groups in groups, all or any
    const rule = {
      all: [
        { field: 'kind', operator: 'in' as const, value: ['chart'] },
        {
          any: [
            { field: 'name', operator: 'contains' as const, value: '金额' },
            { field: 'tags', operator: 'hasAny' as const, value: ['没有'] },
          ],
        },
      ],
    };
    const preview = await admin.ok(assetsApi.previewRule, { body: { rule } });
    expect([preview.count, preview.rows.map(({ title }) => title.zh)]).toEqual([1, ['采购金额']]);
    const category = await admin.ok(assetsApi.createCategory, {
      body: {
        parent: null,
        name: { zh: '图表类' },
        about: '',
        rule: { all: [{ field: 'kind', operator: 'in', value: ['chart'] }] },
      },
    });
    const chart = await admin.ok(assetsApi.get, { params: { assetId: (await named('采购金额')).id } });
    expect(chart.category).toBe(category.id);
    const changed = await admin.ok(assetsApi.update, {
      params: { assetId: chart.id },
      body: { version: chart.version, about: '每月采购', tags: ['财务'], certified: 'certified', owner: admin.id },
    });
    expect(changed).toMatchObject({ about: '每月采购', certified: 'certified', certifiedBy: admin.id, tags: ['财务'] });
    expect(
      codeOf(
        await admin.call(assetsApi.update, {
          params: { assetId: chart.id },
          body: { version: chart.version, about: '' },
        }),
      ),
    ).toBe('assets.asset.changed_meanwhile');
  });

  test('of a form, what is kept as ids is shown as people read it', async () => {
    const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
    const options = [{ id: 'mill', label: { zh: '铣床', en: 'Mill' } }];
    const fields = [
      field('text', 'code'),
      field('singleSelect', 'sort', { config: { options } }),
      field('member', 'keeper'),
      field('switch', 'inuse'),
    ];
    const { id } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: { zh: '机床' }, definition: { ...definition, title: { zh: '机床' }, fields } },
    });
    await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
    await admin.ok(recordsApi.create, {
      params: { formId: id },
      body: {
        commandId: randomUUID(),
        values: { code: 'M-1', sort: 'mill', keeper: [admin.id], inuse: true },
        slaves: {},
      },
    });
    const asset = await vi.waitFor(() => admin.ok(assetsApi.ofThing, { params: { kind: 'form', ref: id } }));
    const params = { assetId: asset.id };
    const { name } = await admin.ok(identityApi.me, {});
    // what is yes or no says its type: the page has the words
    expect((await admin.ok(assetsApi.sample, { params })).rows).toEqual([['M-1', '铣床', name, 'true']]);
    const { columns } = await admin.ok(retentionApi.profile, { params });
    expect(columns.map(({ least, top }) => [least, top[0]?.value])).toEqual([
      ['M-1', 'M-1'],
      [null, '铣床'],
      [null, name],
      ['true', 'true'],
    ]);
    const { id: qualityRuleId } = await admin.ok(assetQualityApi.createRule, {
      params,
      body: {
        name: '编号',
        check: { kind: 'pattern', column: 'code', pattern: 'X' },
        severity: 'major',
        tolerance: 0,
        when: 'hand',
        enabled: true,
      },
    });
    const failed = await admin.ok(assetQualityApi.failedRows, { params: { qualityRuleId } });
    expect(failed.rows).toEqual([['M-1', '铣床', name, 'true']]);
  });

  test('phones are proposed, and a steward decides', async () => {
    for (let at = 0; at < 8; at += 1)
      await admin.ok(recordsApi.create, {
        params: { formId },
        body: {
          commandId: randomUUID(),
          values: { code: `P${at}`, phone: `1380013800${at}`, amount: at, rate: 2 },
          slaves: {},
        },
      });
    const { id } = await named('采购订单');
    const sample = await admin.ok(assetsApi.sample, { params: { assetId: id } });
    expect(sample.rows).toHaveLength(8);
    expect(sample.columns.map(({ key }) => key)).toEqual(['code', 'phone', 'amount', 'rate', 'total', 'day']);
    expect(sample.rows[0]).toHaveLength(6);
    expect(await admin.ok(assetsApi.inspect, { params: { assetId: id } })).toEqual({ proposed: 1, rows: 8 });
    const asset = await admin.ok(assetsApi.get, { params: { assetId: id } });
    const phone = asset.columns.find(({ key }) => key === 'phone')!;
    expect(phone).toMatchObject({ proposed: 'mobile', decided: false });
    expect((await listed({ waits: 'proposals' })).map((row) => row.id)).toEqual([id]);
    await admin.ok(assetsApi.updateColumn, {
      params: { assetId: id, columnId: phone.id },
      body: { sensitivity: 'personal' },
    });
    expect((await admin.ok(assetsApi.get, { params: { assetId: id } })).sensitivity).toBe('personal');
    expect(await listed({ waits: 'proposals' })).toEqual([]);
  });

  test('what it takes up is told, and rows that are there for too long', async () => {
    const { id, version } = await admin.ok(assetsApi.get, { params: { assetId: (await named('采购订单')).id } });
    const cost = () => admin.ok(assetsApi.cost, { params: { assetId: id } });
    const { bytes, oldest, overdue } = await cost();
    expect([bytes! > 0, Date.parse(oldest!) > Date.now() - 3_600_000, overdue]).toEqual([true, true, false]);
    await admin.ok(assetsApi.update, { params: { assetId: id }, body: { version, retention: 1 } });
    await server.platform.pool.query(`update space_demo.f_${formId} set created_at = now() - interval '2 days'`);
    expect((await cost()).overdue).toBe(true);
    const chart = await admin.ok(assetsApi.cost, { params: { assetId: (await named('采购金额')).id } });
    expect([chart.rows, chart.bytes, chart.runs]).toEqual([null, null, null]);
    expect((await nobody.call(assetsApi.cost, { params: { assetId: id } })).status).toBe(404);
  });

  test('the overview counts, and registering again changes nothing', async () => {
    const before = await admin.ok(assetsApi.overview, {});
    expect(before.total).toBeGreaterThan(2);
    await admin.ok(assetsApi.register, { body: { tables: false } });
    await vi.waitFor(async () => {
      expect((await admin.ok(assetsApi.overview, {})).registering).toBe(false);
    });
    expect((await admin.ok(assetsApi.overview, {})).total).toBe(before.total);
  });

  test('access is applied for once and granted until it is taken back', async () => {
    const { id } = await named('采购金额');
    const request = await nobody.ok(assetsApi.request, {
      params: { assetId: id },
      body: { reason: '月报', until: null },
    });
    expect(
      codeOf(await nobody.call(assetsApi.request, { params: { assetId: id }, body: { reason: '再来', until: null } })),
    ).toBe('assets.request.asked_already');
    expect((await listed({ waits: 'requests' })).map((row) => row.id)).toEqual([id]);
    expect(await listed({ waits: 'unread' })).toEqual([]);
    await admin.ok(assetsApi.decide, {
      params: { accessRequestId: request.id },
      body: { granted: true, note: '', sensitive: false },
    });
    const { can } = await nobody.ok(definitionsApi.get, { params: { kind: 'chart', id: chartId } });
    expect(can).toContain('use');
  });
});

import type { Condition } from '@formwork/contract/condition/condition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { ViewInput } from '@formwork/contract/views/view.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

const options = [
  { id: 'open', label: { zh: '打开' } },
  { id: 'done', label: { zh: '完成' } },
];
const definition: FormDefinition = {
  format: 1,
  title: { zh: '工单', en: 'Orders' },
  tables: [],
  layout: [],
  titleField: 'name',
  fields: [
    { id: 'name', type: 'text', title: { zh: '名称' }, config: {}, indexed: true },
    { id: 'state', type: 'singleSelect', title: { zh: '状态' }, config: { options } },
    { id: 'amount', type: 'number', title: { zh: '金额' }, config: { decimals: 2 } },
    { id: 'due', type: 'date', title: { zh: '到期' }, config: {} },
    { id: 'cost', type: 'number', title: { zh: '成本' }, config: {} },
  ],
};
const rows = [
  { name: '张三', state: 'open', amount: 1.5, due: '2026-01-05', cost: 10 },
  { name: '李四', state: 'open', amount: 2, due: '2026-01-20', cost: 20 },
  { name: '王五', state: 'done', amount: null, due: '2026-02-01', cost: 30 },
  { name: '阿宝', state: null, amount: 7, due: null, cost: 40 },
  { name: null, state: 'done', amount: 3, due: '2026-02-28', cost: 50 },
];

let server: TestServer;
let admin: Client;
let user: Client;
let appId: string;
let params: { formId: string };

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  ({ id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '视图' } } }));
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  params = { formId };
  const rules: PermissionRule[] = [
    {
      id: 'own',
      subject: { kind: 'role', id: 'user' },
      actions: ['view', 'create', 'edit'],
      scope: 'own',
      fields: { cost: { existing: 'hidden' } },
    },
  ];
  await admin.ok(formsApi.putPermissions, { params, body: { rules } });
  await admin.ok(formsApi.release, { params, body: { draftVersion: 1 } });
  for (const values of rows) await admin.ok(recordsApi.create, { params, body: { values } });
  await user.ok(recordsApi.create, {
    params,
    body: { values: { name: '我的', state: 'open', amount: 5, due: '2026-01-31', cost: 99 } },
  });
});
afterAll(() => server.stop());

const view = (more: Partial<ViewInput> = {}): ViewInput => ({
  type: 'list',
  title: { zh: '全部' },
  scope: 'personal',
  settings: {},
  ...more,
});

describe('labels', () => {
  test('are personal or shared with those they are meant for; others do not find them', async () => {
    const mine = await user.ok(viewsApi.create, { params, body: view({ title: { zh: '我的' }, category: '日常' }) });
    expect(mine).toMatchObject({ scope: 'personal', category: '日常', can: { edit: true } });
    const all = await admin.ok(viewsApi.create, {
      params,
      body: view({ title: { zh: '看板' }, scope: 'shared', type: 'board', settings: { board: { column: 'state' } } }),
    });
    const his = await admin.ok(viewsApi.create, {
      params,
      body: view({ title: { zh: '给他' }, scope: 'shared', audience: [{ kind: 'person', id: user.id }] }),
    });
    const others = await admin.ok(viewsApi.create, {
      params,
      body: view({ title: { zh: '给审计' }, scope: 'shared', audience: [{ kind: 'role', id: 'audit' }] }),
    });
    const found = await user.ok(viewsApi.list, { params });
    expect(found.views.map(({ title }) => title.zh)).toEqual(['我的', '看板', '给他']);
    expect(found).toMatchObject({ chosen: null, can: { share: false } });
    expect((await admin.ok(viewsApi.list, { params })).views.map(({ title }) => title.zh)).toEqual([
      '看板',
      '给他',
      '给审计',
    ]);
    expect(
      await user.call(viewsApi.update, {
        params: { ...params, viewId: his.id },
        body: { ...view({ scope: 'shared' }), expectedVersion: 1 },
      }),
    ).toMatchObject({ status: 403, body: { code: 'views.view.not_yours' } });
    expect(
      await user.call(viewsApi.update, {
        params: { ...params, viewId: his.id },
        body: { ...view({ scope: 'shared', category: '日常' }), expectedVersion: 1 },
      }),
    ).toMatchObject({ status: 403, body: { code: 'views.view.category_refused' } });
    expect((await user.call(viewsApi.remove, { params: { ...params, viewId: others.id } })).status).toBe(404);
    expect((await admin.call(viewsApi.remove, { params: { ...params, viewId: mine.id } })).status).toBe(404);
    expect((await user.call(viewsApi.create, { params, body: view({ scope: 'shared' }) })).status).toBe(403);

    await admin.ok(viewsApi.setDefault, { params: { ...params, viewId: all.id }, body: { isDefault: true } });
    await admin.ok(viewsApi.setDefault, { params: { ...params, viewId: his.id }, body: { isDefault: true } });
    expect(
      (await user.ok(viewsApi.list, { params })).views.filter(({ isDefault }) => isDefault).map(({ id }) => id),
    ).toEqual([his.id]);
    await user.ok(viewsApi.choose, { params, body: { viewId: mine.id } });
    expect((await user.ok(viewsApi.list, { params })).chosen).toBe(mine.id);
    expect((await user.call(viewsApi.choose, { params, body: { viewId: others.id } })).status).toBe(404);

    await admin.ok(viewsApi.order, { params, body: { ids: [his.id, others.id, all.id, mine.id] } });
    expect((await admin.ok(viewsApi.list, { params })).views.map(({ id }) => id)).toEqual([his.id, others.id, all.id]);
    expect((await admin.ok(viewsApi.ofApp, { params: { appId } })).map(({ id }) => id)).toEqual([
      his.id,
      others.id,
      all.id,
    ]);
    await user.ok(viewsApi.remove, { params: { ...params, viewId: mine.id } });
    expect((await user.ok(viewsApi.list, { params })).chosen).toBeNull();
  });

  test('say when somebody saved in between, have a name, and what their type needs', async () => {
    const { id } = await user.ok(viewsApi.create, { params, body: view() });
    const saved = await user.ok(viewsApi.update, {
      params: { ...params, viewId: id },
      body: {
        ...view({
          type: 'pivot',
          settings: { pivot: { rows: [{ field: 'state' }], columns: [], measures: [{ fn: 'count' }] } },
        }),
        expectedVersion: 1,
      },
    });
    expect(saved).toMatchObject({ version: 2, type: 'pivot' });
    expect(
      await user.call(viewsApi.update, { params: { ...params, viewId: id }, body: { ...view(), expectedVersion: 1 } }),
    ).toMatchObject({ status: 409, body: { code: 'views.view.changed' } });
    expect(await user.call(viewsApi.create, { params, body: view({ type: 'calendar' }) })).toMatchObject({
      status: 422,
      body: { code: 'views.view.incomplete' },
    });
    expect((await user.call(viewsApi.create, { params, body: view({ title: { zh: ' ' } }) })).status).toBe(422);
  });

  test('of another space, or of a form one does not see, are not there', async () => {
    const stranger = await server.as('other-admin');
    expect((await stranger.call(viewsApi.list, { params })).status).toBe(404);
    expect((await stranger.call(viewsApi.create, { params, body: view() })).status).toBe(404);
    expect((await stranger.call(viewsApi.pivot, { params, body: {} as never })).status).toBe(404);
    expect(await stranger.ok(viewsApi.ofApp, { params: { appId } })).toEqual([]);
    expect((await (await server.as('audit')).call(viewsApi.list, { params })).status).toBe(404);
  });
});

describe('groups', () => {
  const pivot = (client: Client, body: object) => client.ok(viewsApi.pivot, { params, body: body as never });

  test('are counted and summed on every level, empty ones last', async () => {
    const { groups } = await pivot(admin, {
      rows: [{ field: 'state' }, { field: 'due', step: 'month' }],
      measures: [
        { fn: 'sum', field: 'amount' },
        { fn: 'max', field: 'due' },
      ],
    });
    expect(groups.map(({ rows: keys, count, values }) => [keys, count, ...values])).toEqual([
      [[], 6, '18.5', '2026-02-28'],
      [['open'], 3, '8.5', '2026-01-31'],
      [['done'], 2, '3', '2026-02-28'],
      [[null], 1, '7', null],
      [['open', '2026-01-01'], 3, '8.5', '2026-01-31'],
      [['done', '2026-02-01'], 2, '3', '2026-02-28'],
      [[null, null], 1, '7', null],
    ]);
  });

  test('go across too, with totals over all columns', async () => {
    const { groups } = await pivot(admin, {
      rows: [{ field: 'state' }],
      columns: [{ field: 'due', step: 'quarter' }],
      measures: [
        { fn: 'avg', field: 'amount' },
        { fn: 'empty', field: 'amount' },
        { fn: 'distinct', field: 'state' },
      ],
    });
    expect(groups.find(({ rows: keys, columns }) => keys[0] === 'done' && columns?.[0] === '2026-01-01')).toEqual({
      rows: ['done'],
      columns: ['2026-01-01'],
      count: 2,
      values: ['3', '1', '1'],
    });
    expect(groups.find(({ rows: keys, columns }) => keys.length === 0 && columns === null)).toEqual({
      rows: [],
      columns: null,
      count: 6,
      values: ['3.7', '1', '2'],
    });
  });

  test('that are dear are worked out some seconds later while people write, and say so', async () => {
    const table = `space_${server.spaceId}."f_${params.formId}"`;
    const dear = { rows: [{ field: 'name' }], measures: [{ fn: 'distinct', field: 'state' }] };
    const holder = await server.platform.owner.connect();
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const asked = pivot(admin, dear);
    const counted = admin.ok(recordsApi.count, {
      params,
      query: { filter: JSON.stringify({ field: 'name', operator: 'ne', value: 'dear' }) },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await holder.query('commit');
    holder.release();
    const [first, { total, estimated }] = await Promise.all([asked, counted]);
    expect([first.old, estimated]).toEqual([undefined, false]);
    const { id } = await admin.ok(recordsApi.create, { params, body: { values: { name: 'later' } } });
    expect(await pivot(admin, dear)).toEqual({ ...first, old: true });
    expect(
      await admin.ok(recordsApi.count, {
        params,
        query: { filter: JSON.stringify({ field: 'name', operator: 'ne', value: 'dear' }) },
      }),
    ).toEqual({ total, estimated: true });
    await admin.ok(recordsApi.remove, { params: { ...params, recordId: id } });
  });

  test('hold what the person sees alone: no rows of others, nothing of hidden fields', async () => {
    expect(
      (await pivot(user, { rows: [{ field: 'state' }], measures: [{ fn: 'sum', field: 'cost' }] })).groups,
    ).toEqual([
      { rows: [], columns: null, count: 1, values: [null] },
      { rows: ['open'], columns: null, count: 1, values: [null] },
    ]);
    expect((await pivot(user, { rows: [{ field: 'cost' }] })).groups).toEqual([
      { rows: [], columns: null, count: 1, values: [] },
      { rows: [null], columns: null, count: 1, values: [] },
    ]);
    expect(
      (
        await pivot(admin, {
          rows: [{ field: '_owner' }],
          filter: JSON.stringify({ field: 'name', operator: 'eq', value: '我的' }),
        })
      ).groups[1],
    ).toMatchObject({ rows: [JSON.stringify([user.id])] });
  });

  test('refuse what cannot be grouped or summed', async () => {
    for (const body of [
      { rows: [{ field: 'nothing' }] },
      { measures: [{ fn: 'sum', field: 'name' }] },
      { measures: [{ fn: 'min', field: 'state' }] },
    ]) {
      expect(await admin.call(viewsApi.pivot, { params, body: body as never })).toMatchObject({
        status: 422,
        body: { code: 'records.list.bad_group' },
      });
    }
  });
});

describe('lists', () => {
  const names = (list: { rows: { values: Record<string, unknown> }[] }) => list.rows.map(({ values }) => values.name);
  const list = (query: object) => admin.ok(recordsApi.list, { params, query });

  test('put names in the order of their pinyin', async () => {
    expect(names(await list({ sort: 'name' }))).toEqual(['阿宝', '李四', '王五', '我的', '张三', null]);
    expect(names(await list({ sort: '-name' }))).toEqual(['张三', '我的', '王五', '李四', '阿宝', null]);
  });

  test.each(['name', '-name', 'state,-due', '-amount,name', '_createdAt', '-due,state,amount'])(
    'are read in both directions when ordered by %s',
    async (sort) => {
      const whole = (await list({ sort, limit: 50 })).rows.map(({ id }) => id);
      let cursor: string | undefined;
      const forth: string[] = [];
      let last: string | null = null;
      do {
        const page = await list({ sort, limit: 2, cursor });
        forth.push(...page.rows.map(({ id }) => id));
        last = page.previous;
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(forth).toEqual(whole);
      const back: string[] = [];
      for (
        let page = await list({ sort, limit: 2, cursor: last!, back: true });
        page.rows.length > 0;
        page = await list({ sort, limit: 2, cursor: page.previous!, back: true })
      )
        back.unshift(...page.rows.map(({ id }) => id));
      expect([...back, ...whole.slice(back.length)]).toEqual(whole);
      expect(back.length).toBe(4);
      expect((await list({ sort, limit: 2, back: true })).rows.map(({ id }) => id)).toEqual(whole.slice(-2));
    },
  );

  test('read again some of their records alone', async () => {
    const { rows: all } = await list({ sort: 'name' });
    expect(
      (
        await list({
          sort: 'name',
          ids: [all[3]!.id, all[1]!.id],
          filter: JSON.stringify({ field: 'name', operator: 'ne', value: '李四' }),
        })
      ).rows.map(({ id }) => id),
    ).toEqual([all[3]!.id]);
  });
});

describe('arrangements', () => {
  test('are kept for each person by list and label, and go with the label', async () => {
    const mine = await user.ok(viewsApi.create, { params, body: view({ title: { zh: '窄的' } }) });
    await user.ok(viewsApi.arrange, {
      params,
      body: { viewId: null, settings: { columns: ['name', 'due'], widths: { name: 222 } } },
    });
    await user.ok(viewsApi.arrange, { params, body: { viewId: mine.id, settings: { height: 'relaxed' } } });
    await user.ok(viewsApi.arrange, { params, body: { viewId: mine.id, settings: { height: 'compact' } } });
    expect((await user.ok(viewsApi.list, { params })).arrangements).toEqual({
      all: { columns: ['name', 'due'], widths: { name: 222 } },
      [mine.id]: { height: 'compact' },
    });
    expect((await admin.ok(viewsApi.list, { params })).arrangements).toEqual({});
    expect((await admin.call(viewsApi.arrange, { params, body: { viewId: mine.id, settings: {} } })).status).toBe(404);
    await user.ok(viewsApi.remove, { params: { ...params, viewId: mine.id } });
    await user.ok(viewsApi.arrange, { params, body: { viewId: null, settings: null } });
    expect((await user.ok(viewsApi.list, { params })).arrangements).toEqual({});
  });
});

describe('shared labels', () => {
  test('say nothing of what hidden fields are compared with', async () => {
    const seen = { field: 'state', operator: 'eq' as const, value: 'open' };
    const secret = { field: 'cost', operator: 'gt' as const, value: 4711 };
    const { id } = await admin.ok(viewsApi.create, {
      params,
      body: view({
        title: { zh: '贵的' },
        scope: 'shared',
        settings: {
          filter: { all: [seen, { any: [secret] }] },
          colours: [
            { condition: secret, colour: 'red' },
            { condition: seen, colour: 'red' },
          ],
        } as never,
      }),
    });
    const found = (await user.ok(viewsApi.list, { params })).views.find((one) => one.id === id)!;
    expect(JSON.stringify(found)).not.toContain('4711');
    expect(found).toMatchObject({
      partial: true,
      settings: { filter: { all: [seen] }, colours: [{ condition: seen }] },
    });
    expect(JSON.stringify((await admin.ok(viewsApi.list, { params })).views.find((one) => one.id === id))).toContain(
      '4711',
    );
    await admin.ok(viewsApi.remove, { params: { ...params, viewId: id } });
  });

  test('go along when an application is copied', async () => {
    await admin.ok(viewsApi.create, {
      params,
      body: view({
        title: { zh: '随应用' },
        scope: 'shared',
        settings: { filter: { field: 'state', operator: 'eq', value: 'open' } },
      }),
    });
    const { appId: copy } = await admin.ok(formsApi.copyApp, {
      params: { appId },
      body: { title: { zh: '副本' }, withRules: true },
    });
    const copies = await vi.waitFor(async () => {
      const views = await admin.ok(viewsApi.ofApp, { params: { appId: copy } });
      expect(views.length).toBeGreaterThan(0);
      return views;
    });
    const originals = await admin.ok(viewsApi.ofApp, { params: { appId } });
    expect(copies.map(({ title, settings }) => [title, settings])).toEqual(
      originals.filter(({ formId }) => formId === params.formId).map(({ title, settings }) => [title, settings]),
    );
    expect(copies.every(({ id }) => !originals.some((one) => one.id === id))).toBe(true);
  });
});

describe('occupancy that refuses', () => {
  test('keeps a resource from being taken twice at a time wherever records are saved, as far as a shared label says so', async () => {
    const booking: FormDefinition = {
      format: 1,
      title: { zh: '借用' },
      tables: [],
      layout: [],
      titleField: 'what',
      fields: [
        { id: 'what', type: 'text', title: { zh: '事由' }, config: {} },
        {
          id: 'car',
          type: 'singleSelect',
          title: { zh: '车辆' },
          config: {
            options: [
              { id: 'one', label: { zh: '一号' } },
              { id: 'two', label: { zh: '二号' } },
            ],
          },
        },
        { id: 'from', type: 'date', title: { zh: '从' }, config: {} },
        { id: 'until', type: 'date', title: { zh: '到' }, config: {} },
      ],
    };
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: booking.title, definition: booking },
    });
    const at = { params: { formId } };
    await admin.ok(formsApi.release, { ...at, body: { draftVersion: 1 } });
    const take = (car: string, from: string, until: string | null) =>
      admin.call(recordsApi.create, { ...at, body: { values: { what: 'x', car, from, until } } });
    const occupancy = { resource: 'car', start: 'from', end: 'until', conflict: 'refuse' as const };
    // a person's own label binds nobody
    await admin.ok(viewsApi.create, { ...at, body: view({ type: 'occupancy', settings: { occupancy } }) });
    expect((await take('one', '2026-03-01', '2026-03-05')).status).toBe(200);
    expect((await take('one', '2026-03-05', null)).status).toBe(200);
    const shared = await admin.ok(viewsApi.create, {
      ...at,
      body: view({ type: 'occupancy', scope: 'shared', settings: { occupancy } }),
    });
    await vi.waitFor(async () => expect((await take('two', '2020-01-01', '2020-01-02')).status).toBe(409));
    const refused = await take('one', '2026-03-04', '2026-03-09');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'records.record.slot_taken', fields: [{ path: 'from', code: 'records.value.slot_taken' }] },
    });
    expect((await take('two', '2026-03-04', '2026-03-09')).status).toBe(200);
    const free = await take('one', '2026-03-06', '2026-03-07');
    expect(free.status).toBe(200);
    const { id } = free.body as { id: string };
    const move = (values: Record<string, string>, expectedVersion: number) =>
      admin.call(recordsApi.update, { params: { formId, recordId: id }, body: { expectedVersion, values } });
    expect((await move({ car: 'two' }, 1)).status).toBe(409);
    // what stays as it is may be saved although others overlap by now
    expect((await move({ what: 'y' }, 1)).status).toBe(200);
    // of two at the same moment one is refused
    const both = await Promise.all([take('two', '2026-04-01', '2026-04-02'), take('two', '2026-04-02', '2026-04-03')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await admin.ok(viewsApi.update, {
      params: { formId, viewId: shared.id },
      body: {
        ...view({ type: 'occupancy', scope: 'shared', settings: { occupancy: { ...occupancy, conflict: 'show' } } }),
        expectedVersion: 1,
      },
    });
    await vi.waitFor(async () => expect((await take('two', '2026-04-01', '2026-04-02')).status).toBe(200));
  });
});

describe('board limits', () => {
  const cards: FormDefinition = {
    format: 1,
    title: { zh: '任务' },
    tables: [],
    layout: [],
    titleField: 'what',
    fields: [
      { id: 'what', type: 'text', title: { zh: '事项' }, config: {} },
      {
        id: 'state',
        type: 'singleSelect',
        title: { zh: '状态' },
        config: {
          options: [
            { id: 'todo', label: { zh: '待办' } },
            { id: 'doing', label: { zh: '进行中', en: 'Doing' } },
            { id: 'done', label: { zh: '完成' } },
          ],
        },
      },
    ],
  };
  const make = async () => {
    const { id: formId } = await admin.ok(formsApi.createForm, {
      params: { appId },
      body: { title: cards.title, definition: cards },
    });
    await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
    const limited = (limits: Record<string, number>, filter?: Condition) =>
      view({
        type: 'board',
        scope: 'shared',
        settings: { board: { column: 'state', limits }, ...(filter && { filter }) },
      });
    const add = (what: string, state: string) =>
      admin.call(recordsApi.create, { params: { formId }, body: { values: { what, state } } });
    const move = (recordId: string, state: string, expectedVersion = 1) =>
      admin.call(recordsApi.update, { params: { formId, recordId }, body: { expectedVersion, values: { state } } });
    const standing = async (state: string) =>
      (
        await admin.ok(recordsApi.list, {
          params: { formId },
          query: { filter: JSON.stringify({ field: 'state', operator: 'eq', value: state }), limit: 100 },
        })
      ).rows.length;
    return { formId, limited, add, move, standing };
  };

  test('are kept wherever records are saved, by twenty who move at the same moment as well', async () => {
    const { formId, limited, add, move, standing } = await make();
    const ids = (await Promise.all(Array.from({ length: 20 }, (_, n) => add(`t${n}`, 'todo')))).map(
      ({ body }) => (body as { id: string }).id,
    );
    // a person's own label binds nobody
    await admin.ok(viewsApi.create, { params: { formId }, body: { ...limited({ doing: 1 }), scope: 'personal' } });
    const label = await admin.ok(viewsApi.create, { params: { formId }, body: limited({ doing: 3 }) });
    for (const name of ['a', 'b', 'c'])
      await vi.waitFor(async () => expect((await add(name, 'doing')).status).toBe(200));
    await vi.waitFor(async () => expect((await add('d', 'doing')).status).toBe(409));
    const before = await standing('doing');
    await admin.ok(viewsApi.update, {
      params: { formId, viewId: label.id },
      body: { ...limited({ doing: before + 5 }), expectedVersion: 1 },
    });
    await vi.waitFor(async () => {
      const probe = await add('e', 'doing');
      expect(probe.status).toBe(200);
      await admin.ok(recordsApi.remove, { params: { formId, recordId: (probe.body as { id: string }).id } });
    });
    const moved = await Promise.all(ids.map((id) => move(id, 'doing')));
    expect(moved.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await standing('doing')).toBe(before + 5);
    expect(moved.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: {
        code: 'records.record.column_full',
        data: { column: '进行中', limit: before + 5 },
        fields: [{ path: 'state', code: 'records.value.column_full' }],
      },
    });
    // who stands in it may be changed in other things, and leaves a place behind
    const inside = ids[moved.findIndex(({ status }) => status === 200)]!;
    expect(
      (
        await admin.call(recordsApi.update, {
          params: { formId, recordId: inside },
          body: { expectedVersion: 2, values: { what: 'x' } },
        })
      ).status,
    ).toBe(200);
    expect((await move(inside, 'done', 3)).status).toBe(200);
    expect(
      (await Promise.all(['f', 'g', 'h'].map((what) => add(what, 'doing')))).map(({ status }) => status).toSorted(),
    ).toEqual([200, 409, 409]);
    expect(await standing('doing')).toBe(before + 5);
  });

  test('keep records with whoever leaves that would come into a column that is full', async () => {
    const { formId, limited, standing } = await make();
    await admin.ok(formsApi.putPermissions, {
      params: { formId },
      body: {
        rules: [{ id: 'all', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' }],
      },
    });
    const add = (who: Client, what: string, state: string) =>
      who.call(recordsApi.create, { params: { formId }, body: { values: { what, state } } });
    await admin.ok(viewsApi.create, {
      params: { formId },
      body: limited({ doing: 2 }, { field: '_owner', operator: 'hasAny', value: [user.id] }),
    });
    expect((await add(user, 'u', 'doing')).status).toBe(200);
    // the rule has come when a third one is refused
    await vi.waitFor(async () => {
      const filled = [await add(user, 'probe', 'doing'), await add(user, 'probe', 'doing')];
      for (const { status, body } of filled)
        if (status === 200)
          await admin.ok(recordsApi.remove, { params: { formId, recordId: (body as { id: string }).id } });
      expect(filled.map(({ status }) => status)).toEqual([200, 409]);
    });
    for (const what of ['a', 'b', 'c']) expect((await add(admin, what, 'doing')).status).toBe(200);
    expect((await add(admin, 'd', 'todo')).status).toBe(200);
    const { jobId } = await admin.ok(organizationApi.handOver, {
      params: { personId: admin.id },
      body: { toId: user.id, parts: ['records'], disable: false },
    });
    const result = await vi.waitFor(async () => {
      const job = await admin.ok(runsApi.get, { params: { runId: jobId } });
      expect(job.state).toBe('finished');
      return job.result as { kept: number };
    });
    expect(result.kept).toBeGreaterThanOrEqual(2);
    const owned = (await admin.ok(recordsApi.list, { params: { formId }, query: {} })).rows
      .filter(({ values }) => (values._owner as string[])[0] === user.id)
      .map(({ values }) => values.state);
    expect(owned.toSorted()).toEqual(['doing', 'doing', 'todo']);
    expect(await standing('doing')).toBe(4);
  });

  test('count what the board shows', async () => {
    const { formId, limited, add, move } = await make();
    await admin.ok(viewsApi.create, {
      params: { formId },
      body: limited({ doing: 1 }, { field: 'what', operator: 'startsWith', value: 'ours' }),
    });
    expect((await add('ours 1', 'doing')).status).toBe(200);
    await vi.waitFor(async () => expect((await add('ours 2', 'doing')).status).toBe(409));
    const other = await add('theirs', 'doing');
    expect(other.status).toBe(200);
    const { id } = other.body as { id: string };
    // comes onto the board, into a column that is full
    expect(
      (
        await admin.call(recordsApi.update, {
          params: { formId, recordId: id },
          body: { expectedVersion: 1, values: { what: 'ours 3' } },
        })
      ).status,
    ).toBe(409);
    expect((await move(id, 'done')).status).toBe(200);
    expect(
      (
        await admin.call(recordsApi.update, {
          params: { formId, recordId: id },
          body: { expectedVersion: 2, values: { what: 'ours 3' } },
        })
      ).status,
    ).toBe(200);
    expect((await move(id, 'doing', 3)).status).toBe(409);
  });
});

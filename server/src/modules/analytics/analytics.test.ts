import { randomUUID } from 'node:crypto';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { ChartSettings, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { readZip } from './testing/read-zip.ts';

let server: TestServer;
let admin: Client;
/** Sees all but the cost. */
let reader: Client;
/** Sees their own. */
let worker: Client;
/** No right on the form. */
let nobody: Client;
let formId: string;

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  [reader, worker, nobody] = [await server.as('user2'), await server.as('user3'), await server.as('user4')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '检修单', en: 'Repairs' },
    layout: [],
    titleField: 'line',
    fields: [
      field('singleSelect', 'line', {
        config: {
          options: [
            { id: 'a', label: { zh: '一线', en: 'Line 1' }, color: 'red' },
            { id: 'b', label: { zh: '二线', en: 'Line 2' } },
          ],
        },
      }),
      field('number', 'hours', { config: { decimals: 1 } }),
      field('number', 'cost'),
      field('date', 'day'),
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
  const make = (who: Client, values: Record<string, unknown>) =>
    who.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
  await make(admin, { line: 'a', hours: 1.5, cost: 10, day: '2026-01-05', who: [admin.id] });
  await make(admin, { line: 'a', hours: 2, cost: 20, day: '2026-02-05', who: [admin.id] });
  await make(admin, { line: 'b', hours: 4, cost: 40, day: '2026-02-20' });
  await make(worker, { line: 'b', hours: 8, cost: 80, day: '2026-02-21', who: [worker.id] });
});
afterAll(() => server.stop());

type Uses = Partial<Record<ChartSlot, (Partial<ChartUse> & { field: string })[]>>;
function chart(kind: ChartSettings['kind'], slots: Uses, more: Partial<ChartDefinition> = {}): ChartDefinition {
  const named = Object.fromEntries(
    Object.entries(slots).map(([slot, uses]) => [slot, uses.map((use, at) => ({ id: `${slot}${at}`, ...use }))]),
  );
  const empty = emptyChart();
  return { ...empty, form: formId, settings: { ...empty.settings, kind, slots: named }, ...more };
}
const ask = (who: Client, definition: ChartDefinition, picks: { form: string; where: unknown }[] = []) =>
  who.call(analyticsApi.query, { body: { chart: definition, picks: picks as never } });
const rows = async (who: Client, definition: ChartDefinition, picks: { form: string; where: unknown }[] = []) =>
  (await who.ok(analyticsApi.query, { body: { chart: definition, picks: picks as never } })).rows;

const hoursByLine = () => chart('bar', { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'sum' }] });

describe('a result', () => {
  test('counts and sums by groups, with the words of the keys', async () => {
    const answer = await admin.ok(analyticsApi.query, {
      body: {
        chart: chart('bar', {
          x: [{ field: 'line' }],
          y: [
            { field: 'hours', fn: 'sum' },
            { field: '', fn: 'count' },
            { field: 'hours', fn: 'median' },
          ],
        }),
      },
    } as never);
    expect(answer.rows).toEqual([
      ['a', '3.5', '2', '1.75'],
      ['b', '12', '2', '6'],
    ]);
    expect(answer.columns[0]).toMatchObject({
      title: 'line',
      kind: 'text',
      labels: { a: '一线', b: '二线' },
      hues: { a: 'red' },
    });
    expect(answer.columns.map(({ additive }) => additive)).toEqual([undefined, true, true, false]);
  });

  test('groups days by stretches and names people', async () => {
    expect(
      await rows(admin, chart('line', { x: [{ field: 'day', step: 'month' }], y: [{ field: '', fn: 'count' }] })),
    ).toEqual([
      ['2026-01-01', '1'],
      ['2026-02-01', '3'],
    ]);
    const { columns } = await admin.ok(analyticsApi.query, {
      body: { chart: chart('bar', { x: [{ field: 'who' }], y: [{ field: '', fn: 'count' }] }) },
    } as never);
    expect(Object.keys(columns[0]!.labels ?? {})).toContain(`["${admin.id}"]`);
  });

  test('has subtotals on every level of a pivot, worked out and not added', async () => {
    const answer = await admin.ok(analyticsApi.query, {
      body: {
        chart: chart('pivot', {
          row: [{ field: 'line' }],
          column: [{ field: 'day', step: 'month' }],
          y: [{ field: 'hours', fn: 'avg' }],
        }),
      },
    } as never);
    expect(answer.rows).toHaveLength(3);
    expect(answer.totals).toEqual(
      expect.arrayContaining([
        { rows: 0, columns: 0, cells: [null, null, '3.875'] },
        { rows: 1, columns: 0, cells: ['b', null, '6'] },
        { rows: 0, columns: 1, cells: [null, '2026-02-01', expect.stringMatching(/^4\.66/)] },
      ]),
    );
  });

  test('shows single records where nothing is worked out', async () => {
    expect(
      (await rows(admin, chart('scatter', { x: [{ field: 'hours' }], y: [{ field: 'cost' }] }))).toSorted(),
    ).toEqual([
      ['1.5', '10'],
      ['2', '20'],
      ['4', '40'],
      ['8', '80'],
    ]);
  });

  test('is narrowed by its own condition and by what the viewer picks of its form', async () => {
    const later = { ...hoursByLine(), where: { field: 'hours', operator: 'gt', value: 2 } as Condition };
    expect(await rows(admin, later)).toEqual([['b', '12']]);
    const pick = (form: string) => [{ form, where: { field: 'line', operator: 'eq', value: 'a' } }];
    expect(await rows(admin, hoursByLine(), pick(formId))).toEqual([['a', '3.5']]);
    expect(await rows(admin, hoursByLine(), pick('other'))).toHaveLength(2);
  });
});

describe('figures', () => {
  const figures = (use: Partial<ChartUse>) =>
    chart('line', { x: [{ field: 'day', step: 'month' }], y: [{ field: 'hours', fn: 'sum', ...use }] });

  test('are worked out of others, in the subtotals too', async () => {
    const calc = {
      expression: 'a / b',
      parts: [
        { name: 'a', field: 'cost', fn: 'sum' as const },
        { name: 'b', field: 'hours', fn: 'sum' as const },
      ],
    };
    const y = [{ field: '', calc }];
    expect(await rows(admin, chart('bar', { x: [{ field: 'line' }], y }))).toEqual([
      ['a', expect.stringMatching(/^8\.571428/)],
      ['b', '10'],
    ]);
    const answer = await admin.ok(analyticsApi.query, {
      body: { chart: chart('pivot', { row: [{ field: 'line' }], y }), picks: [] },
    });
    expect(answer.totals?.[0]?.cells[1]).toMatch(/^9\.677419/);
    const none = { ...calc, expression: 'a / (b - b)' };
    expect(await rows(admin, chart('kpi', { y: [{ field: '', calc: none }] }))).toEqual([[null]]);
    // a hidden field is not to be had by an expression either
    expect(codeOf(await ask(reader, chart('kpi', { y })))).toBe('analytics.field_unseen');
  });

  test.each([
    ['running', ['1.5', '15.5']],
    ['previous', [null, '1.5']],
    ['rank', ['2', '1']],
    ['share', ['0.0967741935483871', '0.903225806451613']],
    ['change', [null, '8.33333333333333']],
    ['year', [null, null]],
    ['yearChange', [null, null]],
  ] as const)('are held against others: %s', async (versus, expected) => {
    expect((await rows(admin, figures({ versus }))).map(([, figure]) => figure)).toEqual(expected);
  });

  test('say which groups are shown at all, by what each who looks sees of them', async () => {
    const only = (...limits: NonNullable<ChartUse['only']>) =>
      chart('bar', { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'sum', only: limits }] });
    expect(await rows(admin, only({ is: 'gt', value: '3.5' }))).toEqual([['b', '12']]);
    expect(await rows(admin, only({ is: 'gte', value: '3.5' }, { is: 'lt', value: '12' }))).toEqual([['a', '3.5']]);
    expect(await rows(worker, only({ is: 'lt', value: '12' }))).toEqual([['b', '8']]);
    const hidden = chart('bar', {
      x: [{ field: 'line' }],
      y: [
        { field: '', fn: 'count' },
        { field: 'cost', fn: 'sum', only: [{ is: 'gt', value: '30' }] },
      ],
    });
    expect(codeOf(await ask(reader, hidden))).toBe('analytics.field_unseen');
    // totals are of what is shown; a group without a value is a group
    const pivot = chart('pivot', {
      row: [{ field: 'line' }],
      column: [{ field: 'who' }],
      y: [{ field: 'hours', fn: 'avg', only: [{ is: 'lte', value: '4' }] }],
    });
    const { body } = await ask(admin, pivot);
    expect(body.rows.map((row) => [row[0], row[2]])).toEqual([
      ['a', '1.75'],
      ['b', '4'],
    ]);
    expect(body.totals?.find((total) => total.rows === 0 && total.columns === 0)?.cells.at(-1)).toBe('2.5');
    const wrong = chart('bar', {
      x: [{ field: 'line' }],
      y: [{ field: 'day', fn: 'max', only: [{ is: 'gt', value: '1' }] }],
    });
    expect((await ask(admin, wrong)).status).toBe(403);
    const said = chart('bar', {
      x: [{ field: 'line' }],
      y: [{ field: 'hours', fn: 'sum', only: [{ is: 'gt', value: '1) or (1=1' }] }],
    });
    expect((await ask(admin, said)).status).toBe(422);
  });

  test('go down a level below what was clicked', async () => {
    const bars = hoursByLine();
    const levelled = { ...bars, settings: { ...bars.settings, drill: [{ field: 'day', step: 'month' as const }] } };
    const picks = [{ form: formId, where: { field: 'line', operator: 'eq', value: 'b' } as Condition }];
    const { rows: below } = await admin.ok(analyticsApi.query, { body: { chart: levelled, picks, level: 1 } });
    expect(below).toEqual([['2026-02-01', '12']]);
  });
});

describe('rights', () => {
  test('each sees a chart by their own on the records', async () => {
    expect(await rows(worker, hoursByLine())).toEqual([['b', '8']]);
    expect(await rows(reader, hoursByLine())).toEqual([
      ['a', '3.5'],
      ['b', '12'],
    ]);
    expect(codeOf(await ask(nobody, hoursByLine()))).toBe('analytics.no_right');
    expect((await nobody.call(analyticsApi.source, { params: { formId } })).status).toBe(404);
    // in another space there is no such form
    expect(codeOf(await ask(await server.as('other-admin'), hoursByLine()))).toBe('analytics.source_gone');
  });

  test('a hidden field is no source, no figure, no group and no filter', async () => {
    const { fields } = await reader.ok(analyticsApi.source, { params: { formId } });
    expect(fields.map(({ id }) => id)).not.toContain('cost');
    for (const hidden of [
      chart('kpi', { y: [{ field: 'cost', fn: 'sum' }] }),
      chart('bar', { x: [{ field: 'cost' }], y: [{ field: '', fn: 'count' }] }),
      chart('scatter', { x: [{ field: 'hours' }], y: [{ field: 'cost' }] }),
      { ...hoursByLine(), where: { field: 'cost', operator: 'gt', value: 1 } as Condition },
    ]) {
      const answer = await ask(reader, hidden);
      const cells = (answer.body as { rows?: unknown[][] }).rows?.flat() ?? [];
      expect([answer.status, cells.filter((cell) => ['10', '20', '40', '80', '150'].includes(String(cell)))]).toEqual([
        'where' in hidden && hidden.where !== null ? 200 : 403,
        [],
      ]);
    }
    // a condition on what one does not see finds what it finds among nothing
    const filtered = { ...hoursByLine(), where: { field: 'cost', operator: 'gt', value: 1 } as Condition };
    expect(((await ask(reader, filtered)).body as { rows?: unknown[] }).rows ?? []).toEqual([]);
    expect((await ask(admin, chart('kpi', { y: [{ field: 'cost', fn: 'sum' }] }))).status).toBe(200);
  });
});

describe('a dashboard', () => {
  const begin = async (who: Client, kind: 'chart' | 'dashboard' | 'screen', draft: unknown) =>
    (
      await who.ok(definitionsApi.create, {
        params: { kind },
        body: { commandId: randomUUID(), name: { zh: '工时' }, draft },
      })
    ).id;
  const release = (who: Client, kind: string, id: string) =>
    who.call(definitionsApi.release, { params: { kind, id }, body: { version: 1 } });

  test('shows charts to whoever may see it, by their own rights; gone ones say so', async () => {
    const chartId = await begin(admin, 'chart', hoursByLine());
    expect(codeOf(await admin.call(analyticsApi.chart, { params: { chartId }, body: {} } as never))).toBe(
      'analytics.chart.gone',
    );
    // also at an address that no id was ever like
    expect(codeOf(await admin.call(analyticsApi.chart, { params: { chartId: 'xyz' }, body: {} } as never))).toBe(
      'analytics.chart.gone',
    );
    expect(codeOf(await admin.call(analyticsApi.dashboard, { params: { dashboardId: 'xyz' } }))).toBe(
      'analytics.dashboard.gone',
    );
    expect(codeOf(await admin.call(analyticsApi.screen, { params: { screenId: 'xyz' } }))).toBe(
      'analytics.screen.gone',
    );
    expect((await release(admin, 'chart', chartId)).status).toBe(200);
    const dashboardId = await begin(admin, 'dashboard', {
      panels: [
        { id: 'p1', is: 'chart', chart: chartId, title: null, place: { x: 0, y: 0, w: 12, h: 8 } },
        { id: 'p2', is: 'text', text: { zh: '说明' }, place: { x: 12, y: 0, w: 12, h: 8 } },
      ],
      filters: [],
      refresh: null,
    });
    expect((await release(admin, 'dashboard', dashboardId)).status).toBe(200);
    expect(codeOf(await reader.call(analyticsApi.dashboard, { params: { dashboardId } }))).toBe(
      'analytics.dashboard.gone',
    );
    await admin.ok(definitionsApi.putAccess, {
      params: { kind: 'dashboard', id: dashboardId },
      body: { rules: [{ subject: { kind: 'everyone' }, level: 'see' }] },
    });
    const panel = (who: Client, panelId = 'p1') =>
      who.call(analyticsApi.panel, { params: { dashboardId, panelId }, body: {} } as never);
    expect(await reader.ok(analyticsApi.dashboard, { params: { dashboardId } })).toMatchObject({
      name: { zh: '工时' },
      mayEdit: false,
    });
    expect(((await panel(worker)).body as { result: { rows: unknown } }).result.rows).toEqual([['b', '8']]);
    expect(codeOf(await panel(nobody))).toBe('analytics.no_right');
    expect(codeOf(await panel(reader, 'p2'))).toBe('analytics.panel.gone');
    expect(codeOf(await reader.call(analyticsApi.chart, { params: { chartId }, body: {} } as never))).toBe(
      'analytics.chart.gone',
    );
    await admin.ok(definitionsApi.archive, { params: { kind: 'chart', id: chartId }, body: { accept: true } });
    expect(codeOf(await panel(worker))).toBe('analytics.chart.gone');
  });

  test('takes away, filters and shows on a screen what each may see, and nothing of a hidden field', async () => {
    const seen = { ...hoursByLine(), where: { field: 'cost', operator: 'gt', value: 15 } as Condition };
    const open = await begin(admin, 'chart', hoursByLine());
    const hidden = await begin(
      admin,
      'chart',
      chart('bar', { x: [{ field: 'line' }], y: [{ field: 'cost', fn: 'sum' }] }),
    );
    const narrowed = await begin(admin, 'chart', seen);
    for (const id of [open, hidden, narrowed]) expect((await release(admin, 'chart', id)).status).toBe(200);
    const panel = (id: string, of: string) => ({
      id,
      is: 'chart',
      chart: of,
      title: null,
      place: { x: 0, y: 0, w: 12, h: 8 },
    });
    const dashboardId = await begin(admin, 'dashboard', {
      panels: [panel('p1', open), panel('p2', hidden), panel('p3', narrowed)],
      filters: [
        { id: 'f1', form: formId, field: 'line' },
        { id: 'f2', form: formId, field: 'cost' },
        { id: 'f3', form: formId, field: 'who' },
      ],
      refresh: null,
    });
    const screenId = await begin(admin, 'screen', {
      ...emptyScreen(),
      elements: [
        { id: 'e1', name: '工时', is: 'chart', chart: open, x: 0, y: 0, w: 400, h: 300 },
        { id: 'e2', name: '费用', is: 'digits', size: 40, chart: hidden, x: 0, y: 0, w: 400, h: 300 },
        { id: 'e3', name: '时钟', is: 'clock', size: 40, shows: 'both', x: 0, y: 0, w: 400, h: 300 },
        ...['line', 'cost'].map((one, at) => ({
          id: `e${at + 4}`,
          name: one,
          is: 'filter',
          size: 18,
          filter: { form: formId, field: one },
          x: 0,
          y: 0,
          w: 400,
          h: 40,
        })),
      ],
    });
    for (const [kind, id] of [
      ['dashboard', dashboardId],
      ['screen', screenId],
    ] as const) {
      expect((await release(admin, kind, id)).status).toBe(200);
      await admin.ok(definitionsApi.putAccess, {
        params: { kind, id },
        body: { rules: [{ subject: { kind: 'everyone' }, level: 'see' }] },
      });
    }
    const params = { dashboardId, panelId: 'p1' };
    const csv = async (who: Client, panelId = 'p1') =>
      (await who.call(analyticsApi.panelFile, { params: { ...params, panelId }, query: { format: 'csv' } })).body;
    expect(await csv(reader)).toBe('line,hours\r\n一线,3.5\r\n二线,12\r\n');
    expect(await csv(worker)).toBe('line,hours\r\n二线,8\r\n');
    expect(await csv(reader, 'p2')).toMatchObject({ code: 'analytics.field_unseen' });
    const xlsx = await reader.call(analyticsApi.panelFile, { params, query: { format: 'xlsx' } });
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml');
    const values = async (who: Client, filterId: string) => {
      const { status, body } = await who.call(analyticsApi.filterValues, {
        params: { dashboardId, filterId },
        body: { picks: [] },
      });
      return status === 200 ? (body as { rows: unknown[][] }).rows : status;
    };
    expect(await values(reader, 'f1')).toEqual([
      ['a', '2'],
      ['b', '2'],
    ]);
    expect(await values(worker, 'f1')).toEqual([['b', '1']]);
    expect(await values(reader, 'f2')).toBe(403);
    expect(await values(worker, 'f3')).toEqual([[worker.id, '1']]);
    expect(await values(nobody, 'f1')).toBe(403);
    expect(await values(admin, 'f9')).toBe(404);
    // the condition on the hidden field is not told to whoever may not see it
    const shown = (who: Client) =>
      who.ok(analyticsApi.panel, { params: { dashboardId, panelId: 'p3' }, body: { picks: [] } });
    expect(JSON.stringify(await shown(admin))).toContain('"cost"');
    expect(JSON.stringify(await shown(reader))).not.toContain('"cost"');
    // neither is a filter by it
    for (const [who, tells] of [
      [admin, true],
      [reader, false],
    ] as const) {
      const board = await who.ok(analyticsApi.dashboard, { params: { dashboardId } });
      const screen = await who.ok(analyticsApi.screen, { params: { screenId } });
      for (const { definition } of [board, screen]) {
        expect(JSON.stringify(definition).includes('"cost"')).toBe(tells);
        expect(JSON.stringify(definition)).toContain('"line"');
      }
    }
    const element = (who: Client, elementId: string, picks: { form: string; where: Condition }[] = []) =>
      who.call(analyticsApi.element, { params: { screenId, elementId }, body: { picks } });
    expect(((await element(worker, 'e1')).body as { result: { rows: unknown } }).result.rows).toEqual([['b', '8']]);
    const ofLineA = [{ form: formId, where: { field: 'line', operator: 'in', value: ['a'] } as Condition }];
    expect((await element(reader, 'e1', ofLineA)).body).toMatchObject({ result: { rows: [['a', '3.5']] } });
    expect((await element(worker, 'e1', ofLineA)).body).toMatchObject({ result: { rows: [] } });
    const choices = async (who: Client, elementId: string) => {
      const body = { picks: [] };
      const answer = await who.call(analyticsApi.elementValues, { params: { screenId, elementId }, body });
      return answer.status === 200 ? (answer.body as { rows: unknown[][] }).rows : codeOf(answer);
    };
    expect(await choices(worker, 'e4')).toEqual([['b', '1']]);
    expect(await choices(reader, 'e5')).toBe('analytics.field_unseen');
    expect(await choices(reader, 'e1')).toBe('analytics.filter.gone');
    expect(await choices(nobody, 'e4')).toBe('analytics.no_right');
    expect(codeOf(await element(reader, 'e2'))).toBe('analytics.field_unseen');
    expect(codeOf(await element(admin, 'e3'))).toBe('analytics.element.gone');
    expect(codeOf(await element(nobody, 'e1'))).toBe('analytics.no_right');
    expect(await reader.ok(analyticsApi.screen, { params: { screenId } })).toMatchObject({ mayEdit: false });
    expect((await (await server.as('other-admin')).call(analyticsApi.screen, { params: { screenId } })).status).toBe(
      404,
    );
  });

  test('an incomplete chart is not released, and one of a field that is gone neither', async () => {
    const id = await begin(admin, 'chart', { ...hoursByLine(), form: null });
    expect((await release(admin, 'chart', id)).status).toBeGreaterThanOrEqual(400);
    const odd = await begin(
      admin,
      'chart',
      chart('bar', { x: [{ field: 'nofield' }], y: [{ field: '', fn: 'count' }] }),
    );
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'chart', id: odd } });
    expect(problems.map(({ code }) => code)).toContain('definitions.problem.part_missing');
  });
});

describe('a dashboard as a file', () => {
  test('is drawn for whoever asks, with what is theirs; what is not says so', async () => {
    const [open, hidden] = await Promise.all(
      [hoursByLine(), chart('bar', { x: [{ field: 'line' }], y: [{ field: 'cost', fn: 'sum' }] })].map(async (one) => {
        const { id } = await admin.ok(definitionsApi.create, {
          params: { kind: 'chart' },
          body: { commandId: randomUUID(), name: { zh: '工时', en: 'Hours' }, draft: one },
        });
        await admin.ok(definitionsApi.release, { params: { kind: 'chart', id }, body: { version: 1 } });
        return id;
      }),
    );
    const panel = (id: string, of: string | undefined, x: number) => ({
      id,
      is: 'chart',
      chart: of,
      title: null,
      place: { x, y: 0, w: 12, h: 8 },
    });
    const { id: dashboardId } = await admin.ok(definitionsApi.create, {
      params: { kind: 'dashboard' },
      body: {
        commandId: randomUUID(),
        name: { zh: '看板' },
        draft: { panels: [panel('p1', open, 0), panel('p2', hidden, 12)], filters: [], refresh: null },
      },
    });
    await admin.ok(definitionsApi.release, { params: { kind: 'dashboard', id: dashboardId }, body: { version: 1 } });
    await admin.ok(definitionsApi.putAccess, {
      params: { kind: 'dashboard', id: dashboardId },
      body: { rules: [{ subject: { kind: 'everyone' }, level: 'see' }] },
    });
    const file = async (who: Client, format: string) => {
      const answer = await who.fetch(`/api/analytics/dashboards/${dashboardId}/file?format=${format}`);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    expect((await file(reader, 'png')).bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await file(worker, 'pdf')).bytes.subarray(0, 4).toString()).toBe('%PDF');
    // two people at once: the texts of each are their own, and nothing of the hidden field is in them
    const [all, own, none] = await Promise.all([file(admin, 'csv'), file(worker, 'csv'), file(nobody, 'csv')]);
    const texts = (zip: Buffer) => readZip(zip).join('\n');
    expect(texts(all.bytes)).toMatch(/一线,3\.5\r\n二线,12/);
    expect(texts(own.bytes)).toMatch(/二线,8/);
    expect(texts(own.bytes)).not.toMatch(/一线|3\.5/);
    expect(none.status).toBe(403);
    expect(texts((await file(reader, 'csv')).bytes)).not.toMatch(/cost|150/);
    expect((await file(reader, 'xlsx')).bytes.subarray(0, 2).toString()).toBe('PK');
    const single = await reader.fetch(`/api/analytics/charts/${open}/file?format=png`);
    expect(single.status).toBe(404);
    const mine = await admin.fetch(`/api/analytics/charts/${open}/file?format=png&dark=true`);
    expect([mine.status, mine.headers.get('content-type')]).toEqual([200, 'image/png']);
  }, 60_000);
});

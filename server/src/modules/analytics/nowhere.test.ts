import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { emptyDataSet, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { emptyChart, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { emptyScreen } from '@formwork/contract/analytics/screen.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { readZip } from './testing/read-zip.ts';
import { ask, begun, fileSet, released, rowsOf, setChart, shownTo } from './testing/sets.ts';

// Two people look at one dashboard at the same moment, by every way there is: of rows and of a field that are not theirs there is
// nothing in anything that one of them gets.

let server: TestServer;
let admin: Client;
/** Of the form line 二线 without the cost; of the data set the same. */
let reader: Client;
let formId: string;

/** Line, figures and title that are the administrator's alone. */
const secret = /甲线|70\d\d|费用|cost/;
const theirs = /乙线/;

const field = <T extends Field['type']>(type: T, id: string, zh: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh }, id), ...more }) as Field;
const setFields = [
  { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' as const },
  { id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' as const },
  { id: 'cost', column: 'cost', title: { zh: '费用' }, kind: 'number' as const },
];
const ownLine: Condition = { field: 'line', operator: 'eq', value: '乙线' };

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '检修' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '检修单' },
    layout: [],
    titleField: 'line',
    fields: [field('text', 'line', '产线'), field('number', 'hours', '工时'), field('number', 'cost', '费用')],
    tables: [],
  };
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const person = { kind: 'person' as const, id: reader.id };
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: person,
          actions: ['view', 'export'],
          scope: 'condition',
          condition: ownLine,
          fields: { cost: { existing: 'hidden' } },
        },
      ],
    },
  });
  for (const values of [
    { line: '甲线', hours: 1, cost: 7001 },
    { line: '乙线', hours: 2, cost: 7002 },
  ])
    await admin.ok(recordsApi.create, { params: { formId }, body: { values } });
});
afterAll(() => server.stop());

async function scene() {
  const rule = { id: 'r1', subject: { kind: 'person' as const, id: reader.id }, where: ownLine, own: null };
  const set = await fileSet(admin, 'line,hours,cost\n甲线,1,7001\n乙线,2,7002\n', {
    fields: setFields,
    rules: [{ ...rule, hides: ['cost'] }],
  });
  const source: SetSource = {
    is: 'join',
    first: { as: 'p0', of: formId },
    joins: [{ as: 'p1', of: sourceOfSet(set), kind: 'inner', on: [{ part: 'p0', from: 'line', field: 'line' }] }],
  };
  const joined = await begun(admin, 'dataset', {
    ...emptyDataSet(),
    source,
    fields: [
      { ...setFields[0]!, column: 'p0.line' },
      { ...setFields[1]!, column: 'p1.hours' },
      { ...setFields[2]!, column: 'p1.cost' },
    ],
  });
  await released(admin, 'dataset', joined);
  for (const id of [set, joined]) await shownTo(admin, 'dataset', id, 'use', reader);
  const sources = [formId, sourceOfSet(set), sourceOfSet(joined)];
  const figure = (form: string, of: string, more: Partial<ChartDefinition> = {}): ChartDefinition => ({
    ...emptyChart(),
    form,
    settings: {
      ...emptyChart().settings,
      slots: { x: [{ id: 'x', field: 'line' }], y: [{ id: 'y', field: of, fn: 'sum' }] },
      drill: [{ field: 'cost' }, { field: 'hours' }],
    },
    ...more,
  });
  const drafts = sources.flatMap((form) => [
    figure(form, 'hours'),
    figure(form, 'cost'),
    figure(form, 'hours', { where: { field: 'cost', operator: 'gt', value: 1 } }),
  ]);
  const charts: string[] = [];
  for (const draft of drafts) charts.push(await released(admin, 'chart', await begun(admin, 'chart', draft)));
  const dashboardId = await released(
    admin,
    'dashboard',
    await begun(admin, 'dashboard', {
      panels: charts.map((chart, at) => ({
        id: `p${at}`,
        is: 'chart',
        chart,
        title: null,
        place: { x: 0, y: at * 4, w: 12, h: 4 },
      })),
      filters: sources.flatMap((form, at) => [
        { id: `l${at}`, form, field: 'line' },
        { id: `c${at}`, form, field: 'cost' },
      ]),
      refresh: null,
    }),
  );
  const screenId = await released(
    admin,
    'screen',
    await begun(admin, 'screen', {
      ...emptyScreen(),
      elements: charts.map((chart, at) => ({
        ...{ id: `e${at}`, name: 'e', is: 'chart', chart },
        ...{ x: 0, y: 0, w: 100, h: 100 },
      })),
    }),
  );
  for (const [kind, id] of [
    ['dashboard', dashboardId],
    ['screen', screenId],
  ] as const)
    await shownTo(admin, kind, id, 'see', reader);
  return { sources, sets: [set, joined], charts, drafts, dashboardId, screenId };
}

interface Got {
  what: string;
  status: number;
  text: string;
}
type Ways = ((who: Client) => Promise<Got>)[];

/** Every way by which something of an analysis leaves the server, each once. */
function waysOf({ sources, sets, charts, drafts, dashboardId, screenId }: Awaited<ReturnType<typeof scene>>): Ways {
  // biome-ignore format: one line reads better
  const call =
    (what: string, endpoint: Endpoint<any, any, any, any>, input: object) =>
    async (who: Client): Promise<Got> => {
      // eslint-disable-line typescript/no-explicit-any -- any endpoint at all
      const { status, body } = await who.call(endpoint, input);
      return { what, status, text: JSON.stringify(body) };
    };
  const file =
    (what: string, path: string) =>
    async (who: Client): Promise<Got> => {
      const answer = await who.fetch(`/api${path}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isZip = bytes.subarray(0, 2).toString() === 'PK';
      return { what, status: answer.status, text: isZip ? readZip(bytes).join('\n') : bytes.toString() };
    };
  const onCost = (form: string, operator: 'gt' | 'isEmpty') => [
    { form, where: { field: 'cost', operator, ...(operator === 'gt' && { value: 7000 }) } },
  ];
  const panels = charts.flatMap((_, at) => {
    const params = { dashboardId, panelId: `p${at}` };
    const form = sources[Math.floor(at / 3)]!;
    return [
      call(`panel ${at}`, analyticsApi.panel, { params, body: { picks: [] } }),
      call(`panel ${at} by cost`, analyticsApi.panel, { params, body: { picks: onCost(form, 'gt') } }),
      call(`panel ${at} into cost`, analyticsApi.panel, { params, body: { picks: [], level: 1 } }),
      call(`panel ${at} below cost`, analyticsApi.panel, { params, body: { picks: onCost(form, 'gt'), level: 2 } }),
      call(`element ${at}`, analyticsApi.element, { params: { screenId, elementId: `e${at}` }, body: { picks: [] } }),
      call(`own ${at}`, analyticsApi.query, { body: { chart: drafts[at], picks: [] } }),
      ...['csv', 'xlsx'].map((format) =>
        file(`panel ${at} as ${format}`, `/analytics/dashboards/${dashboardId}/panels/p${at}/file?format=${format}`),
      ),
    ];
  });
  return [
    ...panels,
    ...sources.flatMap((form, at) => [
      call(`fields ${at}`, analyticsApi.source, { params: { formId: form } }),
      ...['l', 'c'].map((filter) =>
        call(`values ${filter}${at}`, analyticsApi.filterValues, {
          params: { dashboardId, filterId: `${filter}${at}` },
          body: { picks: onCost(form, 'isEmpty') },
        }),
      ),
    ]),
    ...sets.map((datasetId, at) => call(`rows ${at}`, setsApi.rows, { params: { datasetId }, body: { where: null } })),
    file('csv', `/analytics/dashboards/${dashboardId}/file?format=csv`),
    file('xlsx', `/analytics/dashboards/${dashboardId}/file?format=xlsx`),
  ];
}

test('two people at once at everything: what is not theirs is in nothing they get', async () => {
  const ways = waysOf(await scene());
  // so many at a time as a house of two asks: all at once would wait for connections until they are told that it is busy
  const calls = [0, 1, 2].flatMap((round) =>
    ways.flatMap((way, at) =>
      ((at + round) % 2 === 0 ? [admin, reader] : [reader, admin]).map((who) => ({ who, way })),
    ),
  );
  const got: (readonly [Client, Got])[] = [];
  const lanes = Array.from({ length: 16 }, async () => {
    for (let next = calls.shift(); next; next = calls.shift()) got.push([next.who, await next.way(next.who)]);
  });
  await Promise.all(lanes);
  const of = (who: Client) => got.flatMap(([one, what]) => (one === who ? [what] : []));
  // of the words of a refusal nothing is anybody's
  const leaked = of(reader).filter(({ text }) => secret.test(text.replaceAll(/"(field|id)":"cost"/g, '')));
  expect(leaked.map(({ what, text }) => [what, text.slice(0, 400)])).toEqual([]);
  expect(of(reader).filter(({ status }) => status >= 500)).toEqual([]);
  // both saw something, each their own, by every kind of source
  for (const who of [admin, reader])
    for (const at of [0, 3, 6]) {
      const shown = of(who).filter(({ what }) => what === `panel ${at}`);
      expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const { text } of shown) expect(text).toMatch(who === admin ? /甲线/ : theirs);
    }
  expect(of(admin).filter(({ what, text }) => what === 'panel 1' && /7001/.test(text))).toHaveLength(3);
});

describe('what is broken', () => {
  test.each([
    ['nothing at all', '', []],
    ['one row', 'A,5\n', [['A', '5']]],
    ['negative figures', 'A,-5\nA,2\n', [['A', '-3']]],
    [
      'a figure that is none',
      'A,x\nB,2\n',
      [
        ['A', null],
        ['B', '2'],
      ],
    ],
    [
      'infinite and not a number',
      'A,Infinity\nB,NaN\nC,1\n',
      [
        ['A', null],
        ['B', null],
        ['C', '1'],
      ],
    ],
    ['no key', ',3\n', [[null, '3']]],
    ['a name of 200 signs', `${'长'.repeat(200)},1\n`, [['长'.repeat(200), '1']]],
    ['money', 'A,0.1\nA,0.2\nA,1234567890.12\n', [['A', '1234567890.42']]],
  ])('%s: is answered as what it is', async (_what, csv, expected) => {
    const id = await fileSet(admin, `line,hours\n${csv}`, { fields: setFields.slice(0, 2) });
    expect(await rowsOf(admin, setChart(id, { x: [{ field: 'line' }], y: [{ field: 'hours', fn: 'sum' }] }))).toEqual(
      expected,
    );
  });

  test('a field, a source, a right that is gone: each is a refusal of its own, none a failure', async () => {
    const id = await fileSet(admin, 'line,hours\nA,1\n', { fields: setFields.slice(0, 2) });
    const chart = setChart(id, { x: [{ field: 'line' }], y: [{ field: 'gone', fn: 'sum' }] });
    const elsewhere = { ...chart, form: sourceOfSet('00000000-0000-4000-8000-000000000000') };
    const answers = [
      await ask(admin, chart),
      await ask(admin, elsewhere),
      await ask(reader, { ...chart, settings: { ...chart.settings, slots: { x: [{ id: 'x', field: 'line' }] } } }),
      await ask(admin, { ...chart, settings: { ...chart.settings, slots: {} } }),
      await ask(admin, { ...chart, form: null }),
    ];
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [403, 'analytics.field_unseen'],
      [404, 'analytics.source_gone'],
      [403, 'analytics.no_right'],
      [422, 'analytics.chart.incomplete'],
      [422, 'analytics.chart.no_form'],
    ]);
  });
});

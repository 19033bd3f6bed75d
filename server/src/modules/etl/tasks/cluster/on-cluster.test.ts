import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterAddress, startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { drawTask, endOf, fileNode, release, type Own } from '../../testing/drawing.ts';

// What nodes that need all rows answer is the same in the embedded engine and in ClickHouse: `npm run engines -- http://...` tries it.

type Node = Own<GivenTaskNode>;

const columns: [string, DataColumn['type']][] = [
  ['id', 'integer'],
  ['kind', 'text'],
  ['amount', 'decimal'],
  ['weight', 'double'],
  ['day', 'date'],
  ['at', 'timestamp'],
  ['seen', 'timestamptz'],
  ['good', 'boolean'],
];
const kinds = ['a', 'b "x"', "c's \\n", '中文', ''];
const rowOf = (n: number): string =>
  [
    n % 17 === 0 ? '' : n,
    `"${kinds[n % 5]!.replaceAll('"', '""')}"`,
    n % 7 === 0 ? '' : `${n % 3 === 0 ? '-' : ''}${n * 12345678}.${String(n % 100).padStart(2, '0')}`,
    n % 5 === 0 ? '' : (n * 0.37 - 40.001).toFixed(3),
    n % 13 === 0 ? '' : `${n % 29 === 0 ? '0044' : 1990 + (n % 40)}-0${1 + (n % 9)}-1${n % 9}`,
    `2026-03-29 0${n % 4}:30:00.${String(n % 1000).padStart(6, '0')}`,
    n % 6 === 0 ? '' : `2026-10-25 0${n % 4}:15:00+0${n % 3}`,
    n % 4 === 0 ? '' : n % 2 === 0,
  ].join(',');
const csvOf = (from: number, to: number): string =>
  `${columns.map(([name]) => name).join(',')}\n${Array.from({ length: to - from }, (_, at) => rowOf(from + at)).join('\n')}\n`;

const figure = (fn: string, column: string) => ({ id: `${fn}${column}`, name: `${fn} ${column}`, fn, column });
const by = (column: string, descending = false) => ({ id: `o${column}`, column, descending });
const key = (left: string, right = left) => ({ id: `k${left}`, left, right });
const figures = [
  figure('count', ''),
  ...['kind', 'day', 'amount'].map((column) => figure('countDistinct', column)),
  ...['id', 'amount', 'weight'].flatMap((column) => ['sum', 'avg', 'min', 'max'].map((fn) => figure(fn, column))),
  ...['kind', 'day', 'at', 'seen', 'good'].flatMap((column) => ['min', 'max'].map((fn) => figure(fn, column))),
];
const windows = [
  ...['rowNumber', 'rank', 'denseRank', 'count'].map((fn) => ({ ...figure(fn, ''), offset: 1 })),
  ...['id', 'amount', 'weight', 'kind', 'seen'].flatMap((column) =>
    ['lag', 'lead', 'first', 'last', 'min', 'max'].map((fn) => ({ ...figure(fn, column), offset: 2 })),
  ),
  ...['id', 'amount', 'weight'].flatMap((column) => ['sum', 'avg'].map((fn) => ({ ...figure(fn, column), offset: 1 }))),
];
const order = [by('id'), by('at', true), by('amount'), by('seen'), by('kind')];

/** By what they are called: the nodes behind both files, and the ways between them. */
const cases: Record<string, { nodes: object[]; edges: string[]; sorted?: true }> = {
  ...Object.fromEntries(
    ['inner', 'left', 'right', 'full', 'semi', 'anti'].map((how) => [
      `${how} join`,
      {
        nodes: [{ id: 'n', kind: 'join', how, keys: [key('id'), key('kind')], prefix: 'r_' }],
        edges: ['a>n', 'b+n', 'n>t'],
      },
    ]),
  ),
  'join by numbers and days': {
    nodes: [{ id: 'n', kind: 'join', how: 'inner', keys: [key('amount'), key('day'), key('seen')], prefix: '' }],
    edges: ['a>n', 'b+n', 'n>t'],
  },
  lookup: {
    nodes: [
      {
        id: 'n',
        kind: 'lookup',
        keys: [key('id')],
        takes: [
          { id: 't1', column: 'day', name: 'that day' },
          { id: 't2', column: 'weight', name: 'w' },
        ],
      },
    ],
    edges: ['a>n', 'b+n', 'n>t'],
  },
  union: { nodes: [{ id: 'n', kind: 'union', distinct: false }], edges: ['a>n', 'b>n', 'n>t'] },
  'distinct union of a choice': {
    nodes: [
      {
        id: 's',
        kind: 'select',
        picks: [
          { id: 'p1', column: 'kind', name: '' },
          { id: 'p2', column: 'day', name: 'on' },
        ],
      },
      { id: 'n', kind: 'union', distinct: true },
      {
        id: 'u',
        kind: 'select',
        picks: [
          { id: 'p1', column: 'kind', name: '' },
          { id: 'p3', column: 'day', name: 'on' },
        ],
      },
    ],
    edges: ['a>s', 'b>u', 's>n', 'u>n', 'n>t'],
  },
  aggregate: { nodes: [{ id: 'n', kind: 'aggregate', keys: ['kind', 'good'], figures }], edges: ['a>n', 'n>t'] },
  'aggregate of all': { nodes: [{ id: 'n', kind: 'aggregate', keys: [], figures }], edges: ['a>n', 'n>t'] },
  largest: {
    nodes: [{ id: 'n', kind: 'aggregate', keys: [], figures: [figure('count', ''), figure('max', 'weight')] }],
    edges: ['a>n', 'n>t'],
    sorted: true,
  },
  pivot: {
    nodes: [
      {
        id: 'n',
        kind: 'pivot',
        keys: ['good'],
        column: 'kind',
        values: ['a', 'b "x"', "c's \\n", 'none'],
        fn: 'sum',
        value: 'amount',
      },
    ],
    edges: ['a>n', 'n>t'],
  },
  unpivot: {
    nodes: [{ id: 'n', kind: 'unpivot', columns: ['at'], nameTo: 'name', valueTo: 'value' }],
    edges: ['a>n', 'n>t'],
  },
  window: { nodes: [{ id: 'n', kind: 'window', keys: ['kind'], order, figures: windows }], edges: ['a>n', 'n>t'] },
  sort: {
    nodes: [{ id: 'n', kind: 'sort', order: [by('weight', true), ...order], limit: null }],
    edges: ['a>n', 'n>t'],
    sorted: true,
  },
  'the first of an order': {
    nodes: [{ id: 'n', kind: 'sort', order: [by('weight'), ...order], limit: 40 }],
    edges: ['a>n', 'n>t'],
    sorted: true,
  },
  dedupe: { nodes: [{ id: 'n', kind: 'dedupe', keys: ['kind', 'day'], order }], edges: ['a>n', 'n>t'] },
  'one after the other, with figures between': {
    nodes: [
      { id: 'f', kind: 'filter', language: 'feel', expression: 'id > 20' },
      { id: 'n', kind: 'join', how: 'left', keys: [key('id')], prefix: 'r_' },
      {
        id: 'g',
        kind: 'calculate',
        figures: [{ id: 'x', name: 'twice', type: 'decimal', language: 'feel', expression: 'amount * 2' }],
      },
      {
        id: 'm',
        kind: 'aggregate',
        keys: ['kind'],
        figures: [figure('sum', 'id'), figure('max', 'twice'), figure('count', '')],
      },
      { id: 'o', kind: 'sort', order: [by('kind', true)], limit: null },
    ],
    edges: ['a>f', 'f>n', 'b+n', 'n>g', 'g>m', 'm>o', 'o>t'],
    sorted: true,
  },
};

const given = process.env.FORMWORK_ENGINE_URL;
const cluster = given !== undefined && /^https?:/.test(given) ? given : undefined;

/** A server with the files that its tasks read. */
async function serverWith(settings: Record<string, string>) {
  const server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1', ...settings });
  const admin = await server.as('admin');
  const [a, b] = await Promise.all(
    [csvOf(0, 400), csvOf(200, 500)].map(async (text, at): Promise<Node> => {
      const node = await fileNode(admin, `${at}.csv`, text);
      const typed = columns.map(([name, type]) => ({ name, type, nullable: true }));
      return { ...node, id: 'ab'[at]!, columns: typed } as Node;
    }),
  );
  return { server, admin, sources: [a!, b!] };
}

async function answer(admin: Client, sources: Node[], name: string): Promise<{ lines: string[]; engines: unknown[] }> {
  const { nodes, edges, sorted } = cases[name]!;
  const used = sources.filter(({ id }) => edges.some((edge) => edge.startsWith(id)));
  const target = { id: 't', kind: 'fileTarget', name: 'out', format: 'csv' };
  const taskId = await release(admin, 'etl_task', drawTask([...used, ...nodes, target] as Node[], edges));
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  const job = await endOf(admin, id);
  expect(job).toMatchObject({ state: 'finished', error: null });
  const text = await (await admin.fetch(`/api/files/${job.files[0]!.file}`)).text();
  const lines = text.trimEnd().split('\n');
  const { steps } = await admin.ok(runsApi.steps, { params: { runId: id }, query: {} });
  const engines = steps.flatMap(({ out }) => (out as { engine?: string } | undefined)?.engine ?? []);
  return { lines: sorted ? lines : lines.toSorted(), engines };
}

/** Doubles that are sums differ in their last digits, by the order in which they were added: in the eighth, and no more. */
function alike(one: readonly string[], other: readonly string[]): boolean {
  const number = /(-?\d+\.\d+(?:e[+-]?\d+)?)/;
  const [a, b] = [one, other].map((lines) => lines.flatMap((line) => [...line.split(number), '\n']));
  return (
    a!.length === b!.length &&
    a!.every((part, at) => part === b![at] || Math.abs(Number(part) - Number(b![at])) <= Math.abs(Number(part)) * 1e-8)
  );
}

describe('nodes that need all rows', () => {
  let embedded: Awaited<ReturnType<typeof serverWith>>;
  beforeAll(async () => {
    embedded = await serverWith({ FORMWORK_ENGINE_CLICKHOUSE: '' });
  });
  afterAll(() => embedded.server.stop());

  test('are worked out by the embedded engine where there is no other', async () => {
    const { lines, engines } = await answer(embedded.admin, embedded.sources, 'aggregate');
    expect([lines.length, engines]).toEqual([16, []]);
  });

  test('are worked out here too where the other engine does not answer', async () => {
    const away = await serverWith({ FORMWORK_ENGINE_CLICKHOUSE: 'http://127.0.0.1:1/?rows=0' });
    try {
      const name = 'one after the other, with figures between';
      const here = await answer(embedded.admin, embedded.sources, name);
      expect(await answer(away.admin, away.sources, name)).toEqual(here);
    } finally {
      await away.server.stop();
    }
  });

  if (cluster !== undefined)
    describe('answer the same in ClickHouse', () => {
      let distributed: { server: TestServer; admin: Client; sources: Node[] };
      beforeAll(async () => {
        distributed = await serverWith({ FORMWORK_ENGINE_CLICKHOUSE: clusterAddress(cluster) });
      });
      afterAll(() => distributed.server.stop());

      test('and what has no room there is left to the embedded engine', async () => {
        const text = `id,weight\n1,NaN\n2,-0\n3,1.5\n`;
        const types = [
          { name: 'id', type: 'integer', nullable: true },
          { name: 'weight', type: 'double', nullable: true },
        ];
        const source = { ...(await fileNode(distributed.admin, 'odd.csv', text)), id: 'a', columns: types } as Node;
        const { lines, engines } = await answer(distributed.admin, [source], 'largest');
        expect([lines, engines]).toEqual([['count ,max weight', '3,nan'], []]);
      });

      test.each(Object.keys(cases).filter((name) => name !== 'largest'))('%s', async (name) => {
        const here = await answer(embedded.admin, embedded.sources, name);
        const there = await answer(distributed.admin, distributed.sources, name);
        if (!alike(there.lines, here.lines)) expect(there.lines).toEqual(here.lines);
        expect(there.engines).not.toEqual([]);
      });
    });
});

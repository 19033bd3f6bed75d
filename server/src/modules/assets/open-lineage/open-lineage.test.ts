import { randomUUID } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { openLineageApi, type OpenEvent } from '@formwork/contract/assets/open-lineage.ts';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { developerApi } from '@formwork/contract/developer/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { againstSpec } from '../testing/open-lineage-spec.ts';
import publicEvents from '../testing/public-events.json' with { type: 'json' };
import { naming } from './names.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const take = (body: OpenEvent | OpenEvent[] | object) => admin.ok(openLineageApi.take, { body: body as OpenEvent });
const found = async (title: string) =>
  (await admin.ok(assetsApi.list, { query: { limit: 50, search: title } })).rows.find((row) => row.title.zh === title);
const graphOf = async (title: string) => {
  const { id } = (await found(title))!;
  return admin.ok(assetsApi.lineage, { query: { asset: id, depth: 3, direction: 'both', columns: true } });
};
const edgesOf = async (title: string): Promise<string[]> => {
  const { nodes, edges } = await graphOf(title);
  const nameOf = (id: string, column: number): string => {
    const node = nodes.find((one) => one.id === id)!;
    const key = node.columns.find((one) => one.id === column)?.key;
    return key === undefined ? node.title.zh : `${node.title.zh}.${key}`;
  };
  return edges
    .map(({ from, fromColumn, to, toColumn, kind }) => `${nameOf(from, fromColumn)} > ${nameOf(to, toColumn)} ${kind}`)
    .toSorted();
};

const producer = 'https://jobs.example.com/tool/1.0';
const schemaURL = 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent';
const facet = { _producer: producer, _schemaURL: 'https://openlineage.io/spec/facets/1-2-0/X.json' };
const base = { eventTime: '2026-03-01T08:00:00.000Z', producer, schemaURL };
const dataset = (name: string, fields: string[] = [], more: object = {}) => ({
  namespace: 'warehouse',
  name,
  facets: {
    ...(fields.length > 0 && { schema: { ...facet, fields: fields.map((one) => ({ name: one, type: 'INT' })) } }),
    ...more,
  },
});
const input = (name: string, field: string, type = 'DIRECT', subtype?: string) => ({
  namespace: 'warehouse',
  name,
  field,
  transformations: [{ type, ...(subtype && { subtype }) }],
});

/** In the manner of the examples that the specification and its integrations give. */
const examples: [name: string, event: object, edges: string[]][] = [
  [
    'a run that is complete, with columns',
    {
      ...base,
      eventType: 'COMPLETE',
      run: { runId: randomUUID() },
      job: { namespace: 'scheduler', name: 'sums.daily' },
      inputs: [dataset('raw_a', ['ia', 'ib', 'day'])],
      outputs: [
        dataset('sum_a', ['oa', 'ob'], {
          columnLineage: {
            ...facet,
            fields: {
              oa: { inputFields: [input('raw_a', 'ia'), input('raw_a', 'ib')] },
              ob: { inputFields: [input('raw_a', 'ib', 'INDIRECT', 'WINDOW')] },
            },
            dataset: [input('raw_a', 'day', 'INDIRECT', 'FILTER')],
          },
        }),
      ],
    },
    [
      'raw_a > sum_a value',
      'raw_a.day > sum_a filter',
      'raw_a.ia > sum_a.oa value',
      'raw_a.ib > sum_a.oa value',
      'raw_a.ib > sum_a.ob window',
    ],
  ],
  [
    'columns in the older manner, without steps',
    {
      ...base,
      eventType: 'COMPLETE',
      run: { runId: randomUUID() },
      job: { namespace: 'scheduler', name: 'older' },
      inputs: [dataset('raw_b')],
      outputs: [
        dataset('sum_b', ['total'], {
          columnLineage: {
            ...facet,
            fields: { total: { inputFields: [{ namespace: 'warehouse', name: 'raw_b', field: 'part' }] } },
            transformationType: 'IDENTITY',
          },
        }),
      ],
    },
    ['raw_b > sum_b value', 'raw_b.part > sum_b.total value'],
  ],
  [
    'datasets alone',
    {
      ...base,
      eventType: 'COMPLETE',
      run: { runId: randomUUID() },
      job: { namespace: 'scheduler', name: 'copies' },
      inputs: [dataset('raw_c'), dataset('raw_d')],
      outputs: [dataset('sum_c')],
    },
    ['raw_c > sum_c value', 'raw_d > sum_c value'],
  ],
  [
    'a stream that goes on',
    {
      ...base,
      eventType: 'RUNNING',
      run: { runId: randomUUID() },
      job: {
        namespace: 'streams',
        name: 'clicks',
        facets: { jobType: { ...facet, processingType: 'STREAMING', integration: 'FLINK' } },
      },
      inputs: [{ namespace: 'kafka://broker:9092', name: 'clicks' }],
      outputs: [dataset('sum_e')],
    },
    ['clicks > sum_e value'],
  ],
  [
    'a job as it is designed',
    {
      ...base,
      schemaURL: schemaURL.replace('RunEvent', 'JobEvent'),
      job: { namespace: 'scheduler', name: 'designed' },
      inputs: [dataset('raw_f')],
      outputs: [dataset('sum_f')],
    },
    ['raw_f > sum_f value'],
  ],
  [
    'a dataset as it is defined, a view',
    {
      ...base,
      schemaURL: schemaURL.replace('RunEvent', 'DatasetEvent'),
      dataset: dataset('sum_g', ['g'], {
        columnLineage: { ...facet, fields: { g: { inputFields: [input('raw_g', 'g')] } } },
      }),
    },
    ['raw_g.g > sum_g.g value'],
  ],
];

describe('events of other systems', () => {
  test.each(examples)('%s', async (_name, event, edges) => {
    expect(againstSpec(event)).toEqual([]);
    expect(await take(event)).toEqual({ taken: 1, repeated: 0, unnamed: 0 });
    expect(await take([event])).toEqual({ taken: 0, repeated: 1, unnamed: 0 });
    const last = edges.at(-1)!.split(' > ')[1]!.split(/[. ]/)[0]!;
    expect(await edgesOf(last)).toEqual(edges);
  });

  test('those that its project publishes are taken as they are, as far as they are from the specification', async () => {
    // from the repository of OpenLineage (Apache License 2.0), with the placeholders of its own tests
    for (const { file, event } of publicEvents)
      expect([file, await take(event)]).toEqual([file, { taken: 1, repeated: 0, unnamed: 0 }]);
    expect(await edgesOf('test.xxx')).toEqual([
      'test.t1 > test.xxx value',
      'test.t1.a > test.xxx filter',
      'test.t1.a > test.xxx join',
      'test.t1.a > test.xxx.a value',
      'test.t1.b > test.xxx filter',
      'test.t2 > test.xxx value',
      'test.t2.a > test.xxx filter',
      'test.t2.a > test.xxx join',
      'test.t2.c > test.xxx filter',
      'test.t3 > test.xxx value',
      'test.t3.a > test.xxx filter',
      'test.t3.a > test.xxx join',
      'test.t3.d > test.xxx sort',
      'test.t3.d > test.xxx.d value',
    ]);
  });

  test('a run tells in parts, and what comes after its end changes nothing', async () => {
    const run = { runId: randomUUID() };
    const job = { namespace: 'scheduler', name: 'in parts' };
    await take({ ...base, eventType: 'START', run, job, inputs: [dataset('raw_h', ['h'])], outputs: [] });
    expect((await found('raw_h'))?.columnCount).toBe(1);
    expect((await graphOf('raw_h')).edges).toEqual([]);
    await take({ ...base, eventType: 'COMPLETE', run, job, outputs: [dataset('sum_h')] });
    expect(await edgesOf('sum_h')).toEqual(['raw_h > sum_h value']);
    await take({ ...base, eventType: 'RUNNING', run, job, inputs: [dataset('raw_i')], outputs: [dataset('sum_h')] });
    expect(await edgesOf('sum_h')).toEqual(['raw_h > sum_h value']);
    // the next run reads something else: what it says now holds
    const next = { ...base, eventType: 'COMPLETE', run: { runId: randomUUID() }, job };
    await take({ ...next, inputs: [dataset('raw_i')], outputs: [dataset('sum_h')] });
    expect(await edgesOf('sum_h')).toEqual(['raw_i > sum_h value']);
    // one that failed says nothing of where data went
    await take({ ...next, eventType: 'FAIL', run: { runId: randomUUID() }, outputs: [dataset('sum_h')] });
    expect(await edgesOf('sum_h')).toEqual(['raw_i > sum_h value']);
  });

  test('an older word about columns does not take the place of a newer one', async () => {
    const of = (eventTime: string, fields: string[]) => ({ ...base, eventTime, dataset: dataset('late', fields) });
    await take(of('2026-03-02T00:00:00Z', ['a', 'b', 'c']));
    await take(of('2026-03-01T00:00:00Z', ['a']));
    expect((await found('late'))?.columnCount).toBe(3);
    await take(of('2026-03-03T00:00:00Z', ['a', 'b']));
    expect((await found('late'))?.columnCount).toBe(2);
  });

  test('by names alone it is taken, whatever else is missing or wrong', async () => {
    const loose = {
      eventTime: 'yesterday',
      run: { runId: 'no-uuid' },
      eventType: 'complete',
      job: { namespace: 'x', name: 'loose', facets: 7 },
      inputs: [{ namespace: 'warehouse', name: 'raw_l', facets: { schema: { fields: 'none' } } }, { name: 'nameless' }],
      outputs: [{ namespace: 'warehouse', name: 'sum_l', facets: { columnLineage: { fields: [1] } } }],
    };
    expect(againstSpec(loose).length).toBeGreaterThan(0);
    expect(await take(loose)).toEqual({ taken: 1, repeated: 0, unnamed: 0 });
    expect(await edgesOf('sum_l')).toEqual(['raw_l > sum_l value']);
    expect((await found('raw_l'))?.state).toBe('external');
    expect(await take([loose, { eventType: 'START' }])).toEqual({ taken: 0, repeated: 1, unnamed: 1 });
    expect(codeOf(await admin.call(openLineageApi.take, { body: { eventType: 'START' } }))).toBe(
      'assets.openlineage.unnamed',
    );
  });

  test('a table of a connection is that table, under the name every tool calls it by', async () => {
    const { id } = await admin.ok(connectionsApi.create, {
      body: {
        kind: 'postgres',
        name: 'erp',
        folder: null,
        settings: { host: 'db.example.com', port: 5432, database: 'erp', user: 'x', tls: false },
        secrets: {},
      },
    });
    await take({
      ...base,
      eventType: 'COMPLETE',
      run: { runId: randomUUID() },
      job: { namespace: 'scheduler', name: 'from erp' },
      inputs: [{ namespace: 'postgres://db.example.com:5432', name: 'erp.public.orders' }],
      outputs: [dataset('sum_m')],
    });
    const { nodes } = await graphOf('sum_m');
    expect(nodes.map(({ kind, address }) => [kind, address?.id]).toSorted()).toEqual([
      ['external', 'warehouse\nsum_m'],
      ['table', `${id}/public.orders`],
    ]);
  });

  test('a program sends with its token; who may not look after assets is refused', async () => {
    await admin.ok(developerApi.apply, { body: { reason: '血缘上报' } });
    await admin.ok(developerApi.approve, { params: { personId: admin.id }, body: { days: 9 } });
    const { token } = await admin.ok(developerApi.issue);
    const send = (authorization: string) =>
      fetch(`${server.url}/api/openlineage`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ...base, dataset: dataset('by_token') }),
      });
    expect((await send('Bearer fwt_wrong')).status).toBe(401);
    expect((await send(`Bearer ${token}`)).status).toBe(200);
    const user = await server.as('user2');
    expect((await user.call(openLineageApi.take, { body: { dataset: dataset('x') } as never })).status).toBe(403);
    expect((await user.ok(assetsApi.list, { query: { limit: 50, search: 'by_token' } })).rows).toEqual([]);
    expect((await found('by_token'))?.place).toEqual({ zh: 'warehouse' });
  });
});

test('names lead there and back', () => {
  const places = new Map([
    ['c1', { name: 'one', kind: 'postgres' as const, host: 'h', port: 5432, database: 'd' }],
    ['c2', { name: 'two', kind: 'mysql' as const, host: 'h', port: 3306, database: 'm' }],
  ]);
  const { nameOf, thingOf, producer: own } = naming(new URL('https://form.example.com/x'), 'demo', places);
  expect(own).toBe('https://form.example.com/x');
  for (const [kind, ref, guard, namespace, name] of [
    ['form', 'f1', 'f1', 'formwork://form.example.com/demo', 'form.f1'],
    ['table', 'c1/s.t', 'c1', 'postgres://h:5432', 'd.s.t'],
    ['table', 'c2/m.t', 'c2', 'mysql://h:3306', 'm.t'],
    ['table', 'c3/t', 'c3', 'formwork://form.example.com/demo', 'table.c3/t'],
    ['external', 'a b/c\nd.e', 'x', 'a b/c', 'd.e'],
  ] as const) {
    expect(nameOf({ kind, ref, guard })).toEqual({ namespace, name });
    expect(thingOf({ namespace, name })).toEqual({ kind, ref });
  }
});

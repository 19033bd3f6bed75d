import { etlTasksApi, type FileFacts } from '@formwork/contract/etl/task-api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { drawTask, endOf, fileNode, release, type Own } from '../../testing/drawing.ts';

// Messages of Singer and Airbyte, from the file to a file and back.

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const lines = (all: unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('');
const nullable = (type: string, more = {}) => ({ type: ['null', type], ...more });
const singer = lines([
  {
    type: 'SCHEMA',
    stream: 'orders',
    key_properties: ['id'],
    schema: {
      properties: {
        id: { type: 'integer' },
        at: nullable('string', { format: 'date-time' }),
        price: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        tags: nullable('array'),
        note: nullable('string'),
      },
    },
  },
  {
    type: 'RECORD',
    stream: 'orders',
    record: { id: 1, at: '2026-01-02T03:04:05Z', price: 1.5, tags: ['a'], note: 'x,\n"y' },
  },
  { type: 'RECORD', stream: 'people', record: { name: 'Ann', size: 2 } },
  { type: 'STATE', value: { bookmarks: { orders: 1 } } },
]).concat(
  // more digits than a number of JavaScript has
  '{"type":"RECORD","stream":"orders","record":{"id":9007199254740993,"at":null}}\n',
  '{"type":"RECORD","stream":"orders","record":{"id":"no number"}}\nnot a message\n\n',
  lines([
    { type: 'RECORD', stream: 'people', record: { name: 'Bo', size: 2.5, more: true } },
    { type: 'STATE', value: { bookmarks: { orders: 9 } } },
  ]),
);
const airbyte = lines([
  { type: 'LOG', log: { level: 'INFO', message: 'begun' } },
  {
    type: 'CATALOG',
    catalog: {
      streams: [
        {
          name: 'users',
          namespace: 'crm',
          json_schema: {
            properties: {
              id: { type: 'integer' },
              seen: { type: 'string', format: 'date-time', airbyte_type: 'timestamp_without_timezone' },
              more: { type: 'object' },
            },
          },
          source_defined_primary_key: [['id']],
        },
      ],
    },
  },
  {
    type: 'RECORD',
    record: {
      stream: 'users',
      namespace: 'crm',
      emitted_at: 1,
      data: { id: 7, seen: '2026-01-02T03:04:05', more: { a: 1 } },
    },
  },
  { type: 'STATE', state: { type: 'LEGACY', data: { cursor: 7 } } },
]);

const typesOf = ({ columns }: Pick<FileFacts, 'columns'>) =>
  columns.map(({ name, type, key }) => [name, type, ...(key ? ['key'] : [])]);
const target = (format: 'csv' | 'singer' | 'airbyte'): Own<GivenTaskNode> => ({
  id: 't',
  kind: 'fileTarget',
  format,
  name: 'out',
  rowsName: 'orders',
});

async function run(source: Own<GivenTaskNode>, format: 'csv' | 'singer' | 'airbyte') {
  const task = await release(admin, 'etl_task', drawTask([source, target(format)], ['c>t']));
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
  const job = await endOf(admin, id);
  const content = job.files[0] ? await (await admin.fetch(`/api/files/${job.files[0].file}`)).text() : '';
  return { task, job, content };
}

test('a stream of a Singer tap is read by its schema, what is wrong is rejected, its state is kept', async () => {
  const source = await fileNode(admin, 'tap.jsonl', singer);
  expect(source).toMatchObject({ format: 'singer', stream: 'orders', streams: ['orders', 'people'] });
  expect(typesOf(source as never)).toEqual([
    ['id', 'integer', 'key'],
    ['at', 'timestamptz'],
    ['price', 'double'],
    ['tags', 'json'],
    ['note', 'text'],
  ]);
  const { task, job, content } = await run(source, 'csv');
  expect(job).toMatchObject({ state: 'finished', rowsRejected: 2 });
  expect(content).toContain('9007199254740993');
  expect(content).toContain('1.5,"[""a""]","x,\n""y"');
  const { rows } = await admin.ok(etlTasksApi.rejected, { params: { runId: job.id }, query: { offset: 0, limit: 10 } });
  expect(rows.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('no number'),
    expect.stringContaining('not a message'),
  ]);
  const kept = await spaceQuery<{ position: string }>(server.platform, {
    text: `select position from ${spaceSchema('demo')}.etl_checkpoint where task = $1`,
    values: [task],
  });
  expect(kept.rows).toEqual([{ position: '{"bookmarks":{"orders":9}}' }]);
});

test('a stream without a schema has the columns of its records', async () => {
  const file = (await fileNode(admin, 'tap.jsonl', singer)) as Own<GivenTaskNode> & FileFacts;
  const reading = { delimiter: ',', encoding: 'utf-8', header: true, sheet: '', stream: 'people' };
  const facts = await admin.ok(etlTasksApi.file, { body: { file: file.file!, reading } });
  expect(typesOf(facts)).toEqual([
    ['name', 'text'],
    ['size', 'double'],
    ['more', 'boolean'],
  ]);
  const { content } = await run({ id: 'c', kind: 'fileSource', ...facts }, 'csv');
  expect(content).toBe('name,size,more\nAnn,2.0,\nBo,2.5,true\n');
});

test('messages of an Airbyte source are read by its catalog; what it failed at ends the run', async () => {
  const source = await fileNode(admin, 'source.jsonl', airbyte);
  expect(source).toMatchObject({ format: 'airbyte', stream: 'crm.users', streams: ['crm.users'] });
  expect(typesOf(source as never)).toEqual([
    ['id', 'integer', 'key'],
    ['seen', 'timestamp'],
    ['more', 'json'],
  ]);
  expect((await run(source, 'csv')).content).toBe('id,seen,more\n7,2026-01-02 03:04:05,"{""a"":1}"\n');
  const failed = await fileNode(
    admin,
    'source.jsonl',
    airbyte + lines([{ type: 'TRACE', trace: { type: 'ERROR', error: { message: 'no login' } } }]),
  );
  const { job } = await run(failed, 'csv');
  expect(job).toMatchObject({
    state: 'failed',
    error: { code: 'etl.file.messages_failed', data: { row: 5, message: 'no login' } },
  });
});

test.each(['singer', 'airbyte'] as const)('what is written for %s is read as it was', async (format) => {
  const first = await run(await fileNode(admin, 'tap.jsonl', singer), format);
  const again = await fileNode(admin, 'again.jsonl', first.content);
  expect(again).toMatchObject({ format, stream: 'orders' });
  expect(typesOf(again as never).map(([name, type]) => [name, type])).toEqual([
    ['id', 'integer'],
    ['at', 'timestamptz'],
    ['price', 'double'],
    ['tags', 'json'],
    ['note', 'text'],
  ]);
  const [before, after] = [await run(await fileNode(admin, 'tap.jsonl', singer), 'csv'), await run(again, 'csv')];
  expect(after.content).toBe(before.content);
});

test('JSON that is no message stays JSON', async () => {
  expect(await fileNode(admin, 'rows.jsonl', lines([{ type: 'RECORD', a: 1 }]))).toMatchObject({ format: 'json' });
});

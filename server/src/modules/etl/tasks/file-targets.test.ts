import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { taskProblems } from '@formwork/etl/graph.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';

// How files are written that tasks make, and files that a service answers.

let server: TestServer;
let admin: Client;
let service: Server;
const answers = new Map<string, Buffer>();
beforeAll(async () => {
  service = createServer((request, response) => {
    const body = answers.get(request.url!.slice(1));
    response.writeHead(body ? 200 : 404).end(body ?? 'nothing');
  }).listen(0, '127.0.0.1');
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  service.close();
});

const csv = 'day,place\n2026-01-01,Köln\n2026-01-02,"北京; 2"\n2026-01-03,𠀀\n';

type Target = Omit<Extract<Own<GivenTaskNode>, { kind: 'fileTarget' }>, 'id' | 'kind' | 'name'>;
async function made(source: Own<GivenTaskNode>, target: Target): Promise<{ content: Buffer; name: string }> {
  const node: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', name: 'out', ...target };
  const taskId = await release(admin, 'etl_task', drawTask([source, node], ['c>t']));
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  const job = await endOf(admin, id);
  expect(job).toMatchObject({ state: 'finished', error: null });
  const [file] = job.files;
  return {
    content: Buffer.from(await (await admin.fetch(`/api/files/${file!.file}`)).arrayBuffer()),
    name: file!.name,
  };
}

test.each(['utf-8', 'utf-8-bom', 'gb18030', 'utf-16le'] as const)(
  'CSV in %s, parted as it is asked',
  async (encoding) => {
    const source = await fileNode(admin, 'days.csv', csv);
    const { content } = await made(source, { format: 'csv', delimiter: ';', encoding });
    const text = new TextDecoder(encoding.replace('-bom', ''), { fatal: true }).decode(content);
    expect(text).toBe('day;place\n2026-01-01;Köln\n2026-01-02;"北京; 2"\n2026-01-03;𠀀\n');
    expect(content.subarray(0, 3).toString('hex') === 'efbbbf').toBe(encoding === 'utf-8-bom');
    expect(content.subarray(0, 2).toString('hex') === 'fffe').toBe(encoding === 'utf-16le');
    const back = await fileNode(admin, 'back.csv', content);
    expect(back).toMatchObject({ delimiter: ';', columns: [{ name: 'day' }, { name: 'place' }] });
  },
);

test('CSV without its heads; a delimiter that parts nothing is told before', async () => {
  const source = await fileNode(admin, 'days.csv', csv);
  const { content } = await made(source, { format: 'csv', header: false, delimiter: '~' });
  expect(content.toString().split('\n')[0]).toBe('2026-01-01~Köln');
  for (const delimiter of ['"', '§']) {
    const wrong: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', format: 'csv', name: 'x', delimiter };
    expect(taskProblems(drawTask([source, wrong], ['c>t'])).map(({ code }) => code)).toEqual([
      'etl.problem.delimiter_wrong',
    ]);
  }
});

test('any sign parts the values of a text that is read, in any encoding', async () => {
  const { file } = (await fileNode(admin, 'odd.csv', Buffer.from('a§b\n1§é\n', 'latin1'))) as { file: string };
  const reading = { delimiter: '§', encoding: 'iso-8859-15', header: true, sheet: '' };
  const facts = await admin.ok(etlTasksApi.file, { body: { file, reading } });
  expect(facts.columns.map(({ name }) => name)).toEqual(['a', 'b']);
  const { content } = await made({ id: 'c', kind: 'fileSource', ...facts }, { format: 'csv' });
  expect(content.toString()).toBe('a,b\n1,é\n');
});

test.each([
  ['excel', 'xlsx'],
  ['parquet', 'parquet'],
  ['lines', 'jsonl'],
] as const)('a service answers %s', async (format, ending) => {
  const { content } = await made(await fileNode(admin, 'days.csv', csv), {
    format: format === 'lines' ? 'singer' : format,
  });
  answers.set(`days.${ending}`, content);
  const connect = (path: string) =>
    admin.ok(connectionsApi.create, {
      body: {
        kind: 'rest',
        name: path,
        folder: null,
        settings: { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, path, table: 'days', format },
        secrets: {},
      },
    });
  const { id } = await connect(`days.${ending}`);
  expect(await admin.ok(connectionsApi.test, { params: { connectionId: id } })).toMatchObject({ state: 'works' });
  const [file] = await admin.ok(etlTasksApi.remoteFiles, { params: { connectionId: id } });
  const facts = await admin.ok(etlTasksApi.file, { body: { connection: id, path: file!.name } });
  expect(facts.columns.map(({ name }) => name)).toEqual(['day', 'place']);
  const back = await made({ id: 'c', kind: 'fileSource', ...facts }, { format: 'csv' });
  expect(back.content.toString()).toContain('2026-01-02,北京; 2');
  const { id: gone } = await connect(`gone.${ending}`);
  expect(await admin.ok(connectionsApi.test, { params: { connectionId: gone } })).toMatchObject({
    code: 'connections.test.answer',
  });
});

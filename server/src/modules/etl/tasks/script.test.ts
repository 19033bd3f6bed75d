import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { taskProblems } from '@formwork/etl/graph.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';

// The node of a script, from the drawing to the file that its rows come to.

let server: TestServer;
let admin: Client;
let source: Own<GivenTaskNode>;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const lines = Array.from({ length: 500 }, (_, n) => `${n},${n % 2 ? 'odd' : 'even'},2026-01-0${1 + (n % 9)}`);
  source = await fileNode(admin, 'rows.csv', `n,kind,day\n${lines.join('\n')}\n`);
});
afterAll(() => server.stop());

type Gives = Extract<GivenTaskNode, { kind: 'script' }>['gives'];
const gives: Gives = [
  { id: 'g1', name: 'n', type: 'integer' },
  { id: 'g2', name: 'what', type: 'text' },
  { id: 'g3', name: 'next', type: 'date' },
];
const script = (code: string, columns = gives): Own<GivenTaskNode> => ({
  id: 's',
  kind: 'script',
  code,
  gives: columns,
});
const target: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', format: 'csv', name: 'out' };
const draw = (code: string, columns = gives) => drawTask([source, script(code, columns), target], ['c>s', 's>t']);

const work = `const next = new Date(row.day);
next.setUTCDate(next.getUTCDate() + 1);
if (row.n === 7) throw new Error('seven');
if (row.n === 8) return { n: 'eight', what: '', next };
if (row.n === 9) return 9;
if (row.n === 10) for (;;) {}
if (row.kind === 'odd') return null;
return row.n === 0 ? [{ n: 0, what: ['a'], next }, { n: -1 }] : { n: row.n, what: row.kind, next };`;

test('rows are made, multiplied, left out and rejected, and sent again once they are mended', async () => {
  const task = await release(admin, 'etl_task', draw(work));
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
  const job = await endOf(admin, id);
  expect(job).toMatchObject({ state: 'finished', rowsRead: 500, rowsRejected: 4 });
  const content = await (await admin.fetch(`/api/files/${job.files[0]!.file}`)).text();
  const lines = content.trim().split('\n');
  expect(lines.slice(0, 4)).toEqual(['n,what,next', '0,"[""a""]",2026-01-02', '-1,,', '2,even,2026-01-04']);
  // even ones without 8 and 10, and the second of the first
  expect(lines).toHaveLength(1 + 250 - 2 + 1);
  const { rows } = await admin.ok(etlTasksApi.rejected, {
    params: { runId: id },
    query: { node: 's', offset: 0, limit: 10 },
  });
  expect(rows.map(({ row, reason }) => [row.n, reason])).toEqual([
    ['7', expect.stringContaining('seven')],
    ['8', expect.stringContaining('eight')],
    ['9', expect.stringMatching(/.+/)],
    ['10', expect.stringMatching(/.+/)],
  ]);
  expect(rows[0]!.reason).toContain('3');
  const again = await admin.ok(etlTasksApi.resend, {
    params: { runId: id },
    body: { node: 's', all: false, rows: [{ n: rows[0]!.n, row: { n: '12' } }] },
  });
  const second = await endOf(admin, again.id);
  expect(second).toMatchObject({ state: 'finished', rowsWritten: 0, rowsRejected: 0 });
});

test('a preview shows its rows, and why the first was rejected', async () => {
  const shown = await admin.ok(etlTasksApi.preview, { body: { task: draw(work), node: 's' } });
  expect(shown.rows[0]).toEqual(['0', '["a"]', '2026-01-02']);
  expect(shown.rejected).toMatchObject({ rows: 4, reason: expect.stringMatching(/.+/) });
});

test('what is wrong is said before it runs', () => {
  const codes = (code: string, columns?: Gives) =>
    taskProblems(draw(code, columns) as never).map((one) => [one.code, one.data]);
  expect(codes('return { n: row.n };\nreturn {')).toEqual([['etl.problem.script_wrong', { line: 2 }]]);
  expect(codes('return { n: row.amount }')).toEqual([['etl.problem.column_gone', { column: 'amount' }]]);
  expect(codes(' ')).toEqual([['etl.problem.script_blank', undefined]]);
  expect(codes('return row', [])).toEqual([['etl.problem.script_columns', undefined]]);
  expect(codes('return row', [gives[0]!, { ...gives[0]!, id: 'g9', name: 'N' }])).toEqual([
    ['etl.problem.name_twice', { column: 'N' }],
  ]);
});

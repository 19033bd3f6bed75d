import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { at, drawFlow, drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';

// What tasks are given: in statements, expressions and names of files, by whom, and in which order it holds.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let connection: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  await postgres.client.query(`create table sites (id int primary key, place text, opened date, size int);
    insert into sites values (1, 'A', '2026-01-01', 5), (2, 'B', '2026-02-01', 10), (3, 'B''; drop table sites; --', '2026-03-01', 15);
    create table taken (id int, place text)`);
  connection = await postgres.connect(admin, 'sites');
});
beforeEach(() => postgres.client.query('truncate taken'));
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

const parameter = (name: string, value: string, type: EtlParameter['type'] = 'text'): EtlParameter => ({
  id: `p${name.length}${name.charCodeAt(0)}`,
  name,
  type,
  value,
});
const chosen = (sql: string): Own<GivenTaskNode> => ({
  id: 'q',
  kind: 'sqlSource',
  connection,
  sql,
  columns: [
    { name: 'id', type: 'integer', nullable: true },
    { name: 'place', type: 'text', nullable: true },
  ],
});
const table = (): Own<GivenTaskNode> => ({
  id: 'q',
  kind: 'tableSource',
  connection,
  schema: 'public',
  table: 'sites',
  watermark: '',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'place', type: 'text', nullable: true },
    { name: 'opened', type: 'date', nullable: true },
    { name: 'size', type: 'integer', nullable: true },
  ],
});
const picked: Own<GivenTaskNode> = {
  id: 's',
  kind: 'select',
  picks: [
    { id: 'p1', column: 'id', name: '' },
    { id: 'p2', column: 'place', name: '' },
  ],
};
const where = (expression: string, language: 'feel' | 'sql' = 'feel'): Own<GivenTaskNode> => ({
  id: 'w',
  kind: 'filter',
  language,
  expression,
});
const file = (name = 'out'): Own<GivenTaskNode> => ({ id: 'p', kind: 'fileTarget', format: 'csv', name });
const into = (): Own<GivenTaskNode> => ({
  id: 'p',
  kind: 'tableTarget',
  connection,
  schema: 'public',
  table: 'taken',
  mode: 'append',
  keys: [],
});

async function run(taskId: string, parameters?: Record<string, string>): Promise<JobDetail> {
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: { ...(parameters && { parameters }) } });
  return endOf(admin, id);
}
async function content(job: JobDetail): Promise<string[]> {
  const answer = await admin.fetch(`/api/files/${job.files[0]!.file}`);
  return (await answer.text()).trim().split('\n').slice(1);
}
const taken = async (): Promise<number[]> =>
  (await postgres.client.query<{ id: number }>('select id from taken order by id')).rows.map(({ id }) => id);

describe('a parameter', () => {
  test('is a value in the statement of a source, whatever stands in it', async () => {
    const task = drawTask([chosen('select id, place from sites where place = :place'), file()], ['q>p'], {}, [
      parameter('place', 'A'),
    ]);
    const id = await release(admin, 'etl_task', task);
    expect(await content(await run(id))).toEqual(['1,A']);
    expect((await run(id, { place: 'B' })).rowsRead).toBe(1);
    const odd = await run(id, { place: "B'; drop table sites; --" });
    expect(odd).toMatchObject({ state: 'finished', rowsRead: 1 });
    expect(await run(id, { place: "x' or '1' = '1" })).toMatchObject({ state: 'finished', rowsRead: 0 });
  });

  test('is read by expressions, and the day and the run are there for all of them', async () => {
    const id = await release(
      admin,
      'etl_task',
      drawTask(
        [
          table(),
          where('size >= parameters.least and opened < parameters.before and parameters.day > opened'),
          {
            id: 'k',
            kind: 'calculate',
            figures: [
              { id: 'f1', name: 'mark', language: 'feel', expression: '"<" + parameters.mark + ">"', type: 'text' },
              // no SQL says this: it is worked out row by row
              {
                id: 'f2',
                name: 'worked',
                language: 'feel',
                expression: 'string join(for n in 1..2 return parameters.mark, "-")',
                type: 'text',
              },
              { id: 'f3', name: 'twice', language: 'sql', expression: 'size * :least', type: 'integer' },
            ],
          },
          file(),
        ],
        ['q>w', 'w>k', 'k>p'],
        {},
        [parameter('least', '10', 'number'), parameter('before', '2026-03-01', 'date'), parameter('mark', 'x"y')],
      ),
    );
    const job = await run(id);
    expect(job).toMatchObject({ state: 'finished' });
    expect(await content(job)).toEqual(['2,B,2026-02-01,10,"<x""y>","x""y-x""y",100']);
    expect((await run(id, { least: '5', before: '2026-01-15' })).rowsWritten).toBe(1);
  });

  test('goes along where rows go straight from one database to the other', async () => {
    const expressions = [
      ['feel', 'place = parameters.place and opened > parameters.since'],
      ['sql', 'place = :place and opened > :since'],
    ] as const;
    for (const [language, expression] of expressions) {
      const id = await release(
        admin,
        'etl_task',
        drawTask([table(), where(expression, language), picked, into()], ['q>w', 'w>s', 's>p'], {}, [
          parameter('place', 'A'),
          parameter('since', '2025-12-31', 'date'),
        ]),
      );
      expect((await run(id)).state).toBe('finished');
      expect(await taken()).toEqual([1]);
      await postgres.client.query('truncate taken');
      expect((await run(id, { place: 'B', since: '2026-01-31' })).state).toBe('finished');
      expect(await taken()).toEqual([2]);
      await postgres.client.query('truncate taken');
    }
  });

  test('stands in the name of a file, and leads into no other folder', async () => {
    const rows = await fileNode(admin, 'a.csv', 'a\n1\n');
    const task = drawTask([rows, file('out {place} {date}')], ['c>p'], {}, [parameter('place', 'A')]);
    const id = await release(admin, 'etl_task', task);
    expect((await run(id)).files[0]!.name).toMatch(/^out A \d{4}-\d\d-\d\d\.csv$/);
    expect((await run(id, { place: '../b' })).files[0]!.name).toMatch(/^out __b \d{4}/);
  });

  test('has its own value while the task is drawn', async () => {
    const task = drawTask(
      [chosen('select id, place from sites where place = :place'), where('place = parameters.place'), file()],
      ['q>w', 'w>p'],
      {},
      [parameter('place', 'A')],
    );
    const shown = await admin.ok(etlTasksApi.preview, { body: { task, node: 'w' } });
    expect(shown.rows).toEqual([['1', 'A']]);
    const node = { ...at, ...chosen('select id, place from sites where opened < :day and place = :place') };
    const { columns } = await admin.ok(etlTasksApi.columns, {
      body: { node: node as never, parameters: task.parameters },
    });
    expect(columns.map(({ name }) => name)).toEqual(['id', 'place']);
  });

  test('of the wrong type is refused before anything runs', async () => {
    const task = drawTask([table(), where('size > parameters.least'), file()], ['q>w', 'w>p'], {}, [
      parameter('least', '1', 'number'),
    ]);
    const taskId = await release(admin, 'etl_task', task);
    const answer = await admin.call(etlTasksApi.run, {
      params: { taskId },
      body: { parameters: { least: '1); drop table sites' } },
    });
    expect([answer.status, codeOf(answer)]).toEqual([422, 'etl.parameter.wrong']);
    const wrong = { ...task, parameters: [parameter('least', 'many', 'number'), parameter('day', '')] };
    const { id } = await admin.ok(definitionsApi.create, {
      params: { kind: 'etl_task' },
      body: { commandId: crypto.randomUUID(), name: { zh: 'x' }, draft: wrong },
    });
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'etl_task', id } });
    expect(problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['etl.problem.parameter_wrong', 'etl.problem.parameter_twice']),
    );
  });
});

test('nearer values hold: of the enterprise, of the task, of the flow, of who starts it', async () => {
  const taskOf = (value: string) =>
    release(
      admin,
      'etl_task',
      drawTask([chosen('select id, place from sites where place = :place'), file()], ['q>p'], {}, [
        parameter('place', value),
      ]),
    );
  const read = (job: JobDetail) => job.rowsRead;
  await admin.ok(etlTasksApi.setParameters, { body: { set: [{ name: 'place', type: 'text', value: 'A' }], drop: [] } });
  const blank = await taskOf('');
  const own = await taskOf('nowhere');
  expect([read(await run(blank)), read(await run(own)), read(await run(blank, { place: '?' }))]).toEqual([1, 0, 0]);
  const flowOf = (task: string, parameters: EtlParameter[]) =>
    release(
      admin,
      'etl_flow',
      drawFlow([{ id: 'a', kind: 'task', task, retries: 0, timeout: null }], [], { parameters }),
    );
  const child = async (flowId: string, parameters = {}): Promise<JobDetail> => {
    const { id } = await admin.ok(etlTasksApi.startFlow, { params: { flowId }, body: { parameters } });
    const job = await endOf(admin, id);
    return admin.ok(etlTasksApi.job, { params: { runId: job.runs[0]!.run } });
  };
  const flow = await flowOf(own, [parameter('place', 'B')]);
  expect(read(await child(flow))).toBe(1);
  expect(read(await child(flow, { place: '?' }))).toBe(0);
  // a flow that says nothing has the value of the enterprise
  expect(read(await child(await flowOf(own, [parameter('place', '')])))).toBe(1);
  // one that does not know it leaves the task its own
  expect(read(await child(await flowOf(own, [])))).toBe(0);
  await admin.ok(etlTasksApi.setParameters, { body: { set: [], drop: ['place'] } });
  expect(await admin.ok(etlTasksApi.parameters)).toEqual([]);
  expect(read(await run(blank))).toBe(0);
});

test('parameters of the enterprise are for administrators, and no value of a wrong type is taken', async () => {
  const user = await server.as('user');
  const body = { set: [{ name: 'n', type: 'number' as const, value: 'x' }], drop: [] };
  expect((await user.call(etlTasksApi.setParameters, { body })).status).toBe(403);
  expect(codeOf(await admin.call(etlTasksApi.setParameters, { body }))).toBe('etl.parameter.wrong');
  const stranger = await server.as('other-admin');
  await admin.ok(etlTasksApi.setParameters, { body: { ...body, set: [{ name: 'n', type: 'number', value: '1' }] } });
  expect(await stranger.ok(etlTasksApi.parameters)).toEqual([]);
});

test('a run by hand says a day and what has to be given, which none by the clock can, and shows what it was started with', async () => {
  const asked = [{ ...parameter('place', ''), required: true }, parameter('least', '1', 'number')];
  const drawn = drawTask(
    [chosen('select id, place from sites where place = :place and size >= :least'), file('{date} {place}')],
    ['q>p'],
    {},
    asked,
  );
  // while it is drawn nothing has to be given
  expect(await admin.ok(etlTasksApi.preview, { body: { task: drawn, node: 'q' } })).toMatchObject({ rows: [] });
  const taskId = await release(admin, 'etl_task', drawn);
  const refused = async (body: object) => {
    const answer = await admin.call(etlTasksApi.run, { params: { taskId }, body });
    return [answer.status, (answer.body as unknown as { fields: { path: string; code: string }[] }).fields];
  };
  const at422 = (path: string, code: string) => [422, [expect.objectContaining({ path, code })]];
  expect(await refused({})).toEqual(at422('parameters.place', 'etl.parameter.missing'));
  expect(await refused({ parameters: { place: ' ' } })).toEqual(at422('parameters.place', 'etl.parameter.missing'));
  expect(await refused({ parameters: { place: 'A', least: 'much' } })).toEqual(
    at422('parameters.least', 'etl.parameter.wrong'),
  );
  const daily = { cron: '0 2 * * *', workdays: false, overlap: 'skip' as const, missed: 'once' as const };
  const timed = await admin.call(schedulesApi.create, { body: { ofKind: 'etl_task', ofId: taskId, timing: daily } });
  expect(codeOf(timed)).toBe('etl.parameter.missing');
  const body = { day: '2026-05-06', parameters: { place: 'A' } };
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body });
  expect(await endOf(admin, id)).toMatchObject({
    state: 'finished',
    rowsRead: 1,
    day: '2026-05-06',
    parameters: { place: 'A', least: '1' },
    files: [{ name: '2026-05-06 A.csv' }],
  });
  // once more with the same
  const again = await admin.ok(runsApi.rerun, { params: { runId: id }, body: {} });
  expect(await endOf(admin, again.id)).toMatchObject({ day: '2026-05-06', parameters: { place: 'A', least: '1' } });
});

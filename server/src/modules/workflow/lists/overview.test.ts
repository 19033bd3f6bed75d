import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { overviewApi } from '@formwork/contract/workflow/overview.ts';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
let formId: string;
const period = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  until: new Date(Date.now() + 60_000).toISOString(),
});
beforeAll(async () => {
  scene = await openScene();
  formId = await scene.form('a:A b:B end', 'start>a a>b b>end', {
    change: (graph) => {
      graph.settings.administrators = ['D'];
    },
  });
  const records = await Promise.all([1, 2, 3].map((n) => scene.record(formId, { name: `第 ${n} 台` })));
  for (const recordId of records) await scene.start(formId, recordId);
  await scene.submit(formId, records[0]!, 'A');
  await scene.submit(formId, records[1]!, 'A');
  await scene.submit(formId, records[1]!, 'B');
});
afterAll(() => scene.server.stop());

test('whoever a process names over it sees where it waits and who has how much to do', async () => {
  const watcher = await scene.who('D');
  expect((await watcher.ok(overviewApi.forms)).forms).toMatchObject([{ formId }]);
  const { flows, nodes, people, days } = await watcher.ok(overviewApi.figures, { query: period() });
  expect(flows).toMatchObject([{ formId, started: 3, finished: 1, running: 2, invalid: 0 }]);
  const byNode = Object.fromEntries(nodes.map((node) => [node.node, node]));
  expect(byNode).toEqual({
    a: expect.objectContaining({ completed: 2, open: 1, overdue: 0 }),
    b: expect.objectContaining({ completed: 1, open: 1 }),
  });
  expect(nodes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 0);
  expect([byNode.a!.median! > 0, byNode.a!.longest! >= byNode.a!.p90!]).toEqual([true, true]);
  expect(people.map(({ person, open, handled }) => [person.id, open, handled])).toEqual(
    expect.arrayContaining([
      [(await scene.who('A')).id, 1, 2],
      [(await scene.who('B')).id, 1, 1],
    ]),
  );
  expect(days.reduce((sum, { started }) => sum + started, 0)).toBe(3);
  const sheet = await watcher.fetch(
    `/api/workflow/overview/sheet?${new URLSearchParams({ ...period(), part: 'nodes' })}`,
  );
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  expect(new Uint8Array(await sheet.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
});

test('its spreadsheet holds numbers, shares and moments that can be reckoned with, in both languages', async () => {
  const watcher = await scene.who('D');
  const open = async (part: string, locale: string) => {
    const sheet = await watcher.fetch(`/api/workflow/overview/sheet?${new URLSearchParams({ ...period(), part })}`, {
      headers: { 'accept-language': locale },
    });
    const book = read(new Uint8Array(await sheet.arrayBuffer()), { cellNF: true });
    const cells = book.Sheets[book.SheetNames[0]!]!;
    return { name: book.SheetNames[0], head: utils.sheet_to_json<string[]>(cells, { header: 1 })[0], cells };
  };
  const { name, head, cells } = await open('nodes', 'zh-CN');
  expect([name, head?.slice(0, 5), head?.[11]]).toEqual([
    '节点用时',
    ['流程', '节点', '完成', '退回', '平均用时（小时）'],
    '占流程用时',
  ]);
  const rows = [2, 3].map((row) =>
    ['C', 'E', 'I', 'K', 'L'].map((letter) => cells[`${letter}${row}`] as { t: string; v: number; z?: string }),
  );
  for (const [completed, average, waiting, oldest, share] of rows) {
    expect([completed!.t, average!.t, waiting!.t, oldest!.t, share!.t]).toEqual(['n', 'n', 'n', 'n', 'n']);
    expect([waiting!.v, average!.z, oldest!.z, share!.z]).toEqual([1, '0.00', 'yyyy-mm-dd hh:mm', '0.0%']);
    // today, by the clock of the enterprise
    expect(Math.abs(oldest!.v - (Date.now() / 86_400_000 + 25_569 + 8 / 24))).toBeLessThan(0.1);
  }
  expect(rows[0]![4]!.v + rows[1]![4]!.v).toBeCloseTo(1, 1);
  expect((await open('people', 'en')).head).toEqual([
    'Person',
    'Handled',
    'Average (hours)',
    'Open',
    'Overdue',
    'Oldest open',
  ]);
  expect((await open('flows', 'en')).head?.slice(0, 5)).toEqual([
    'Process',
    'Started',
    'Finished',
    'Invalid',
    'Running',
  ]);
});

test('the administrator of the space sees it too where the process names others, nobody else sees any of it', async () => {
  const admin = await scene.who('ADMIN');
  expect((await admin.ok(overviewApi.forms)).forms).toMatchObject([{ formId }]);
  expect((await admin.ok(overviewApi.figures, { query: { ...period(), formId } })).flows).toMatchObject([
    { started: 3 },
  ]);
  for (const letter of ['A', 'I'] as const) {
    const who = await scene.who(letter);
    expect((await who.ok(overviewApi.forms)).forms).toEqual([]);
    expect((await who.call(overviewApi.figures, { query: { ...period(), formId } })).status).toBe(404);
    expect(
      (await who.fetch(`/api/workflow/overview/sheet?${new URLSearchParams({ ...period(), part: 'people' })}`)).status,
    ).toBe(404);
  }
  const other = await scene.server.as('other-admin');
  expect((await other.call(overviewApi.figures, { query: { ...period(), formId } })).status).toBe(404);
  expect(
    (
      await (
        await scene.who('D')
      ).call(overviewApi.figures, { query: { from: '2020-01-01T00:00:00Z', until: '2026-01-01T00:00:00Z' } })
    ).status,
  ).toBe(422);
});

test('a step that the present release no longer has keeps its name', async () => {
  const admin = await scene.who('ADMIN');
  const other = await scene.form('old:A end', 'start>old old>end');
  const recordId = await scene.record(other);
  await scene.start(other, recordId);
  const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId: other } });
  const name = graph.nodes.find(({ id }) => id === 'old')!.name;
  const renamed = {
    ...graph,
    nodes: graph.nodes.map((node) => (node.id === 'old' ? { ...node, id: 'new', name: { zh: '新步骤' } } : node)),
    edges: graph.edges.map((edge) => ({
      ...edge,
      source: edge.source === 'old' ? 'new' : edge.source,
      target: edge.target === 'old' ? 'new' : edge.target,
    })),
  };
  await admin.ok(workflowApi.saveDefinition, {
    params: { formId: other },
    body: { graph: renamed, expectedVersion: version },
  });
  await admin.ok(workflowApi.release, { params: { formId: other }, body: { expectedVersion: version + 1 } });
  const { nodes } = await admin.ok(overviewApi.figures, { query: { ...period(), formId: other } });
  expect(nodes).toMatchObject([{ node: 'old', name, open: 1 }]);
});

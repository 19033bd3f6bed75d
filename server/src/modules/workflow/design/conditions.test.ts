import { organizationApi } from '@formwork/contract/organization/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../testing/server.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
let admin: Client;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.who('ADMIN');
});
afterAll(() => scene.server.stop());

test('a process goes by where its initiator belongs, as the organization is at that moment', async () => {
  const department = async (name: string, parentId: string | null) =>
    (await admin.ok(organizationApi.createDepartment, { body: { name, parentId } })).id;
  const works = await department('生产部', null);
  const team = await department('冲压班', await department('冲压车间', works));
  const office = await department('行政部', null);
  const [initiator, a] = [await scene.who('I'), await scene.who('A')];
  const move = (person: Client, departmentId: string) =>
    admin.ok(organizationApi.movePeople, { body: { ids: [person.id], departmentId } });
  const conditions = [
    `belongs to(_initiatorDepartments, ["${works}"])`,
    'belongs to(_initiatorDepartments, _submitterDepartments)',
  ];
  const [below, ofMine] = await Promise.all(
    conditions.map((condition) =>
      scene.form('a:A if b:B end', 'start>a a>if if>b if>end* b>end', {
        change: (graph) => {
          graph.edges.find((edge) => edge.source === 'if' && !edge.otherwise)!.condition = condition;
        },
      }),
    ),
  );
  const goes = async (formId: string) => {
    const recordId = await scene.record(formId);
    await scene.start(formId, recordId);
    expect((await scene.submit(formId, recordId, 'A')).status).toBe(200);
    return (await scene.process(formId, recordId)).instance!.state === 'processing' ? 'b' : 'end';
  };
  const played = async (formId: string) => {
    const { graph } = await admin.ok(workflowApi.definition, { params: { formId } });
    return (
      await admin.ok(workflowApi.simulate, {
        params: { formId },
        body: { graph, initiator: initiator.id, values: {}, executors: {}, edges: {} },
      })
    ).steps.some(({ node }) => node === 'b')
      ? 'b'
      : 'end';
  };
  await move(initiator, team);
  await move(a, works);
  expect([await goes(below!), await goes(ofMine!), await played(below!), await played(ofMine!)]).toEqual([
    'b',
    'b',
    'b',
    'b',
  ]);
  // whoever submits sits below the initiator's department, not above
  await move(a, office);
  expect([await goes(below!), await goes(ofMine!), await played(below!), await played(ofMine!)]).toEqual([
    'b',
    'end',
    'b',
    'end',
  ]);
  await move(initiator, office);
  expect([await goes(below!), await goes(ofMine!), await played(below!), await played(ofMine!)]).toEqual([
    'end',
    'b',
    'end',
    'b',
  ]);
});

test('a text that gives the function something else than departments is a problem of the drawing', async () => {
  const formId = await scene.form('a:A end', 'start>a a>end');
  const { graph } = await admin.ok(workflowApi.definition, { params: { formId } });
  const drawn = (condition: string) => ({
    ...graph,
    nodes: [...graph.nodes, { id: 'if', kind: 'condition' as const, name: { zh: '分支' }, x: 0, y: 0 }],
    edges: [
      ...graph.edges.filter(({ source }) => source === 'start'),
      { id: 'x', source: 'a', target: 'if' },
      { id: 'y', source: 'if', target: 'end', condition },
      { id: 'z', source: 'if', target: 'end', otherwise: true },
    ],
  });
  const played = async (condition: string) =>
    (
      await admin.call(workflowApi.simulate, {
        params: { formId },
        body: { graph: drawn(condition), initiator: admin.id, values: {}, executors: {}, edges: {} },
      })
    ).body as { code?: string; data?: { problems: { code: string }[] } };
  expect((await played('belongs to(_initiatorDepartments)')).data!.problems.map(({ code }) => code)).toEqual([
    'workflow.problem.bad_condition',
  ]);
  expect((await played('belongs to(_initiatorDepartments, ["x"])')).code).toBeUndefined();
});

import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { draw } from '@formwork/process/testing/play.ts';
import { randomUUID } from 'node:crypto';
import type { Lane } from '../lane.ts';
import { callsOf, signIn } from '../product.ts';

/** A form with a process of one approval, and who takes part: one person hands in, another approves. */
export interface WorkflowScene {
  formId: string;
  initiator: string;
  approver: string;
}

const definition: FormDefinition = {
  format: 1,
  title: { zh: '请假' },
  tables: [],
  layout: [],
  titleField: 'title',
  fields: [
    { id: 'title', type: 'text', title: { zh: '事由' }, config: {} },
    { id: 'days', type: 'number', title: { zh: '天数' }, config: {} },
  ] as Field[],
};

export async function makeWorkflowScene(url: string, approverLogin: string): Promise<WorkflowScene> {
  const admin = await signIn(url, 'admin');
  const call = callsOf(url, admin);
  const app = await call<{ id: string }>('POST', '/forms/apps', { title: { zh: '请假' } });
  const { id: formId } = await call<{ id: string }>('POST', `/forms/apps/${app.id}/forms`, {
    title: { zh: '请假' },
    definition,
  });
  await call('PUT', `/forms/${formId}/permissions`, {
    rules: [{ id: 'own', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'own' }],
  });
  await call('POST', `/forms/${formId}/releases`, { draftVersion: 1 });
  const approver = await signIn(url, approverLogin);
  const { id } = (await (await fetch(`${url}/api/identity/me`, { headers: { cookie: approver } })).json()) as {
    id: string;
  };
  const graph = draw('a:A end', 'start>a a>end');
  graph.settings.administrators = [];
  for (const node of graph.nodes)
    if (node.kind === 'approve') node.executors.rules = [{ by: 'persons', persons: [id] }];
  await call('PUT', `/workflow/forms/${formId}/definition`, { graph, expectedVersion: 0 });
  await call('POST', `/workflow/forms/${formId}/releases`, { expectedVersion: 1 });
  return { formId, initiator: await signIn(url, 'user'), approver };
}

/** A record handed in; answers its id. */
export async function startOne(lane: Lane, { formId, initiator }: WorkflowScene): Promise<string> {
  const post = (path: string, body: object) =>
    lane.send({ method: 'POST', path, body: JSON.stringify(body), cookie: initiator });
  const { id } = JSON.parse(await post(`/api/records/${formId}`, { values: { title: '外出', days: 2 } })) as {
    id: string;
  };
  await post(`/api/workflow/forms/${formId}/records/${id}/instances`, { commandId: randomUUID() });
  return id;
}

interface Todo {
  items: { recordId: string; taskId: string; version: number }[];
}

/** From a record to the end of its process: made, handed in, found in the to-dos, approved, gone from them. Answers how long it was not to be seen. */
export async function oneInstance(lane: Lane, scene: WorkflowScene): Promise<{ lagMs: number }> {
  const recordId = await startOne(lane, scene);
  const started = performance.now();
  const find = async () =>
    (JSON.parse(await lane.send({ path: '/api/workflow/todo?limit=50', cookie: scene.approver })) as Todo).items.find(
      (row) => row.recordId === recordId,
    );
  let row = await find();
  let lagMs = 0;
  while (!row) {
    lagMs = performance.now() - started;
    if (lagMs > 10_000) throw new Error('a to-do does not appear');
    row = await find();
  }
  await lane.send({
    method: 'POST',
    path: `/api/workflow/tasks/${row.taskId}/submission`,
    body: JSON.stringify({ commandId: randomUUID(), version: row.version }),
    cookie: scene.approver,
  });
  if (await find()) throw new Error('a to-do is there after it was done');
  return { lagMs };
}

import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { openScene, type Letter, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

const nodes = 'if a:A b:B end';
const edges = 'start>if if>a if>b* a>end b>end';

/** Dear ones go to A, all others to B. `visit` is a date that may stay empty. */
function asks(condition: string, more: object = {}): (graph: ProcessGraph) => void {
  return (graph) => {
    graph.edges.find((edge) => edge.source === 'if' && !edge.otherwise)!.condition = condition;
    Object.assign(
      graph.nodes.find(({ id }) => id === 'if')!,
      more,
    );
  };
}

const late = 'visit > date and time("2026-01-01T00:00:00Z")';

async function stopped(condition = late, more: object = {}) {
  const formId = await scene.form(nodes, edges, { change: asks(condition, more) });
  const recordId = await scene.record(formId);
  const at = { params: { formId, recordId } };
  return {
    formId,
    recordId,
    at,
    history: async (letter: Letter = 'ADMIN') => (await scene.who(letter)).ok(workflowApi.history, at),
  };
}

const current = async (formId: string, recordId: string) =>
  (await scene.process(formId, recordId, 'ADMIN')).nodes
    .filter(({ display }) => display === 'current')
    .map(({ node }) => node);

test('an empty field does not send an approval the other way: the process stops for its administrators', async () => {
  const { formId, recordId, at, history } = await stopped();
  const preview = await (await scene.who('I')).ok(workflowApi.preview, { ...at, body: {} });
  expect(preview).toMatchObject({
    lastStep: false,
    asks: [],
    next: [{ node: 'if', kind: 'condition' }],
    stops: [{ node: 'if', branch: { why: 'undecided', tried: [{ holds: null, missing: [{ zh: 'visit' }] }] } }],
  });
  await scene.start(formId, recordId);
  expect(await current(formId, recordId)).toEqual(['if']);
  expect((await (await scene.who('ADMIN')).ok(workflowApi.todo, {})).items.map((item) => item.recordId)).toContain(
    recordId,
  );
  expect((await history()).at(-2)).toMatchObject({
    kind: 'undecided',
    node: 'if',
    branch: {
      why: 'undecided',
      taken: [],
      tried: [{ holds: null, missing: [{ zh: 'visit' }], values: [{ path: 'visit', value: '' }] }],
    },
  });

  const task = await scene.task(formId, recordId, 'ADMIN');
  expect(task).toMatchObject({
    node: 'if',
    kind: 'condition',
    commentRequired: true,
    undecided: { why: 'undecided', tried: [{ missing: [{ zh: 'visit' }] }] },
    rights: { otherFields: 'edit' },
  });
  // without the missing value and without a way nothing moves
  expect(codeOf(await scene.submit(formId, recordId, 'ADMIN', { comment: '看看' }))).toBe('workflow.executor.choose');
  expect(codeOf(await scene.submit(formId, recordId, 'ADMIN', { values: { visit: '2026-03-01T00:00:00Z' } }))).toBe(
    'workflow.task.comment_required',
  );
  expect(
    (await scene.submit(formId, recordId, 'ADMIN', { values: { visit: '2026-03-01T00:00:00Z' }, comment: '补上日期' }))
      .status,
  ).toBe(200);
  expect(await current(formId, recordId)).toEqual(['a']);
  expect((await history()).find(({ kind }) => kind === 'branched')).toMatchObject({
    node: 'if',
    actor: null,
    branch: {
      why: 'condition',
      taken: [{ zh: 'a' }],
      tried: [{ holds: true, missing: [], values: [{ title: { zh: 'visit' } }] }],
    },
  });
});

test('an administrator says which way where the value stays empty, with a reason that the history keeps', async () => {
  const { formId, recordId, history } = await stopped();
  await scene.start(formId, recordId);
  const [edge] = (await scene.process(formId, recordId, 'ADMIN')).graph!.edges.filter(
    ({ source, otherwise }) => source === 'if' && !otherwise,
  );
  expect(
    (await scene.submit(formId, recordId, 'ADMIN', { comment: '按大额处理', edges: { if: [edge!.id] } })).status,
  ).toBe(200);
  expect(await current(formId, recordId)).toEqual(['a']);
  const events = await history();
  expect(events.find(({ kind }) => kind === 'submitted')).toMatchObject({ comment: '按大额处理', node: 'if' });
  expect(events.find(({ kind }) => kind === 'branched')).toMatchObject({
    actor: { id: (await scene.who('ADMIN')).id },
    branch: { why: 'chosen', taken: [{ zh: 'a' }] },
  });
});

test('a gateway that takes empty for the other way goes on, and the history says so', async () => {
  const { formId, recordId, history } = await stopped(late, { emptyOtherwise: true });
  await scene.start(formId, recordId);
  expect(await current(formId, recordId)).toEqual(['b']);
  expect((await history('I')).find(({ kind }) => kind === 'branched')).toMatchObject({
    branch: { why: 'otherwise', taken: [{ zh: 'b' }], tried: [{ holds: null, missing: [{ zh: 'visit' }] }] },
  });
});

test('whoever began it takes it back and fills in what is missing', async () => {
  const { formId, recordId } = await stopped();
  await scene.start(formId, recordId);
  const initiator = await scene.who('I');
  const view = await scene.process(formId, recordId);
  await initiator.ok(workflowApi.retrieve, {
    params: { instanceId: view.instance!.id },
    body: { commandId: randomUUID(), taskId: view.retrievable! },
  });
  expect((await scene.submit(formId, recordId, 'I', { values: { visit: '2025-03-01T00:00:00Z' } })).status).toBe(200);
  expect(await current(formId, recordId)).toEqual(['b']);
});

test('values of fields that are hidden from the reader are in no history', async () => {
  const { formId, recordId, history } = await stopped('secret = "x"');
  const initiator = await scene.who('I');
  const admin = await scene.who('ADMIN');
  await admin.ok(recordsApi.update, {
    params: { formId, recordId },
    body: { expectedVersion: 1, values: { secret: 'x' } },
  });
  await scene.start(formId, recordId);
  const read = async () => (await history('I')).find(({ kind }) => kind === 'branched')!.branch!.tried[0]!;
  expect((await read()).values).toMatchObject([{ path: 'secret', value: 'x' }]);
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: { kind: 'person', id: initiator.id },
          actions: ['view', 'create', 'edit'],
          scope: 'own',
          fields: { secret: { new: 'hidden', existing: 'hidden' } },
        },
      ],
    },
  });
  expect(await read()).toMatchObject({ holds: true, values: [], missing: [] });
});

import { randomUUID } from 'node:crypto';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reader, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { rememberedState } from './remembered.ts';
import { instanceList, readState, type InstanceRow } from './rows.ts';
import { openScene, type Letter, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

/** The state of a record's process as it is remembered, and as it is stored. */
async function both(recordId: string) {
  const where = { platform: scene.server.platform, spaceId: 'demo' };
  const { rows } = await spaceQuery<InstanceRow>(where.platform, {
    text: `select ${instanceList} from ${spaceSchema('demo')}.workflow_instance where record_id = $1`,
    values: [recordId],
  });
  const stored = await readState(reader(where), rows[0]!);
  const remembered = rememberedState(where, rows[0]!.id);
  // as lists: the order of rows counts as well
  const listed = (state: typeof stored) =>
    Object.entries(state).map(([name, part]) => [name, part instanceof Map ? [...part] : part]);
  return { stored: listed(stored), remembered: remembered && listed(remembered) };
}

test('a step is remembered as it is stored, row by row and in order', async () => {
  const formId = await scene.form('par a:ABC b:D join c:E end', 'start>par par>a par>b a>join b>join join>c c>end', {
    signing: { a: { way: 'all' } },
  });
  const recordId = await scene.record(formId);
  await scene.start(formId, recordId);
  const check = async () => {
    const { stored, remembered } = await both(recordId);
    expect(remembered).toEqual(stored);
  };
  await check();
  const a = await scene.task(formId, recordId, 'A');
  const signer = (await scene.who('S')).id;
  await (
    await scene.who('A')
  ).ok(workflowApi.addSigners, {
    params: { taskId: a.id },
    body: { commandId: randomUUID(), version: a.version, persons: [signer], place: 'before', reason: '先看' },
  });
  await check();
  for (const letter of ['S', 'A', 'D', 'C', 'B'] as Letter[]) {
    expect((await scene.submit(formId, recordId, letter)).status).toBe(200);
    await check();
  }
  const c = await scene.task(formId, recordId, 'E');
  await (
    await scene.who('E')
  ).ok(workflowApi.returnTask, {
    params: { taskId: c.id },
    body: { commandId: randomUUID(), version: c.version, node: 'start', reason: '重来' },
  });
  await check();
});

test('a step made elsewhere since is read again, and one moved to another release goes on there', async () => {
  const formId = await scene.form('a:A b:B end', 'start>a a>b b>end');
  const recordId = await scene.record(formId);
  await scene.start(formId, recordId);
  // as if another server had carried out the step: the row is further than what this one remembers
  const schema = spaceSchema('demo');
  await spaceQuery(scene.server.platform, {
    text: `update ${schema}.workflow_instance set version = version + 1 where record_id = $1`,
    values: [recordId],
  });
  expect((await scene.submit(formId, recordId, 'A')).body).toMatchObject({
    instance: { state: 'processing', version: 3 },
  });

  const admin = await scene.who('ADMIN');
  const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId } });
  graph.edges = graph.edges.map((edge) => (edge.source === 'b' ? { ...edge, target: 'c' } : edge));
  graph.nodes.push({ ...structuredClone(graph.nodes.find((node) => node.id === 'b')!), id: 'c' });
  graph.edges.push({
    ...structuredClone(graph.edges.find((edge) => edge.source === 'b')!),
    id: 'c-end',
    source: 'c',
    target: 'end',
  });
  await admin.ok(workflowApi.saveDefinition, { params: { formId }, body: { graph, expectedVersion: version } });
  await admin.ok(workflowApi.release, { params: { formId }, body: { expectedVersion: version + 1 } });
  expect(
    await admin.ok(workflowApi.migrate, { params: { formId, number: 2 }, body: { from: 1, map: {}, dryRun: false } }),
  ).toMatchObject({ moved: 1 });
  expect((await scene.submit(formId, recordId, 'B')).body).toMatchObject({
    instance: { state: 'processing' },
    opened: [{ node: 'c' }],
  });
});

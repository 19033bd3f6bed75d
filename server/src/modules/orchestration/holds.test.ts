import type { ChildProcess } from 'node:child_process';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idAt } from '../../platform/runs/run-ids.ts';
import { keepRunMonths } from '../../platform/runs/run-sweep.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { startWorker } from '../../testing/worker.ts';
import { asSystem } from '../identity/public.ts';
import { sceneOn } from '../workflow/testing/scene.ts';
import { flowOf, startFlow } from './start-flow.ts';
import { flowScene } from './testing/flow-scene.ts';

let server: TestServer;
let admin: Client;
let scene: ReturnType<typeof flowScene>;
const children: ChildProcess[] = [];

// the processes that carry out are begun and ended by the tests
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
  admin = await server.as('admin');
  scene = flowScene(admin);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
});

test('runs of a release end on it, whatever is released while they wait', async () => {
  await startWorker(server, children);
  const wait = { kind: 'message' as const, id: 'wait', message: 'go', key: 'k', as: 'got' };
  const says = (value: string) => [wait, { kind: 'expression' as const, id: 'say', values: [{ name: 'said', value }] }];
  const drawn = { inputs: [{ name: 'k', type: 'string' as const }], outputs: [{ name: 'said', value: 'said' }] };
  const flow = await scene.flow(says('"first"'), 'start>wait wait>say', drawn);
  const before = await scene.start(flow, { k: 'before' });
  await scene.until(before.run, 'suspended');
  await scene.redraw(flow, says('"second"'), 'start>wait wait>say', drawn);
  const after = await scene.start(flow, { k: 'after' });
  await scene.until(after.run, 'suspended');
  for (const key of ['before', 'after'])
    await admin.ok(orchestrationApi.message, { params: { messageName: 'go' }, body: { key, payload: {} } });
  expect(await scene.over(before.run)).toMatchObject({ state: 'finished', release: 1, result: { said: 'first' } });
  expect(await scene.over(after.run)).toMatchObject({ state: 'finished', release: 2, result: { said: 'second' } });
});

test('a run that has waited for an approval for thirty days goes on behind a restart', async () => {
  const first = children.at(-1)!;
  const office = await sceneOn(server);
  const signed = await office.form('a:ABC end', 'start>a a>end', { signing: { a: { way: 'all' } } });
  await admin.ok(formsApi.putPermissions, {
    params: { formId: signed },
    body: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' }] },
  });
  const recordId = await office.record(signed);
  const input = [
    { name: 'formId', value: `"${signed}"` },
    { name: 'recordId', value: 'record' },
  ];
  const flow = await scene.flow([{ kind: 'approval', id: 'ask', input, as: 'got' }], 'start>ask', {
    inputs: [{ name: 'record', type: 'string' }],
    outputs: [{ name: 'state', value: 'got.state' }],
  });
  const released = (await flowOf(server.platform, 'demo', flow))!;
  const run = idAt(Date.now() - 31 * 86_400_000, 'long ago');
  await startFlow(asSystem(server.platform, 'demo', 'test'), released, {
    id: run,
    trigger: 'api',
    input: { record: recordId },
    event: {},
    cause: { depth: 0 },
  });
  await scene.until(run, 'suspended');
  await office.task(signed, recordId, 'A');
  expect((await office.submit(signed, recordId, 'A')).status).toBe(200);
  first.kill('SIGKILL');
  // what is old goes at night, and what waits stays
  await keepRunMonths.run(server.platform, 'demo');
  expect((await scene.run(run)).state).toBe('suspended');
  await startWorker(server, children);
  for (const letter of ['B', 'C'] as const) {
    await office.task(signed, recordId, letter);
    expect((await office.submit(signed, recordId, letter)).status).toBe(200);
  }
  expect(await scene.over(run)).toMatchObject({ state: 'finished', result: { state: 'finished' } });
});

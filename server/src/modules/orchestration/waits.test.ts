import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import { signatureHeader } from '@formwork/contract/rules/hook.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureOf } from '../../platform/signatures.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { draftRule, make, releaseRule, traces, tryRelease } from '../rules/testing/scene.ts';
import { sceneOn } from '../workflow/testing/scene.ts';
import { flowScene } from './testing/flow-scene.ts';

let server: TestServer;
let admin: Client;
let scene: ReturnType<typeof flowScene>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  scene = flowScene(admin);
});
afterAll(() => server.stop());

const message = (id: string, key: string) => ({ kind: 'message' as const, id, message: 'paid', key, as: 'got' });
const send = (messageName: string, key: string, payload: unknown) =>
  admin.ok(orchestrationApi.message, { params: { messageName }, body: { key, payload } });

describe('a run that waits', () => {
  test('for a message goes on with it, whether it comes behind or before', async () => {
    const flow = await scene.flow([message('wait', 'order')], 'start>wait', {
      inputs: [{ name: 'order', type: 'string' }],
      outputs: [{ name: 'sum', value: 'got.sum' }],
    });
    const { run } = await scene.start(flow, { order: 'a' });
    await scene.until(run, 'suspended');
    expect((await scene.stand(run)).open).toMatchObject([{ node: 'wait', kind: 'message' }]);
    expect(await send('paid', 'other', { sum: 1 })).toEqual({ taken: false });
    expect(await send('paid', 'a', { sum: 7 })).toEqual({ taken: true });
    expect((await scene.over(run)).result).toEqual({ sum: 7 });
    await send('paid', 'b', { sum: 8 });
    expect((await scene.played(flow, { order: 'b' })).result).toEqual({ sum: 8 });
  });

  test('for a callback is answered at its address alone', async () => {
    const flow = await scene.flow(
      [
        { kind: 'expression', id: 'note', values: [{ name: 'address', value: 'run.callback' }] },
        { kind: 'callback', id: 'back', as: 'got' },
      ],
      'start>note note>back',
      { outputs: [{ name: 'said', value: 'got.said' }] },
    );
    const { run } = await scene.start(flow);
    await scene.until(run, 'suspended');
    const [note] = (await scene.steps(run)).filter(({ node }) => node === 'note');
    const { address } = note!.out as { address: string };
    const callbackToken = address.split('/').at(-1)!;
    const at = (token: string) =>
      server.visitor.call(orchestrationApi.callback, {
        params: { callbackToken: token, flowNode: 'back' },
        body: { said: 'yes' },
      });
    expect((await at(`${callbackToken.slice(0, -3)}xyz`)).status).toBe(404);
    expect((await at(callbackToken)).body).toEqual({ taken: true });
    expect((await scene.over(run)).result).toEqual({ said: 'yes' });
  });

  test('for another flow gets its answer; for time goes on by itself; stands still while it is paused', async () => {
    const child = await scene.flow([{ kind: 'wait', id: 'a', for: 'time', until: '0', working: false }], 'start>a', {
      inputs: [{ name: 'n', type: 'number' }],
      outputs: [{ name: 'twice', value: 'n * 2' }],
    });
    const flow = await scene.flow(
      [
        { kind: 'flow', id: 'sub', flow: child, input: [{ name: 'n', value: '21' }], as: 'got' },
        message('wait', '"p"'),
        { kind: 'expression', id: 'after', values: [{ name: 'late', value: '1' }] },
      ],
      'start>sub sub>wait wait>after',
      {
        outputs: [
          { name: 'twice', value: 'got.result.twice' },
          { name: 'state', value: 'got.state' },
        ],
      },
    );
    const changed = await scene.flow(
      [{ kind: 'flow', id: 'sub', flow: child, input: [{ name: 'n', value: '21' }], as: 'got' }],
      'start>sub',
      { outputs: [{ name: 'twice', value: 'got.result.twice' }] },
    );
    expect((await scene.played(changed)).result).toEqual({ twice: 42 });
    const { run } = await scene.start(flow);
    const open = async () => (await scene.stand(run)).open.map(({ node }) => node);
    await expect.poll(open).toEqual(['wait']);
    const params = { flowRunId: run };
    await admin.ok(orchestrationApi.pause, { params, body: { paused: true } });
    await expect.poll(async () => (await scene.stand(run)).paused).toBe(true);
    await send('paid', 'p', { result: { twice: 1 }, state: 'x' });
    await expect.poll(open).toEqual([]);
    expect((await scene.run(run)).state).not.toBe('finished');
    await admin.ok(orchestrationApi.pause, { params, body: { paused: false } });
    expect((await scene.over(run)).state).toBe('finished');
  });
});

test('an approval of three people: the run goes on when the last of them has signed', async () => {
  const office = await sceneOn(server);
  const signed = await office.form('a:ABC end', 'start>a a>end', { signing: { a: { way: 'all' } } });
  await admin.ok(formsApi.putPermissions, {
    params: { formId: signed },
    body: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' }] },
  });
  const recordId = await office.record(signed);
  const ask = {
    kind: 'approval' as const,
    id: 'ask',
    input: [
      { name: 'formId', value: `"${signed}"` },
      { name: 'recordId', value: 'record' },
    ],
    as: 'got',
  };
  const flow = await scene.flow([ask], 'start>ask', {
    inputs: [{ name: 'record', type: 'string' }],
    outputs: [{ name: 'state', value: 'got.state' }],
  });
  const { run } = await scene.start(flow, { record: recordId });
  await scene.until(run, 'suspended');
  expect((await scene.stand(run)).open).toMatchObject([{ node: 'ask', kind: 'approval' }]);
  for (const letter of ['A', 'B', 'C'] as const) {
    expect((await scene.run(run)).state).toBe('suspended');
    await office.task(signed, recordId, letter);
    expect((await office.submit(signed, recordId, letter)).status).toBe(200);
  }
  expect(await scene.over(run)).toMatchObject({ state: 'finished', result: { state: 'finished' } });
});

test('a limit a minute holds however many begin at once, and the others wait for the next', async () => {
  const flow = await scene.flow([{ kind: 'end', id: 'end' }], 'start>end', {
    limits: { atOnce: 50, perMinute: 3, offAfter: 0 },
  });
  // not over the border of a minute
  if (Date.now() % 60_000 > 55_000) await new Promise((resolve) => setTimeout(resolve, 60_500 - (Date.now() % 60_000)));
  const runs = await Promise.all(Array.from({ length: 8 }, () => scene.start(flow)));
  const states = async () => {
    const all = await Promise.all(runs.map(async ({ run }) => (await scene.run(run)).state));
    return Object.fromEntries(Object.entries(Object.groupBy(all, (one) => one)).map(([of, list]) => [of, list.length]));
  };
  await expect.poll(states).toEqual({ finished: 3, suspended: 5 });
  const waiting = await Promise.all(runs.map(async ({ run }) => (await scene.stand(run)).limited));
  expect(waiting.filter(Boolean)).toHaveLength(5);
  for (const { run } of runs) await admin.call(runsApi.cancel, { params: { runId: run } });
});

describe('words from others', () => {
  /** As the outside sees it: by its address alone. */
  const callFromOutside = async (address: string, body: object, key = '') => {
    const hookToken = address.split('/').at(-1)!;
    const query = key === '' ? {} : { key };
    return server.visitor.call(orchestrationApi.hook, { params: { hookToken }, query, body });
  };

  test('a message starts the rules that begin with it, with what was sent, once a command', async () => {
    const formId = await scene.form();
    const rule = await releaseRule(
      admin,
      `rule "told" on message "ordered" as person
  input amount: number
  create ${formId}
    - name = event.name + " " + event.key
    - amount = amount
`,
    );
    const commandId = randomUUID();
    const tell = () =>
      admin.ok(orchestrationApi.message, {
        params: { messageName: 'ordered' },
        body: { key: 'k1', payload: { amount: 7, other: 'x' }, commandId },
      });
    expect(await tell()).toEqual({ taken: true });
    expect(await tell()).toEqual({ taken: true });
    await expect
      .poll(() => scene.records(formId))
      .toEqual([expect.objectContaining({ name: 'ordered k1', amount: 7 })]);
    expect(await traces(admin, rule)).toMatchObject([{ starts: 'message', state: 'done', actsAs: 'person' }]);
    // a message is taken by a run that waits for it before it starts anything
    const flow = await scene.flow([{ kind: 'message', id: 'wait', message: 'ordered', key: '"k2"' }], 'start>wait');
    const { run } = await scene.start(flow);
    await scene.until(run, 'suspended');
    expect(await send('ordered', 'k2', { amount: 8 })).toEqual({ taken: true });
    expect((await scene.over(run)).state).toBe('finished');
    expect(await scene.records(formId)).toHaveLength(1);
  });

  test('a rule that tells itself ends, and says so', async () => {
    const rule = await releaseRule(
      admin,
      'rule "echo" on message "echo" as author\n  do "flows.message"\n    - name = "echo"\n    - payload = 1\n',
    );
    expect(await send('echo', '', 1)).toEqual({ taken: true });
    await expect.poll(async () => (await traces(admin, rule)).map(({ code }) => code)).toContain('rules.loop');
    // the eighth tells itself before it has its own trace
    await expect.poll(async () => (await traces(admin, rule)).filter(({ state }) => state === 'done')).toHaveLength(8);
  });

  test('a rule that starts a flow whose writing starts the rule ends together with it', async () => {
    const formId = await scene.form();
    const write = {
      kind: 'call' as const,
      id: 'write',
      action: 'records.create',
      set: { formId },
      input: [{ name: 'values/name', value: '"again"' }],
    };
    const flow = await scene.flow([write], 'start>write', { limits: { atOnce: 50, offAfter: 0 } });
    const rule = await releaseRule(
      admin,
      `rule "ping" on created of ${formId} as author\n  do "flows.start"\n    - flow = "${flow}"\n`,
    );
    await make(admin, formId, { name: 'first' });
    await expect.poll(async () => (await traces(admin, rule)).map(({ code }) => code)).toContain('rules.loop');
    // the rule at every second step of eight
    expect(await scene.records(formId)).toHaveLength(5);
  });

  test('a call from outside starts a rule or a flow by its address alone, the same key once', async () => {
    const formId = await scene.form();
    const text = `rule "called" on webhook "orders" as author\n  create ${formId}\n    - name = event.body.name\n`;
    const ruleId = await releaseRule(admin, text);
    const { address } = await admin.ok(rulesApi.hook, { params: { ruleId, hookKey: 'orders' } });
    const first = await callFromOutside(address, { name: 'from outside' }, 'one');
    expect(first).toMatchObject({ status: 202, body: { run: expect.any(String) as string } });
    expect((await callFromOutside(address, { name: 'again' }, 'one')).body).toEqual(first.body);
    await expect.poll(async () => (await scene.records(formId)).map(({ name }) => name)).toEqual(['from outside']);
    expect((await callFromOutside(address.slice(0, -2), {})).status).toBe(404);
    const { address: other } = await admin.ok(rulesApi.hook, { params: { ruleId, hookKey: 'none' } });
    expect((await callFromOutside(other, {})).status).toBe(404);

    const flowId = await scene.flow([{ kind: 'end', id: 'end' }], 'start>end', {
      inputs: [{ name: 'n', type: 'number' }],
      outputs: [{ name: 'n', value: 'n' }],
      starts: [{ id: 'w', on: 'webhook' }],
    });
    const hook = await admin.ok(orchestrationApi.hookOf, { params: { flowId, startId: 'w' } });
    const { run } = (await callFromOutside(hook.address, { n: 5 })).body;
    expect(await scene.over(run)).toMatchObject({ state: 'finished', result: { n: 5 } });
    await admin.ok(definitionsApi.enable, { params: { kind: flowKind.kind, id: flowId }, body: { enabled: false } });
    await expect.poll(async () => (await callFromOutside(hook.address, { n: 5 })).status).toBe(404);
    const user = await server.as('user2');
    expect((await user.call(rulesApi.hook, { params: { ruleId, hookKey: 'orders' } })).status).toBe(404);
  });

  test('calls to an address without a secret are signed over time and body, and begin it once', async () => {
    const flowId = await scene.flow([{ kind: 'end', id: 'end' }], 'start>end', {
      inputs: [{ name: 'n', type: 'number' }],
      outputs: [{ name: 'n', value: 'n' }],
      starts: [
        { id: 'w', on: 'webhook' },
        { id: 'v', on: 'webhook' },
      ],
    });
    const { signed } = await admin.ok(orchestrationApi.hookOf, { params: { flowId, startId: 'w' } });
    const other = await admin.ok(orchestrationApi.hookOf, { params: { flowId, startId: 'gone' } });
    const at = new URL(signed.address, server.url);
    const post = (body: string, signature?: string): Promise<Response> =>
      fetch(new URL(at.pathname, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(signature && { [signatureHeader]: signature }) },
        body,
      });
    const body = '{ "n": 7 }';
    const good = signatureOf(signed.secret, body);
    const answer = await post(body, good);
    expect(answer.status).toBe(202);
    const { run } = (await answer.json()) as { run: string };
    expect(await scene.over(run)).toMatchObject({ state: 'finished', result: { n: 7 } });
    expect(await (await post(body, good)).json()).toEqual({ run });
    const seconds = Math.floor(Date.now() / 1_000);
    const wrong = [
      undefined,
      'nonsense',
      good.slice(0, -1),
      signatureOf('another secret', body),
      signatureOf(other.signed.secret, body),
      signatureOf(signed.secret, '{"n":7}'),
      signatureOf(signed.secret, body, seconds - 400),
      signatureOf(signed.secret, body, seconds + 400),
    ];
    for (const signature of wrong) {
      const refused = await post(body, signature);
      expect([signature, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        signature,
        401,
        'flows.hook.not_signed',
      ]);
    }
  });

  test('what nobody begins cannot act as the person who began it', async () => {
    const drafted = await draftRule(admin, 'rule "r" on webhook "x" as person\n  let a = 1\n');
    const { status, body } = await tryRelease(admin, drafted);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('rules.problem.start_no_person')]);
  });
});

test('what the database cannot hold is left out of a message, and the run goes on', async () => {
  const flow = await scene.flow([message('wait', '"nul"')], 'start>wait', {
    outputs: [{ name: 'said', value: 'got' }],
  });
  const { run } = await scene.start(flow);
  await scene.until(run, 'suspended');
  await send('paid', 'nul', { 'a\u0000': 'x\u0000y\ud83d' });
  expect((await scene.over(run)).result).toEqual({ said: { a: 'xy\ufffd' } });
});

test('each element of a list may wait, and the list goes on where it stood', async () => {
  const each = { kind: 'iterate' as const, id: 'each', list: 'keys', item: 'k', atOnce: 2, result: 'got.n', as: 'all' };
  const flow = await scene.flow([each, message('wait', 'k')], 'start>each each>wait:body', {
    inputs: [{ name: 'keys', type: 'Any' }],
    outputs: [{ name: 'all', value: 'all' }],
  });
  const { run } = await scene.start(flow, { keys: ['e1', 'e2', 'e3'] });
  await scene.until(run, 'suspended');
  for (const [n, key] of ['e2', 'e1', 'e3'].entries()) await send('paid', key, { n });
  expect((await scene.over(run)).result).toEqual({ all: [1, 0, 2] });
});

test('words that come while runs are written together reach each of them', async () => {
  const each = { kind: 'iterate' as const, id: 'each', list: 'keys', item: 'k', atOnce: 2, result: 'got.n', as: 'all' };
  const flow = await scene.flow([each, message('wait', 'k')], 'start>each each>wait:body', {
    inputs: [{ name: 'keys', type: 'Any' }],
    outputs: [{ name: 'all', value: 'all' }],
  });
  const played = async (n: number): Promise<unknown> => {
    const keys = ['a', 'b', 'c'].map((letter) => `together ${letter}${n}`);
    const { run } = await scene.start(flow, { keys });
    await scene.until(run, 'suspended');
    for (const [at, key] of [keys[1]!, keys[0]!, keys[2]!].entries()) await send('paid', key, { n: at });
    return (await scene.over(run)).result;
  };
  const results = await Promise.all(Array.from({ length: 24 }, (_, n) => played(n)));
  expect(results).toEqual(results.map(() => ({ all: [1, 0, 2] })));
});

test('one run more than at once waits for its turn, and says so', async () => {
  const flow = await scene.flow([message('wait', 'k')], 'start>wait', {
    inputs: [{ name: 'k', type: 'string' }],
    limits: { atOnce: 2, offAfter: 0 },
  });
  const runs: string[] = [];
  for (const k of ['1', '2', '3']) {
    const { run } = await scene.start(flow, { k });
    runs.push(run);
    await scene.until(run, 'suspended');
  }
  expect((await scene.stand(runs[2]!)).limited).toBe(true);
  await send('paid', '1', {});
  await scene.over(runs[0]!);
  await expect.poll(async () => (await scene.stand(runs[2]!)).limited).toBe(false);
  await send('paid', '2', {});
  await send('paid', '3', {});
  for (const run of runs) expect((await scene.over(run)).state).toBe('finished');
});

test('a flow that fails in a row switches itself off', async () => {
  const flow = await scene.flow([{ kind: 'fail', id: 'no', text: '"no"' }], 'start>no', {
    limits: { atOnce: 50, offAfter: 2 },
  });
  await scene.played(flow);
  await scene.played(flow);
  const state = async () => (await admin.ok(definitionsApi.get, { params: { kind: flowKind.kind, id: flow } })).enabled;
  await expect.poll(state).toBe(false);
  const refused = await admin.call(orchestrationApi.start, { body: { flowId: flow, input: {} } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'flows.flow.off' } });
});

test('what is entered by hand is refused at its input', async () => {
  const flowId = await scene.flow([{ kind: 'end', id: 'end' }], 'start>end', {
    inputs: [{ name: 'list', type: 'list<Any>' }],
  });
  const refused = await admin.call(orchestrationApi.start, { body: { flowId, input: { list: 'no list' } } });
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'body.input.list', code: 'flows.input.wrong_type' }] },
  });
});

test('one node is tried by itself, and what it writes is taken back', async () => {
  const formId = await scene.form();
  const flow = await scene.draft([], 'start>start');
  const node = {
    kind: 'call' as const,
    id: 'n',
    name: '',
    x: 0,
    y: 0,
    action: 'records.create',
    set: { formId },
    input: [{ name: 'values/name', value: 'who' }],
  };
  const tried = await admin.ok(orchestrationApi.trial, {
    params: { flowId: flow },
    body: { node, vars: { who: 'x' } },
  });
  expect(tried).toMatchObject({ error: null, output: { recordId: expect.any(String) as string } });
  expect(await scene.records(formId)).toEqual([]);
});

test('a flow takes the step that waits for its author, and says so where none does', async () => {
  const office = await sceneOn(server);
  const form = await office.form('a:A b:B end', 'start>a a>b b>end');
  await admin.ok(formsApi.putPermissions, {
    params: { formId: form },
    body: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' }] },
  });
  const { graph, version } = await admin.ok(workflowApi.definition, { params: { formId: form } });
  const first = graph.nodes.find(({ id }) => id === 'a')!;
  if (first.kind === 'approve') first.executors.rules = [{ by: 'persons', persons: [admin.id] }];
  await admin.ok(workflowApi.saveDefinition, { params: { formId: form }, body: { graph, expectedVersion: version } });
  await admin.ok(workflowApi.release, { params: { formId: form }, body: { expectedVersion: version + 1 } });
  const recordId = await office.record(form);
  await (
    await office.who('I')
  ).ok(workflowApi.start, { params: { formId: form, recordId }, body: { commandId: randomUUID() } });
  const call = {
    kind: 'call' as const,
    id: 'go',
    action: 'workflow.advance',
    set: { formId: form },
    input: [
      { name: 'recordId', value: 'record' },
      { name: 'comment', value: '"由编排推进"' },
    ],
    as: 'got',
  };
  const flow = await scene.flow([call], 'start>go', { inputs: [{ name: 'record', type: 'string' }], runsAs: 'author' });
  expect(await scene.played(flow, { record: recordId })).toMatchObject({ state: 'finished' });
  // it waits for B now: the author has no part in that
  await office.task(form, recordId, 'B');
  expect(await scene.played(flow, { record: recordId })).toMatchObject({
    state: 'failed',
    error: { code: 'workflow.task.none_waits' },
  });
});

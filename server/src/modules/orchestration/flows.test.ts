import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { make, releaseRule, traces } from '../rules/testing/scene.ts';
import { flowScene, json, outsideWorld } from './testing/flow-scene.ts';

let server: TestServer;
let admin: Client;
let scene: ReturnType<typeof flowScene>;
let world: Awaited<ReturnType<typeof outsideWorld>>;
let formId: string;
let connectionId: string;
const waiting: (() => void)[] = [];
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1', FORMWORK_LOG_LEVEL: 'error' });
  admin = await server.as('admin');
  scene = flowScene(admin);
  world = await outsideWorld(({ url }, response) => {
    if (url.startsWith('/later')) waiting.push(() => json(response, { late: true }));
    else if (url.startsWith('/busy') && world.asked.filter((one) => one.url === url).length < 3)
      json(response, {}, 429, { 'retry-after': '0' });
    else if (url.startsWith('/big')) json(response, 'x'.repeat(3 * 1024 * 1024));
    else if (url.startsWith('/away')) response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (url.startsWith('/broken')) response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":');
    else if (url.startsWith('/hangs')) return;
    else if (url.startsWith('/fails')) json(response, { no: true }, 500);
    else json(response, { n: 7, token: 'hush hush' });
  });
  formId = await scene.form();
  connectionId = await scene.connection(world.url);
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

const create = (id: string, values: Record<string, string>, more = {}) => ({
  kind: 'call' as const,
  id,
  action: 'records.create',
  set: { formId },
  input: Object.entries(values).map(([field, value]) => ({ name: `values/${field}`, value })),
  ...more,
});
const call = (id: string, path: string, more = {}) => ({
  kind: 'call' as const,
  id,
  action: 'connections.call',
  set: { connectionId, path },
  input: [],
  ...more,
});
const named = async (name: string) => (await scene.records(formId)).filter((values) => values.name === name);
const calls = (url: string) => world.asked.filter((one) => one.url === url);

describe('a flow', () => {
  test('works out, asks, writes, loops and answers by its key', async () => {
    await scene.flow(
      [
        { kind: 'expression', id: 'sum', values: [{ name: 'twice', value: 'n * 2' }] },
        call('ask', '/number', { as: 'answer' }),
        {
          kind: 'iterate',
          id: 'each',
          list: '[1, 2, 3]',
          item: 'one',
          atOnce: 2,
          as: 'made',
          result: 'one * answer.body.n',
        },
        create('make', { name: '"loop"', amount: 'one' }),
        create('change', { name: '"changed"', amount: 'twice' }, { as: 'got' }),
        {
          kind: 'call',
          id: 'update',
          action: 'records.update',
          set: { formId },
          input: [
            { name: 'recordId', value: 'got.recordId' },
            { name: 'values/amount', value: 'twice + 1' },
          ],
        },
        {
          kind: 'call',
          id: 'count',
          action: 'records.aggregate',
          set: { formId, fn: 'sum', field: 'amount', where: [{ field: 'name', operator: 'eq' }] },
          input: [{ name: 'where/0/value', value: '"loop"' }],
          as: 'total',
        },
        {
          kind: 'call',
          id: 'script',
          action: 'scripts.run',
          set: { code: 'log("hi"); return input.a + 1' },
          input: [{ name: 'input/a', value: 'twice' }],
          as: 'scripted',
        },
        { kind: 'end', id: 'end' },
      ],
      'start>sum sum>ask ask>each each>make:body each>change change>update update>count count>script script>end',
      {
        inputs: [{ name: 'n', type: 'number' }],
        outputs: [
          { name: 'made', value: 'made' },
          { name: 'total', value: 'total.value' },
          { name: 'scripted', value: 'scripted.value' },
        ],
        starts: [{ id: 's1', on: 'call', key: 'first-flow' }],
      },
    );
    const answer = await admin.ok(orchestrationApi.call, {
      params: { flowKey: 'first-flow' },
      query: { wait: 20 },
      body: { n: 4 },
    });
    expect(answer).toMatchObject({ state: 'finished', result: { made: [7, 14, 21], total: 6, scripted: 9 } });
    expect(await named('changed')).toMatchObject([{ amount: 9 }]);
    expect((await scene.records(formId)).filter(({ name }) => name === 'loop')).toHaveLength(3);
    const steps = await scene.steps(answer.run);
    // what is called a token is never in a trace
    expect(JSON.stringify(steps)).not.toContain('hush hush');
    expect(steps.find(({ node }) => node === 'ask')).toMatchObject({ out: { status: 200 }, attempt: 1 });
    const refused = await admin.call(orchestrationApi.call, {
      params: { flowKey: 'first-flow' },
      query: {},
      body: { n: 'four', x: 1 },
    });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'platform.invalid_input']);
    const described = (await (await admin.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    };
    expect(
      described.paths['/api/flows/first-flow']!.post.requestBody.content['application/json']!.schema,
    ).toMatchObject({ required: ['n'], properties: { n: { type: ['number', 'null'] } } });
    const user = await server.as('user2');
    expect(
      (await user.call(orchestrationApi.call, { params: { flowKey: 'first-flow' }, query: {}, body: { n: 1 } })).status,
    ).toBe(404);
    expect((await user.call(orchestrationApi.stand, { params: { flowRunId: answer.run } })).status).toBe(404);
  });

  test('is started by a record, once an event, and not by a circle without end', async () => {
    await scene.flow([create('again', { name: '"circle"', amount: '1' })], 'start>again', {
      starts: [{ id: 's', on: 'trigger', trigger: 'records.created', filter: { formId } }],
      limits: { atOnce: 50, offAfter: 0 },
    });
    await admin.ok(recordsApi.create, { params: { formId }, query: {}, body: { values: { name: 'first' } } });
    await expect.poll(async () => (await named('circle')).length).toBe(9);
    const { rows } = await admin.ok(orchestrationApi.runs, { query: { trigger: 'records.created', limit: 50 } });
    expect(rows).toHaveLength(9);
  });

  test('runs say what their flow is called, and are saved as they are narrowed', async () => {
    const id = await scene.flow([create('made', { name: '"named"' })], 'start>made');
    const { name } = await admin.ok(definitionsApi.get, { params: { kind: flowKind.kind, id } });
    const from = new Date(Date.now() - 1_000).toISOString();
    await scene.played(id);
    const of = { definition: id, from, limit: 5 };
    const { rows } = await admin.ok(orchestrationApi.runs, { query: of });
    expect(rows).toMatchObject([{ definition: id, name }]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await admin.ok(orchestrationApi.runs, { query: { ...of, from: later } })).rows).toEqual([]);
    const sheet = async (who: Client, query: string) =>
      who.fetch(`/api/flow-runs/sheet?lang=en&definition=${id}&${query}`);
    const csv = await sheet(admin, `format=csv&from=${from}`);
    expect(csv.headers.get('content-type')).toMatch('text/csv');
    const [head, line, ...rest] = (await csv.text()).replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head).toMatch(/^Flow,State,Started by,/);
    expect(line!.startsWith(`${name.zh},Finished,By hand,`)).toBe(true);
    expect(line).toContain(rows[0]!.id);
    expect(rest).toEqual([]);
    const none = await (await sheet(admin, `format=csv&from=${later}`)).text();
    expect(none.trimEnd().split('\r\n')).toHaveLength(1);
    expect(Buffer.from(await (await sheet(admin, 'format=xlsx')).arrayBuffer()).toString('latin1', 0, 2)).toBe('PK');
    const others = await (await sheet(await server.as('user2'), 'format=csv')).text();
    expect(others.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('and a rule that start each other by what they write end together', async () => {
    const [one, other] = [await scene.form(), await scene.form()];
    await scene.flow([create('there', { name: '"turn"' }, { set: { formId: other } })], 'start>there', {
      starts: [{ id: 's', on: 'trigger', trigger: 'records.created', filter: { formId: one } }],
      limits: { atOnce: 50, offAfter: 0 },
    });
    const rule = await releaseRule(
      admin,
      `rule "back" on created of ${other} as system
  when name = "turn" then
    create ${one}
      - name = "turn"
  end
`,
    );
    await make(admin, one, { name: 'first' });
    await expect.poll(async () => (await traces(admin, rule)).map(({ code }) => code)).toContain('rules.loop');
    // the flow at every second step of eight, the rule in between
    expect(await scene.records(other)).toHaveLength(5);
    expect(await scene.records(one)).toHaveLength(5);
  });
});

describe('branches', () => {
  const parallel = (need: 'all' | 1 | 2) =>
    scene.flow(
      [
        { kind: 'parallel', id: 'fork' },
        call('a', '/number'),
        call('b', '/broken'),
        call('c', '/number'),
        { kind: 'expression', id: 'mend', values: [{ name: 'code', value: 'failure.code' }] },
        { kind: 'join', id: 'join', need },
        { kind: 'end', id: 'end' },
      ],
      'start>fork fork>a fork>b fork>c a>join b>join c>join b>mend:error mend>join join>end',
      { outputs: [{ name: 'code', value: 'code' }] },
    );
  test.each(['all', 1, 2] as const)('join %s with one that fails and is caught', async (need) => {
    const run = await scene.played(await parallel(need));
    expect(run.state).toBe('finished');
    if (need === 'all') expect(run.result).toEqual({ code: 'connections.call.not_json' });
  });

  test('cancelled during a call: the late answer is ignored and shown', async () => {
    const flow = await scene.flow(
      [call('slow', '/later'), create('never', { name: '"never"' })],
      'start>slow slow>never',
    );
    const { run } = await scene.start(flow);
    await expect.poll(() => waiting.length).toBe(1);
    await admin.ok(runsApi.cancel, { params: { runId: run } });
    expect((await scene.over(run)).state).toBe('cancelled');
    waiting.pop()!();
    await expect
      .poll(async () => (await scene.steps(run)).map(({ out }) => (out as { what?: string }).what))
      .toContain('ignored');
    expect(await named('never')).toEqual([]);
  });
});

describe('what others do', () => {
  test('busy is tried again, and what fails for good says why; others go on', async () => {
    const retry = { times: 3, first: 0, factor: 1, most: 0 };
    const one = async (path: string, more = {}, set = {}) => {
      const node = call('out', path, { retry, ...more });
      const flow = await scene.flow([{ ...node, set: { ...node.set, ...set } }], 'start>out');
      return scene.start(flow);
    };
    const started = await Promise.all([
      one('/busy'),
      one('/big'),
      one('/away'),
      one('/broken'),
      one('/hangs', { retry: { ...retry, times: 1 } }, { seconds: 0.2 }),
      one('/hangs/too', { timeout: 0.3, retry: undefined }),
      one('/fails'),
      one('/number'),
    ]);
    const codes = [];
    for (const { run } of started) codes.push((await scene.over(run)).error?.code);
    expect(codes).toEqual([
      undefined,
      'connections.call.size',
      'connections.call.address',
      'connections.call.not_json',
      'connections.call.timeout',
      'flows.timeout',
      'connections.call.server',
      undefined,
    ]);
    // the same key over every attempt
    const busy = calls('/busy');
    expect([busy.length, new Set(busy.map(({ key }) => key)).size]).toEqual([3, 1]);
    expect(calls('/fails')).toHaveLength(4);
  });

  test('many that hang keep nobody else from their turn', async () => {
    const hanging = await scene.flow([call('out', '/hangs/long', { timeout: 60 })], 'start>out');
    const started = await Promise.all(Array.from({ length: 8 }, () => scene.start(hanging)));
    await expect.poll(() => calls('/hangs/long').length).toBe(8);
    const quick = await scene.flow([call('out', '/number'), create('make', { name: '"quick"' })], 'start>out out>make');
    expect((await scene.played(quick)).state).toBe('finished');
    for (const { run } of started) {
      expect((await scene.stand(run)).open).toMatchObject([{ node: 'out', kind: 'call' }]);
      await admin.ok(runsApi.cancel, { params: { runId: run } });
    }
  });

  test('what was done is taken back when the flow fails behind it', async () => {
    const flow = await scene.flow(
      [
        create(
          'make',
          { name: '"undone"' },
          {
            as: 'got',
            undo: {
              action: 'records.remove',
              input: [
                { name: 'formId', value: `"${formId}"` },
                { name: 'recordId', value: 'got.recordId' },
              ],
            },
          },
        ),
        { kind: 'fail', id: 'stop', text: '"no more"' },
      ],
      'start>make make>stop',
    );
    const run = await scene.played(flow);
    expect(run).toMatchObject({ state: 'failed', error: { code: 'flows.stopped', data: { message: 'no more' } } });
    expect(await named('undone')).toEqual([]);
  });
});

describe('a failed run', () => {
  test('goes on where it failed, on a newer release only where it is the same so far', async () => {
    const nodes = [call('first', '/first'), create('second', { name: 'n', amount: '"no number"' })];
    const flow = await scene.flow(nodes, 'start>first first>second', { inputs: [{ name: 'n', type: 'string' }] });
    const run = await scene.played(flow, { n: 'again' });
    expect(run).toMatchObject({ state: 'failed', error: { code: 'records.record.invalid' } });
    const params = { flowRunId: run.id };
    await scene.redraw(flow, [nodes[0]!, create('second', { name: 'n', amount: '3' })], 'start>first first>second', {
      inputs: [{ name: 'n', type: 'string' }],
    });
    expect(await admin.ok(orchestrationApi.rerunChoices, { params })).toEqual([
      { release: 1, differs: [] },
      { release: 2, differs: [] },
    ]);
    await admin.ok(orchestrationApi.rerun, { params, body: { release: 2 } });
    expect((await scene.over(run.id)).state).toBe('finished');
    expect(await named('again')).toHaveLength(1);
    expect(calls('/first')).toHaveLength(1);
    const again = await scene.played(flow, { n: 'other' });
    expect(again.state).toBe('finished');

    const failing = await scene.flow(
      [call('first', '/second'), { kind: 'fail', id: 'stop', text: '"x"' }],
      'start>first first>stop',
    );
    const failed = await scene.played(failing);
    await scene.redraw(
      failing,
      [call('first', '/third'), { kind: 'fail', id: 'stop', text: '"x"' }],
      'start>first first>stop',
    );
    const refused = await admin.call(orchestrationApi.rerun, {
      params: { flowRunId: failed.id },
      body: { release: 2 },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'flows.run.other_nodes', data: { names: 'first' } } });
  });
});

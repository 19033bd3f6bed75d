import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceQuery } from '../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { startWorker } from '../../testing/worker.ts';
import { field, newForm } from '../../testing/forms.ts';
import { make, read, releaseRule } from '../rules/testing/scene.ts';
import { flowScene, json, outsideWorld } from './testing/flow-scene.ts';

/** More of both, for once: FORMWORK_TEST_RUNS=6000 FORMWORK_TEST_KILLS=30 (docs/performance.md). */
const runs = Number(process.env.FORMWORK_TEST_RUNS ?? 90);
const kills = Number(process.env.FORMWORK_TEST_KILLS ?? 2);
const customers = 3;
const patienceMs = 60_000 + runs * 200;

let server: TestServer;
let admin: Client;
let scene: ReturnType<typeof flowScene>;
let world: Awaited<ReturnType<typeof outsideWorld>>;
const children: ChildProcess[] = [];

// This one carries nothing out: the processes that are killed do.
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web', FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  scene = flowScene(admin);
  world = await outsideWorld((_asked, response) => void setTimeout(() => json(response, { ok: true }), 100));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
  await server.stop();
});

test(
  'workers killed in the midst of flows and rules: each write once, each call with the key and body it had',
  async () => {
    const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '计数' } } });
    const customerForm = await newForm(admin, appId, {
      titleField: 'name',
      fields: [field('text', 'name'), field('number', 'count')],
    });
    const orders = await newForm(admin, appId, {
      fields: [
        field('relation', 'customer', { config: { form: customerForm, cardinality: 'manyToOne', onDelete: 'clear' } }),
        field('text', 'of'),
      ],
    });
    await releaseRule(
      admin,
      `rule "count" on created of ${orders} as system\n  set customer.count = if customer.count = null then 1 else customer.count + 1\n`,
    );
    const connectionId = await scene.connection(world.url);
    const create = (id: string) => ({
      kind: 'call' as const,
      id,
      action: 'records.create',
      set: { formId: orders },
      input: [
        { name: 'values/customer', value: '[customer]' },
        { name: 'values/of', value: 'run.id' },
      ],
    });
    const ask = {
      kind: 'call' as const,
      id: 'ask',
      action: 'connections.call',
      set: { connectionId, path: '/ask', method: 'POST' },
      input: [{ name: 'body/of', value: 'run.id' }],
      retry: { times: 5, first: 0, factor: 1, most: 0 },
    };
    const flow = await scene.flow([create('first'), ask, create('second')], 'start>first first>ask ask>second', {
      inputs: [{ name: 'customer', type: 'string' }],
      limits: { atOnce: runs, offAfter: 0 },
    });
    const ids: string[] = [];
    for (let n = 0; n < customers; n++) ids.push((await make(admin, customerForm, { name: `c${n}` })).id);
    const started: string[] = [];
    const expected = new Map(ids.map((id) => [id, 0]));
    const begin = async (many: number): Promise<void> => {
      const customer = (n: number) => ids[n % customers]!;
      // each run makes two records
      for (let n = 0; n < many; n++) expected.set(customer(n), expected.get(customer(n))! + 2);
      const made = await Promise.all(
        Array.from({ length: many }, (_, n) => scene.start(flow, { customer: customer(n) })),
      );
      started.push(...made.map(({ run }) => run));
    };

    const schema = 'space_demo';
    const count = async (text: string): Promise<number> => {
      const { rows } = await spaceQuery<{ n: number }>(server.platform, { text, values: [] });
      return rows[0]!.n;
    };
    const states = (state: string) =>
      count(`select count(*)::int as n from ${schema}.run where kind = 'orchestration.flow' and state ${state}`);
    let hit = 0;
    const workers: ChildProcess[] = await Promise.all([startWorker(server, children), startWorker(server, children)]);
    let next: Promise<ChildProcess> | undefined;
    for (let kill = 0; kill < kills; kill++) {
      await begin(runs / kills);
      await sleep(kill % 2 === 0 ? 60 : 200);
      // each goes in the midst of its work, another one carries on
      if (workers.length === 1) {
        workers.push(await next!);
        next = undefined;
      }
      const killed = workers.shift()!;
      killed.kill('SIGKILL');
      hit += await states(`in ('waiting', 'running', 'suspended')`);
      next ??= startWorker(server, children);
    }
    // otherwise the kills hit nothing and the test says nothing
    expect(hit).toBeGreaterThan(0);
    const over = () => states(`= 'finished'`);
    await expect.poll(over, { timeout: patienceMs, interval: 100 }).toBe(runs);

    const { rows: written } = await spaceQuery<{ of: string; n: number }>(server.platform, {
      text: `select of_t as "of", count(*)::int as n from ${schema}.f_${orders} group by 1`,
      values: [],
    });
    expect(written.map(({ n }) => n)).toEqual(Array.from({ length: runs }, () => 2));
    expect(written.map(({ of }) => of).toSorted()).toEqual(started.toSorted());
    const counts = async () => Promise.all(ids.map(async (id) => (await read(admin, customerForm, id)).count));
    await expect.poll(counts, { timeout: 30_000, interval: 100 }).toEqual([...expected.values()]);
    const byKey = Map.groupBy(world.asked, ({ key }) => key);
    expect(byKey.size).toBe(runs);
    for (const calls of byKey.values()) expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  },
  60_000 + 2 * patienceMs,
);

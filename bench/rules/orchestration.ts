import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { flowOf } from '@formwork/logic/testing/flows.ts';
import pg from 'pg';
import { timeOf } from '../../server/src/platform/runs/run-ids.ts';
import { startDatabase, type BenchDatabase } from '../database.ts';
import { connections } from '../load.ts';
import { median, rawRatePerSecond, type Figure } from '../measure.ts';
import { durablePeers } from '../peers/durable.ts';
import { callsOf, signIn, startProduct, type Call } from '../product.ts';
import { settled } from '../settled.ts';

/** Runs of a turn; each has ten steps: seven that work something out, two that write a record, one call outside. */
const runs = Number(process.env.FORMWORK_BENCH_RUNS ?? 1_500);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 8);
const stepsOfRun = 10;
const { kind } = flowKind;
/** How many begin a second where the time of one is looked at. */
const calmRate = 20;

/** Runs of a flow from the call that begins them to their end, on the product as people run it. */
export async function orchestration(): Promise<Figure[]> {
  const outside = await startOutside();
  process.env.FORMWORK_OUTGOING_ALLOWED = '127.0.0.1';
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      const call = callsOf(product.url, await signIn(product.url, 'admin'));
      const flowId = await makeFlow(call, outside.url);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await stepsPerSecond(call, client, flowId, Math.ceil(runs / 5));
      const [ours, limit]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        await settled(database.url);
        ours.push(await stepsPerSecond(call, client, flowId, runs));
        // held still: what it has left to do must not slow down the limit
        product.pause();
        limit.push(await commitsPerSecond(database));
        product.resume();
        console.error(`ours ${Math.round(ours.at(-1)!)} /s, limit ${Math.round(limit.at(-1)!)} /s`);
      }
      await settled(database.url);
      const p99 = await startToEnd(call, client, flowId);
      await client.end();
      const peers =
        process.env.FORMWORK_BENCH_PEERS === 'none' ? undefined : await durablePeers(database, runs, outside.url);
      return [
        {
          name: 'steps per s',
          unit: '/s',
          better: 'higher',
          ours: median(ours),
          limit: median(limit),
          ...(peers && { peers }),
        },
        { name: 'start to end p99 ms', unit: 'ms', better: 'lower', ours: p99 },
      ];
    } finally {
      product.resume();
      await product.stop();
    }
  } finally {
    await database.stop();
    outside.server.close();
  }
}

/** Somebody outside who takes a millisecond. */
async function startOutside(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'), 1);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function makeFlow(call: Call, url: string): Promise<string> {
  const title = { zh: 'bench' };
  const app = await call('POST', '/forms/apps', { title });
  const { id: formId } = await call('POST', `/forms/apps/${app.id}/forms`, {
    title,
    definition: {
      format: 1,
      title,
      tables: [],
      layout: [],
      titleField: 'name',
      fields: [
        { id: 'name', type: 'text', title, config: {} },
        { id: 'amount', type: 'number', title, config: {} },
      ],
    },
  });
  await call('POST', `/forms/${formId}/releases`, { draftVersion: 1 });
  const connection = await call('POST', '/connections', {
    kind: 'http',
    name: 'outside',
    folder: null,
    settings: { url },
    secrets: {},
  });
  const pure = (id: string, before: string) => ({
    kind: 'expression' as const,
    id,
    values: [{ name: id, value: `${before} + 1` }],
  });
  const write = (id: string, amount: string) => ({
    kind: 'call' as const,
    id,
    action: 'records.create',
    set: { formId },
    input: [
      { name: 'values/name', value: '"bench"' },
      { name: 'values/amount', value: amount },
    ],
  });
  const ask = {
    kind: 'call' as const,
    id: 'ask',
    action: 'connections.call',
    set: { connectionId: connection.id, path: '/ask' },
    input: [],
    as: 'answer',
  };
  const body = flowOf(
    [
      pure('a', 'n'),
      pure('b', 'a'),
      pure('c', 'b'),
      write('w1', 'c'),
      pure('d', 'c'),
      ask,
      pure('e', 'd'),
      write('w2', 'e'),
      pure('f', 'e'),
      pure('g', 'f'),
    ],
    'start>a a>b b>c c>w1 w1>d d>ask ask>e e>w2 w2>f f>g',
    { inputs: [{ name: 'n', type: 'number' }], limits: { atOnce: 100_000, offAfter: 0 } },
  );
  const { id } = await call('POST', `/definitions/${kind}`, { commandId: randomUUID(), name: title, draft: body });
  await call('POST', `/definitions/${kind}/${id}/releases`, { version: 1, note: '', accept: true });
  return id;
}

/** From the first call to the end of the last run. */
async function stepsPerSecond(call: Call, client: pg.Client, flowId: string, many: number): Promise<number> {
  const done = await finished(client, flowId);
  const began = performance.now();
  let begun = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (begun < many) {
        begun += 1;
        await call('POST', '/flow-runs', { flowId, input: { n: begun } });
      }
    }),
  );
  while ((await finished(client, flowId)) < done + many) {
    if (performance.now() - began > 600_000) throw new Error('the runs do not end');
    await sleep(10);
  }
  return (many * stepsOfRun) / ((performance.now() - began) / 1_000);
}

async function finished(client: pg.Client, flowId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from space_demo.run where definition = $1 and state = 'finished'`,
    [flowId],
  );
  return rows[0]!.n;
}

/** Of runs that begin one after the other, from the call to the end. */
async function startToEnd(call: Call, client: pg.Client, flowId: string): Promise<number> {
  const many = calmRate * seconds;
  const done = await finished(client, flowId);
  const asked: Promise<{ run: string }>[] = [];
  for (let n = 0; n < many; n++) {
    asked.push(call<{ run: string }>('POST', '/flow-runs', { flowId, input: { n } }));
    await sleep(1_000 / calmRate);
  }
  const ids = (await Promise.all(asked)).map(({ run }) => run);
  while ((await finished(client, flowId)) < done + many) await sleep(20);
  const { rows } = await client.query<{ id: string; finished: Date }>(
    'select id, finished from space_demo.run where id = any($1::uuid[])',
    [ids],
  );
  const took = rows.map((row) => row.finished.getTime() - timeOf(row.id)!).toSorted((a, b) => a - b);
  return took[Math.floor(took.length * 0.99)]!;
}

/** The limit: what the machine commits at best, a row at a time on ten connections. */
async function commitsPerSecond(database: BenchDatabase): Promise<number> {
  const pool = new pg.Pool({ connectionString: database.url, max: connections });
  pool.on('error', () => {});
  await pool.query('create table if not exists bench_step (id uuid primary key, run int, output jsonb)');
  const statement = { name: 'step', text: 'insert into bench_step (id, run, output) values ($1, $2, $3)' };
  const rate = await rawRatePerSecond(seconds, (lane) =>
    pool.query({ ...statement, values: [randomUUID(), lane, '{"n":1}'] }),
  );
  await pool.end();
  return rate;
}

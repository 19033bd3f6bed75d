import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDatabase, type BenchDatabase } from '../database.ts';
import { ratePerSecond } from '../load.ts';
import { median, type Figure } from '../measure.ts';
import { callsOf, signIn, startProduct, type Call } from '../product.ts';
import { countRule, customers, orderForms, releaseRule } from './rules-scene.ts';
import { settled } from '../settled.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 8);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 3);
/** How many are saved a second where the time until the effect is looked at. */
const calmRate = 100;

interface Scene {
  call: Call;
  client: pg.Client;
  customerForm: string;
  orders: string;
  ids: string[];
}

/** Record saved -> rule -> related record changed, through the real event log, beside one transaction an event. */
export async function ruleEffects(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      const cookie = await signIn(product.url, 'admin');
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const scene = await makeScene(callsOf(product.url, cookie), client);
      const save = (time: number): Promise<number> =>
        ratePerSecond({
          url: product.url,
          seconds: time,
          headers: { cookie },
          request: (n) => ({
            method: 'POST',
            path: `/api/records/${scene.orders}`,
            body: JSON.stringify({ values: { customer: [scene.ids[n % customers]] } }),
          }),
        });
      await save(1);
      await settled(database.url);
      const [ours, oneByOne]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        ours.push(await effectsPerSecond(scene, () => save(seconds)));
        await settled(database.url);
        product.pause();
        oneByOne.push(await alone(scene));
        product.resume();
        console.error(`effects ${Math.round(ours.at(-1)!)} /s, one by one ${Math.round(oneByOne.at(-1)!)} /s`);
      }
      const lag = await lagP99(scene);
      await client.end();
      await product.stop();
      const besides = await lagBesideSleeper(database, scene);
      return [
        {
          name: 'rule effects per s',
          unit: '/s',
          better: 'higher',
          ours: median(ours),
          limit: 2_000,
          peers: { 'one by one': median(oneByOne) },
        },
        { name: 'rule lag p99 ms', unit: 'ms', better: 'lower', ours: lag, limit: 100 },
        { name: 'rule lag beside a sleeper p99 ms', unit: 'ms', better: 'lower', ours: besides, limit: 100 },
      ];
    } finally {
      product.resume();
      await product.stop();
    }
  } finally {
    await database.stop();
  }
}

async function makeScene(call: Call, client: pg.Client): Promise<Scene> {
  const { customerForm, orders, ids } = await orderForms(call);
  await releaseRule(call, countRule(orders));
  return { call, client, customerForm, orders, ids };
}

async function numberOf(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ n: string | null }>(text);
  return Number(rows[0]?.n ?? 0);
}

/** From the first save to the last effect. */
async function effectsPerSecond(
  { client, customerForm, orders }: Scene,
  save: () => Promise<unknown>,
): Promise<number> {
  const counted = (): Promise<number> => numberOf(client, `select sum(count_n) as n from space_demo.f_${customerForm}`);
  const before = await counted();
  const began = performance.now();
  await save();
  const saved = await numberOf(client, `select count(*) as n from space_demo.f_${orders}`);
  for (;;) {
    const now = await counted();
    if (now === saved) return (now - before) / ((performance.now() - began) / 1_000);
    if (now > saved) throw new Error('an effect was there twice');
    await sleep(10);
  }
}

/** The least that a transaction an event does, without any product around it. */
async function alone({ client }: Scene): Promise<number> {
  await client.query('create table if not exists bench_effect (id int primary key, n int not null)');
  await client.query('create table if not exists bench_trace (id uuid primary key, of int)');
  await client.query(
    `insert into bench_effect select n, 0 from generate_series(1, ${customers}) n on conflict do nothing`,
  );
  const began = performance.now();
  let done = 0;
  for (; performance.now() - began < (seconds * 1_000) / 2; done++) {
    const id = 1 + (done % customers);
    await client.query('begin');
    await client.query({ name: 'look', text: 'select n from bench_effect where id = $1 for update', values: [id] });
    await client.query({ name: 'set', text: 'update bench_effect set n = n + 1 where id = $1', values: [id] });
    await client.query({ name: 'note', text: 'insert into bench_trace values ($1, $2)', values: [randomUUID(), id] });
    await client.query('commit');
  }
  return done / ((performance.now() - began) / 1_000);
}

/** The same while another subscriber takes two seconds a batch (`bench/server.ts`). */
async function lagBesideSleeper(database: BenchDatabase, scene: Scene): Promise<number> {
  process.env.FORMWORK_BENCH_SLEEPER = '1';
  const product = await startProduct(database);
  delete process.env.FORMWORK_BENCH_SLEEPER;
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const call = callsOf(product.url, await signIn(product.url, 'admin'));
    // its dispatcher takes a moment to begin
    await lagP99({ ...scene, call, client });
    return await lagP99({ ...scene, call, client });
  } finally {
    await client.end();
    await product.stop();
  }
}

async function lagP99({ call, client, orders, ids }: Scene): Promise<number> {
  const since = await numberOf(client, `select count(*) as n from space_demo.f_${orders}`);
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < calmRate * seconds; n++) {
    sent.push(call('POST', `/records/${orders}`, { values: { customer: [ids[n % customers]] } }));
    await sleep(1_000 / calmRate);
  }
  await Promise.all(sent);
  const judged = `from space_demo.rules_trace t join space_demo.f_${orders} r on r.id = t.record_id`;
  while ((await numberOf(client, `select count(*) as n ${judged}`)) < since + sent.length) await sleep(20);
  return numberOf(
    client,
    `select percentile_cont(0.99) within group (order by extract(epoch from lag) * 1000) as n
     from (select t.at - r.created_at as lag ${judged} order by r.created_at desc limit ${sent.length}) latest`,
  );
}

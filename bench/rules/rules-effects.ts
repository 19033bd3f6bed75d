import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDatabase, type BenchDatabase } from '../database.ts';
import { ratePerSecond } from '../load.ts';
import { median, type Figure } from '../measure.ts';
import { callsOf, signIn, startProduct, type Call, type Product } from '../product.ts';
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

/** Record saved -> rule -> related record changed, through the real event log, beside the same work in one transaction an event. */
export async function ruleEffects(): Promise<Figure[]> {
  const database = await startDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const scene = await onProduct(database, {}, async (product) => {
      const cookie = await signIn(product.url, 'admin');
      return { ...(await makeScene(callsOf(product.url, cookie), client)), cookie };
    });
    const [ours, oneByOne]: [number[], number[]] = [[], []];
    const effects = (product: Product): Promise<number> => measured(database, product, scene);
    for (let round = 0; round < rounds; round++) {
      ours.push(await onProduct(database, {}, effects));
      oneByOne.push(await onProduct(database, { FORMWORK_BENCH_ONE_BY_ONE: 'rules.later' }, effects));
      console.error(`effects ${Math.round(ours.at(-1)!)} /s, one by one ${Math.round(oneByOne.at(-1)!)} /s`);
    }
    const lag = await onProduct(database, {}, (product) => lagOf(product, scene));
    const besides = await onProduct(database, { FORMWORK_BENCH_SLEEPER: '1' }, (product) => lagOf(product, scene));
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
    await client.end();
    await database.stop();
  }
}

/** The product on the same database, with settings of the bench (`bench/server.ts`). */
async function onProduct<T>(
  database: BenchDatabase,
  settings: Record<string, string>,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  Object.assign(process.env, settings);
  const product = await startProduct(database);
  for (const name of Object.keys(settings)) delete process.env[name];
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

/** Effects a second once the code is compiled. */
async function measured(database: BenchDatabase, product: Product, scene: Scene): Promise<number> {
  const cookie = await signIn(product.url, 'admin');
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
  await save(seconds / 2);
  await settled(database.url);
  return effectsPerSecond(scene, () => save(seconds));
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

/** Twice: a dispatcher takes a moment to begin. */
async function lagOf(product: Product, scene: Scene): Promise<number> {
  const call = callsOf(product.url, await signIn(product.url, 'admin'));
  await lagP99({ ...scene, call });
  return lagP99({ ...scene, call });
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { clusterGiven, dropOnCluster, makeTemplate, type Cluster } from '../server/src/testing/cluster.ts';
import type { BenchDatabase } from './database.ts';
import { connections, ratePerSecond, type Request } from './load.ts';
import { median, type Figure } from './measure.ts';
import { statuses } from './peers/rows.ts';
import { signIn, startProduct, type Product } from './product.ts';
import { makeScene, valuesOf, type Scene } from './scene.ts';

const rows = ['create', 'get', 'list'] as const;
type Row = (typeof rows)[number];
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const moves = 3;
const database = 'formwork_bench_cluster';

interface Candidate {
  product: Product;
  scene: Scene;
  rates: Record<Row, number[]>;
}

/**
 * The product on a Citus cluster beside the same on one PostgreSQL, of the same programs and settings: the coordinator's, without Citus in
 * the database. The cluster is given as for tests (docs/decisions/citus.md). Then its space is moved to another node and back while people write.
 */
export async function cluster(): Promise<Figure[]> {
  const given = clusterGiven(process.env);
  if (!given) throw new Error('FORMWORK_TEST_DATABASE_URL and FORMWORK_TEST_DATABASE_NODES say where the cluster is');
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-cluster-bench-'));
  const open: Product[] = [];
  const start = async (url: string): Promise<Candidate> => {
    const dataDir = mkdtempSync(path.join(folder, 'data-'));
    const product = await startProduct({ url, dataDir } as BenchDatabase);
    open.push(product);
    return { product, scene: await makeScene(product.url, url), rates: { create: [], get: [], list: [] } };
  };
  await dropOnCluster(given, database);
  await dropOnCluster(given, `${database}_one`);
  try {
    const candidates = [await start(await makeTemplate(given, database)), await start(await onePostgres(given))];
    for (const row of rows) for (const one of candidates) await rateOf(one, row, seconds);
    for (let round = 0; round < rounds; round += 1)
      for (const row of rows)
        for (const one of candidates) {
          for (const other of candidates) if (other !== one) other.product.pause();
          one.rates[row].push(await rateOf(one, row, seconds));
          for (const other of candidates) other.product.resume();
        }
    const [ours, plain] = candidates as [Candidate, Candidate];
    const figures = rows.map((name): Figure => ({
      name,
      unit: '/s',
      better: 'higher',
      ours: median(ours.rates[name]),
      peers: { PostgreSQL: median(plain.rates[name]) },
    }));
    console.error(figures.map(({ name, ours: rate, peers }) => `${name} ${rate} ${peers?.PostgreSQL}`).join(', '));
    const stall = await stallOf(given, ours);
    return [...figures, { name: 'space move stall ms', unit: 'ms', better: 'lower', ours: stall }];
  } finally {
    for (const product of open) await product.stop();
    await dropOnCluster(given, database);
    await dropOnCluster(given, `${database}_one`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A database without Citus on the coordinator's own PostgreSQL. */
async function onePostgres({ url }: Cluster): Promise<string> {
  await onCoordinator(url, 'postgres', (client) =>
    client.query(`create database ${database}_one owner formwork_test_owner`),
  );
  const address = new URL(url);
  address.username = 'formwork_test_owner';
  address.password = '';
  address.pathname = `/${database}_one`;
  return address.href;
}

let count = 0;

function rateOf({ product, scene }: Candidate, row: Row, time: number): Promise<number> {
  return ratePerSecond({
    url: product.url,
    headers: { cookie: scene.cookie },
    request: () => requestOf(scene, row, (count += 1)),
    seconds: time,
  });
}

function requestOf({ formId, ids }: Scene, row: Row, n: number): Request {
  const at = `/api/records/${formId}`;
  switch (row) {
    case 'create':
      return { method: 'POST', path: at, body: JSON.stringify({ values: valuesOf(n) }) };
    case 'get':
      return { path: `${at}/${ids[(n * 7_919) % ids.length]}` };
    case 'list': {
      const filter = { field: 'status', operator: 'eq', value: statuses[n % statuses.length] };
      return { path: `${at}?sort=-due&filter=${encodeURIComponent(JSON.stringify(filter))}` };
    }
  }
}

/** The longest that a create waited for its answer while the space was moved to each other node in turn; none may fail or be lost. */
async function stallOf({ url, ports }: Cluster, { product, scene }: Candidate): Promise<number> {
  const cookie = await signIn(product.url, 'user');
  let goesOn = true;
  let longest = 0;
  let made = 0;
  const write = async (): Promise<void> => {
    while (goesOn) {
      const began = performance.now();
      const answer = await fetch(`${product.url}/api/records/${scene.formId}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ values: valuesOf((count += 1)) }),
      });
      if (!answer.ok) throw new Error(`a create answered ${answer.status} while its space was moved`);
      await answer.arrayBuffer();
      made += 1;
      longest = Math.max(longest, performance.now() - began);
    }
  };
  const counted = () =>
    onCoordinator(url, database, async (client) => {
      const { rows: found } = await client.query<{ n: string }>(
        `select count(*) as n from space_demo.f_${scene.formId}`,
      );
      return Number(found[0]!.n);
    });
  const before = await counted();
  const writers = Array.from({ length: connections }, write);
  try {
    await onCoordinator(url, database, async (client) => {
      for (let move = 0; move < moves; move += 1) {
        const { rows: found } = await client.query<{ port: number }>(
          `select distinct nodeport as port from citus_shards where table_name::text like 'space_demo.%'`,
        );
        const to = ports.slice(1).find((port) => port !== found[0]!.port)!;
        await client.query(`select citus_schema_move('space_demo', $1::text, $2::integer)`, [
          new URL(url).hostname,
          to,
        ]);
      }
    });
  } finally {
    goesOn = false;
    await Promise.allSettled(writers);
  }
  await Promise.all(writers);
  if ((await counted()) - before !== made) throw new Error('a record was lost or is there twice');
  return longest;
}

async function onCoordinator<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import { createWithRule } from './rules/create-with-rule.ts';
import { startDatabase, type BenchDatabase } from './database.ts';
import { ratePerSecond, type Request } from './load.ts';
import { median, type Figure } from './measure.ts';
import { startDirectus } from './peers/directus.ts';
import type { Peer } from './peers/peer.ts';
import { statuses } from './peers/rows.ts';
import { startStrapi } from './peers/strapi.ts';
import { processorSeconds } from './processor-time.ts';
import { startProduct } from './product.ts';
import { settled, slowestLag } from './settled.ts';
import { openRaw, type Rows } from './raw.ts';
import { recalculation } from './recalculation.ts';
import { makeScene, valuesOf, type Scene } from './scene.ts';
import { wide } from './wide.ts';

/** For looking closer: FORMWORK_BENCH_ROWS=create,get measures those alone. */
const isAsked = (row: string): boolean => process.env.FORMWORK_BENCH_ROWS?.split(',').includes(row) ?? true;
const rows = (['create', 'create with command', 'get', 'list', 'list with total'] as const).filter(isAsked);
/** What the peers know nothing of. */
const peerRows = rows.filter((row) => row !== 'create with command');
/** Whose processor time is told as well: others on the machine disturb it less than the rate. */
const timedRows = rows.filter((row) => row === 'create' || row === 'create with command');
const lagRow = 'slowest subscriber lag s';
/** Of short turns, ours and the limit next to each other, so that what else the machine does meets both. The median counts. */
const rounds = 5;
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 5);
const warmUpSeconds = seconds / 2;
/** Until the code is compiled; slow servers need longer. */
const firstWarmUpSeconds = seconds * 2;
const peerWarmUpSeconds = seconds * 4;
/** For so long records are made without a pause before the lag of subscribers is looked at. */
const sustainedSeconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 60);
const mostLagSeconds = 5;

type Rates = Record<Rows, number[]>;
/** Microseconds of processor time of one, with everything that it leaves to be done. */
type Times = Record<Rows, number[]>;

export async function records(): Promise<Figure[]> {
  const figures = rows.length > 0 || isAsked(lagRow) ? await measureRows() : [];
  if (isAsked('create with rule')) figures.push(...(await createWithRule()));
  if (isAsked('large')) figures.push(...(await wide()));
  if (isAsked('formula change')) figures.push(...(await recalculation()));
  return figures;
}

async function measureRows(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const { ours, limit, times, lag } = await measureProduct(database);
    const peers: Record<string, Rates> = {};
    if (process.env.FORMWORK_BENCH_PEERS !== 'none' && peerRows.length > 0) {
      // one after another: only one server runs at a time
      for (const [name, start] of Object.entries({ directus: startDirectus, strapi: startStrapi })) {
        const peer = await start(await database.forPeer(name));
        try {
          peers[peer.name] = await measurePeer(peer);
        } finally {
          await peer.stop();
        }
      }
    }
    const figures = rows.map((name): Figure => ({
      name,
      unit: '/s',
      better: 'higher',
      ours: median(ours[name]),
      limit: median(limit[name]),
      peers: Object.fromEntries(
        Object.entries(peers)
          .filter(([, rates]) => rates[name].length > 0)
          .map(([peer, rates]) => [peer, median(rates[name])]),
      ),
    }));
    for (const name of timedRows)
      if (times.ours[name].length > 0)
        figures.push({
          name: `${name}, processor`,
          unit: 'us',
          better: 'lower',
          ours: median(times.ours[name]),
          limit: median(times.limit[name]),
        });
    return lag === undefined
      ? figures
      : [...figures, { name: lagRow, unit: 's', better: 'lower', ours: lag, limit: mostLagSeconds }];
  } finally {
    await database.stop();
  }
}

async function measureProduct(
  database: BenchDatabase,
): Promise<{ ours: Rates; limit: Rates; times: { ours: Times; limit: Times }; lag: number | undefined }> {
  const ours = noRates();
  const limit = noRates();
  const times = { ours: noRates(), limit: noRates() };
  let lag: number | undefined;
  let count = 0;
  const nextRow = (): number => count++;
  /** The whole of it: ours until every subscriber is done. */
  const timed = async (row: Rows, into: Times, work: () => Promise<void>): Promise<void> => {
    const [from, began] = [count, processorSeconds()];
    await work();
    const ended = processorSeconds();
    if (began !== undefined && ended !== undefined) into[row].push(((ended - began) * 1_000_000) / (count - from));
  };
  const product = await startProduct(database);
  const scene = await makeScene(product.url, database.url);
  const raw = openRaw(database.url, scene, nextRow);
  try {
    const requests = productRequests(scene, nextRow);
    const rateOf = (row: Rows, time: number): Promise<number> =>
      ratePerSecond({ url: product.url, headers: { cookie: scene.cookie }, request: requests[row], seconds: time });
    await checkAnswers(product.url, scene, requests);
    for (const row of rows) await rateOf(row, firstWarmUpSeconds);
    for (let round = 1; round <= rounds; round++) {
      for (const row of rows) {
        await settled(database.url);
        await timed(row, times.ours, async () => {
          await rateOf(row, warmUpSeconds);
          ours[row].push(await rateOf(row, seconds));
          await settled(database.url);
        });
        // held still: what it has left to do must not slow down the limit
        product.pause();
        await timed(row, times.limit, async () => {
          await raw.rate(row, warmUpSeconds);
          limit[row].push(await raw.rate(row, seconds));
        });
        product.resume();
        progress('ours', row, ours);
        progress('limit', row, limit);
        if (times.ours[row].length > 0)
          console.error(
            `processor time of a ${row}: ${Math.round(times.ours[row].at(-1)!)} us, limit ${Math.round(times.limit[row].at(-1)!)} us`,
          );
      }
    }
    if (isAsked(lagRow)) {
      await settled(database.url);
      const rate = await rateOf('create with command', sustainedSeconds);
      lag = await slowestLag(database.url);
      console.error(
        `ours, ${sustainedSeconds} s of create with command: ${Math.round(rate)} /s, the slowest subscriber ${lag.toFixed(2)} s behind`,
      );
    }
  } finally {
    product.resume();
    await raw.stop();
    await product.stop();
  }
  return { ours, limit, times, lag };
}

function productRequests({ formId, ids }: Scene, nextRow: () => number): Record<Rows, () => Request> {
  const lists = statuses.map(
    (status) =>
      `/api/records/${formId}?sort=-due&filter=${encodeURIComponent(JSON.stringify({ field: 'status', operator: 'eq', value: status }))}`,
  );
  return {
    create: () => ({
      method: 'POST',
      path: `/api/records/${formId}`,
      body: JSON.stringify({ values: valuesOf(nextRow()) }),
    }),
    'create with command': () => ({
      method: 'POST',
      path: `/api/records/${formId}`,
      body: JSON.stringify({ commandId: crypto.randomUUID(), values: valuesOf(nextRow()) }),
    }),
    get: () => ({ path: `/api/records/${formId}/${ids[(nextRow() * 7_919) % ids.length]}` }),
    list: () => ({ path: lists[nextRow() % lists.length]! }),
    'list with total': () => ({ path: `${lists[nextRow() % lists.length]!}&withTotal=true` }),
  };
}

/** Once for each row: not only a success, but the right thing. */
async function checkAnswers(url: string, { cookie, ids }: Scene, requests: Record<Rows, () => Request>): Promise<void> {
  const answerOf = async (
    row: Rows,
  ): Promise<{ id?: string; rows?: unknown[]; total?: number; values?: Record<string, unknown> }> => {
    const { method = 'GET', path, body } = requests[row]();
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    });
    return (await answer.json()) as never;
  };
  const created = await answerOf('create');
  const commanded = await answerOf('create with command');
  const got = await answerOf('get');
  const listed = await answerOf('list with total');
  const whole =
    created.values?.remark !== undefined &&
    commanded.values?.remark !== undefined &&
    ids.includes(got.id!) &&
    listed.rows?.length === 20 &&
    (listed.total ?? 0) >= ids.length / statuses.length;
  if (!whole)
    throw new Error(`answers are not what they should be: ${JSON.stringify({ created, commanded, got, listed })}`);
}

async function measurePeer(peer: Peer): Promise<Rates> {
  const rates = noRates();
  let count = 0;
  const statusOf = (): string => statuses[count++ % statuses.length]!;
  const requests: Record<(typeof peerRows)[number], () => Request> = {
    create: () => peer.create(count++),
    get: () => peer.get(peer.ids[(count++ * 7_919) % peer.ids.length]!),
    list: () => peer.list(statusOf()),
    'list with total': () => peer.listWithTotal(statusOf()),
  };
  for (const row of peerRows) {
    const load = { url: peer.url, headers: peer.headers, request: requests[row] };
    await ratePerSecond({ ...load, seconds: peerWarmUpSeconds });
    for (let round = 1; round <= rounds; round++) rates[row].push(await ratePerSecond({ ...load, seconds }));
    progress(peer.name, row, rates);
  }
  return rates;
}

function noRates(): Rates {
  return { create: [], 'create with command': [], get: [], list: [], 'list with total': [] };
}

function progress(who: string, row: Rows, rates: Rates): void {
  console.error(`${who} ${row}: ${Math.round(rates[row].at(-1)!)} /s`);
}

import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import type { BenchDatabase } from '../database.ts';
import { connections } from '../load.ts';
import { install, peersDir, type PeerDatabase } from './peer.ts';

const dbosVersion = '5.3.0';
const jobsVersion = '0.18.0';
/** Seven steps that work something out, two that write a row, one call outside; in the order of the product's flow. */
const kinds = ['pure', 'pure', 'pure', 'write', 'pure', 'call', 'pure', 'write', 'pure', 'pure'] as const;

/** Durable steps a second of others, on the same PostgreSQL, with as many runs under way at once. */
export async function durablePeers(
  database: BenchDatabase,
  runs: number,
  outside: string,
): Promise<Record<string, number>> {
  return {
    [`DBOS ${dbosVersion}`]: await dbosRate(await database.forPeer('dbos'), runs, outside),
    [`graphile-worker ${jobsVersion}, a job a step`]: await jobsRate(await database.forPeer('jobs'), runs, outside),
  };
}

const addressOf = ({ host, port, user, password, database }: PeerDatabase): string =>
  `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** What a step does: the same for each of them. */
async function stepsOn(peer: PeerDatabase, outside: string) {
  const pool = new pg.Pool({ connectionString: addressOf(peer), max: connections });
  await pool.query('create table if not exists bench_row (id uuid primary key, name text, amount numeric)');
  const does = {
    pure: (n: number) => Promise.resolve(n + 1),
    write: async (n: number) => {
      const values = [randomUUID(), 'bench', n];
      await pool.query({ name: 'row', text: 'insert into bench_row (id, name, amount) values ($1, $2, $3)', values });
      return n;
    },
    call: async (n: number) => {
      await (await fetch(`${outside}/ask`)).json();
      return n;
    },
  };
  return { pool, does };
}

interface Dbos {
  DBOS: {
    setConfig(config: object): void;
    launch(): Promise<void>;
    shutdown(): Promise<void>;
    registerWorkflow(work: (n: number) => Promise<number>, options: object): (n: number) => Promise<number>;
    startWorkflow(flow: (n: number) => Promise<number>): (n: number) => Promise<{ getResult(): Promise<number> }>;
    runStep(work: () => Promise<number>, options: object): Promise<number>;
  };
}

async function dbosRate(peer: PeerDatabase, runs: number, outside: string): Promise<number> {
  const folder = path.join(peersDir, 'dbos');
  install(folder, [`@dbos-inc/dbos-sdk@${dbosVersion}`]);
  const { DBOS } = createRequire(path.join(folder, 'package.json'))('@dbos-inc/dbos-sdk') as Dbos;
  const { pool, does } = await stepsOn(peer, outside);
  const flow = DBOS.registerWorkflow(
    async (n) => {
      let value = n;
      for (const [i, kind] of kinds.entries())
        value = await DBOS.runStep(() => does[kind](value), { name: `${kind}${i}` });
      return value;
    },
    { name: 'bench' },
  );
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: addressOf(peer), logLevel: 'error', runAdminServer: false });
  await DBOS.launch();
  const play = (many: number): Promise<number> =>
    timed(many, async (n) => {
      await (await DBOS.startWorkflow(flow)(n)).getResult();
    });
  await play(Math.ceil(runs / 10));
  const rate = await play(Math.ceil(runs / 3));
  await DBOS.shutdown();
  await pool.end();
  return rate;
}

interface Jobs {
  Logger: new (factory: () => () => void) => object;
  run(options: {
    connectionString: string;
    concurrency: number;
    noHandleSignals: true;
    logger: object;
    taskList: Record<string, (payload: unknown, helpers: { addJob: AddJob }) => Promise<void>>;
  }): Promise<{ stop(): Promise<void> }>;
  makeWorkerUtils(options: object): Promise<{ addJob: AddJob; release(): Promise<void> }>;
}
type AddJob = (task: string, payload: object) => Promise<unknown>;

/** The next job is added by the one before, as a chain of jobs is made with it. */
async function jobsRate(peer: PeerDatabase, runs: number, outside: string): Promise<number> {
  const folder = path.join(peersDir, 'jobs');
  install(folder, [`graphile-worker@${jobsVersion}`]);
  const {
    Logger,
    run: runWorker,
    makeWorkerUtils,
  } = createRequire(path.join(folder, 'package.json'))('graphile-worker') as Jobs;
  const { pool, does } = await stepsOn(peer, outside);
  const ended = new Map<number, () => void>();
  const silent = new Logger(() => () => {});
  const runner = await runWorker({
    connectionString: addressOf(peer),
    concurrency: connections,
    noHandleSignals: true,
    logger: silent,
    taskList: {
      async step(payload, { addJob }) {
        const { run, step, value } = payload as { run: number; step: number; value: number };
        const after = await does[kinds[step]!](value);
        if (step + 1 < kinds.length) await addJob('step', { run, step: step + 1, value: after });
        else ended.get(run)?.();
      },
    },
  });
  const adding = await makeWorkerUtils({ connectionString: addressOf(peer), logger: silent });
  let next = 0;
  const play = (many: number): Promise<number> =>
    timed(many, async () => {
      const run = (next += 1);
      const over = new Promise<void>((resolve) => void ended.set(run, resolve));
      await adding.addJob('step', { run, step: 0, value: run });
      await over;
    });
  await play(Math.ceil(runs / 10));
  const rate = await play(Math.ceil(runs / 3));
  await runner.stop();
  await adding.release();
  await pool.end();
  return rate;
}

/** So many runs, 32 of them at once. */
async function timed(many: number, one: (n: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let begun = 0;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (begun < many) await one((begun += 1));
    }),
  );
  return (many * kinds.length) / ((performance.now() - began) / 1_000);
}

import { startDatabase } from '../database.ts';
import { openLane, type Lane } from '../lane.ts';
import { median, type Figure } from '../measure.ts';
import { bpmnEngineName, bpmnEngineRate } from '../peers/bpmn-engine.ts';
import { startProduct } from '../product.ts';
import { copyProcess } from './workflow-fill.ts';
import { openRaw } from './workflow-raw.ts';
import { settled, writtenOut } from '../settled.ts';
import { makeWorkflowScene, oneInstance, startOne, type WorkflowScene } from './workflow-scene.ts';

const clients = 32;
const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 8);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 3);
/** For a quick look fewer; the promise is made for a million. */
const finished = Number(process.env.FORMWORK_BENCH_FINISHED ?? 1_000_000);
const openTodos = 10_000;
const readings = 60;

/** start -> one approval -> finish by 32 clients at once, who read the approver's to-dos after every step. */
export async function workflow(): Promise<Figure[]> {
  const database = await startDatabase();
  try {
    const product = await startProduct(database);
    try {
      const scene = await makeWorkflowScene(product.url, 'admin');
      const raw = await openRaw(database, scene, clients);
      await measure(product.url, scene, seconds * 2);
      const first: Run[] = [];
      const limit: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await settled(database.url);
        first.push(await measure(product.url, scene, seconds));
        // held still: what it has left to do must not slow down the limit
        product.pause();
        limit.push(await raw.rate(seconds));
        product.resume();
        console.error(`ours ${Math.round(first.at(-1)!.perSecond)} /s, limit ${Math.round(limit.at(-1)!)} /s`);
      }
      await raw.stop();
      const todoMs = await todoOfMany(product.url, database.url);
      const later = await afterMany(product.url, database.url, scene);
      const peers =
        process.env.FORMWORK_BENCH_PEERS === 'none' ? undefined : { [bpmnEngineName]: await bpmnEngineRate(seconds) };
      const perSecond = median(first.map((run) => run.perSecond));
      return [
        {
          name: 'instances per s',
          unit: '/s',
          better: 'higher',
          ours: perSecond,
          limit: median(limit),
          ...(peers && { peers }),
        },
        { name: 'instance p99', unit: 'ms', better: 'lower', ours: median(first.map((run) => run.p99)) },
        {
          name: `instances per s after ${finished === 1_000_000 ? '1M' : finished}`,
          unit: '/s',
          better: 'higher',
          ours: later.perSecond,
          limit: perSecond,
        },
        { name: 'to-do list ms', unit: 'ms', better: 'lower', ours: todoMs, limit: 50 },
        {
          name: 'visibility lag ms',
          unit: 'ms',
          better: 'lower',
          ours: Math.max(...[...first, later].map((run) => run.lag)),
        },
      ];
    } finally {
      product.resume();
      await product.stop();
    }
  } finally {
    await database.stop();
  }
}

interface Run {
  perSecond: number;
  p99: number;
  /** The longest that a to-do was not to be seen after the answer that it is there. */
  lag: number;
}

async function measure(url: string, scene: WorkflowScene, time: number): Promise<Run> {
  const times: number[] = [];
  let lag = 0;
  const began = performance.now();
  await withLanes(url, async (lane) => {
    while (performance.now() < began + time * 1_000) {
      const at = performance.now();
      lag = Math.max(lag, (await oneInstance(lane, scene)).lagMs);
      times.push(performance.now() - at);
    }
  });
  const passed = (performance.now() - began) / 1_000;
  return {
    perSecond: times.length / passed,
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!,
    lag,
  };
}

async function withLanes(url: string, work: (lane: Lane) => Promise<void>): Promise<void> {
  const lanes = await Promise.all(Array.from({ length: clients }, () => openLane(url)));
  try {
    await Promise.all(lanes.map(work));
  } finally {
    for (const lane of lanes) lane.close();
  }
}

/** With a million finished processes in the tables: the run goes on among them. */
async function afterMany(url: string, databaseUrl: string, scene: WorkflowScene): Promise<Run> {
  const lane = await openLane(url);
  const recordId = await startOne(lane, scene);
  const { items } = JSON.parse(await lane.send({ path: '/api/workflow/todo', cookie: scene.approver })) as {
    items: { recordId: string; taskId: string; version: number }[];
  };
  const task = items.find((row) => row.recordId === recordId)!;
  await lane.send({
    method: 'POST',
    path: `/api/workflow/tasks/${task.taskId}/submission`,
    body: JSON.stringify({ commandId: crypto.randomUUID(), version: task.version }),
    cookie: scene.approver,
  });
  lane.close();
  await copyProcess(databaseUrl, scene.formId, recordId, finished);
  await writtenOut(databaseUrl);
  await measure(url, scene, seconds * 2);
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    await settled(databaseUrl);
    runs.push(await measure(url, scene, seconds));
    console.error(`among ${finished}: ${Math.round(runs.at(-1)!.perSecond)} /s`);
  }
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    p99: median(runs.map((run) => run.p99)),
    lag: Math.max(...runs.map((run) => run.lag)),
  };
}

/** The first page of a person with so many open tasks, one request after another, at the 95th percentile. */
async function todoOfMany(url: string, databaseUrl: string): Promise<number> {
  const scene = await makeWorkflowScene(url, 'safe');
  const lane = await openLane(url);
  await copyProcess(databaseUrl, scene.formId, await startOne(lane, scene), openTodos - 1);
  const times: number[] = [];
  for (let n = 0; n < readings; n++) {
    const at = performance.now();
    const { items } = JSON.parse(await lane.send({ path: '/api/workflow/todo?limit=50', cookie: scene.approver })) as {
      items: unknown[];
    };
    times.push(performance.now() - at);
    if (items.length !== 50) throw new Error('the list is not whole');
  }
  lane.close();
  return times.toSorted((a, b) => a - b)[Math.floor(readings * 0.95)]!;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import pg from 'pg';
import { inject } from 'vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSecret } from '../../../testing/people.ts';
import { fireDue } from '../automatic/run-timers.ts';
import { openScene, type Letter, type Scene } from '../testing/scene.ts';

const signers: Letter[] = ['A', 'B', 'C', 'D'];

let scene: Scene;
const children: ChildProcess[] = [];
// This one serves no dispatcher: the processes that are killed do.
beforeAll(async () => {
  scene = await openScene({ FORMWORK_ROLE: 'web' });
});
afterAll(async () => {
  await Promise.all(children.map(killed));
  await scene.server.stop();
});

interface Shot {
  letter: Letter;
  taskId: string;
  body: { commandId: string; version: number };
  answer?: string;
}

test('killed in the middle of approvals and started again: nothing lost, nothing doubled', async () => {
  // Behind the signers the system changes the record, sends a copy and opens two branches, by itself.
  const formId = await scene.form(
    `a:${signers.join('')} auto1 c:S par1 b:E d:E join1 end`,
    'start>a a>auto1 auto1>c c>par1 par1>b par1>d b>join1 d>join1 join1>end',
    {
      signing: { a: { way: 'all' } },
      change: (graph) => {
        for (const node of graph.nodes)
          if (node.kind === 'automatic') node.does = { what: 'record', set: [{ field: 'remark', value: '"自动"' }] };
        graph.nodes = graph.nodes.map((node) =>
          node.id === 'c'
            ? {
                id: node.id,
                name: node.name,
                x: 0,
                y: 0,
                kind: 'cc',
                rules: [{ by: 'persons', persons: ['S'] }],
                message: '',
              }
            : node,
        );
      },
    },
  );
  const records: string[] = [];
  const shots: Shot[] = [];
  for (let n = 0; n < 24; n++) {
    const recordId = await scene.record(formId);
    await scene.start(formId, recordId);
    const task = await scene.task(formId, recordId, 'A');
    records.push(recordId);
    for (const letter of signers)
      shots.push({ letter, taskId: task.id, body: { commandId: randomUUID(), version: task.version } });
  }

  for (const patience of [60, 120, 200]) {
    const { url, child } = await startKillable();
    const waves = shots.map((shot) => fire(url, shot));
    await sleep(patience);
    child.kill('SIGKILL');
    await Promise.all(waves);
  }
  // Whoever had no answer sends the same command again; whoever had one gets it once more.
  const { url } = await startKillable();
  const unanswered = shots.filter((shot) => shot.answer === undefined);
  await Promise.all(shots.map((shot) => fire(url, shot)));
  expect(shots.filter((shot) => shot.answer === undefined)).toEqual([]);
  // Otherwise the kills hit nothing and the test says nothing.
  expect(unanswered.length).toBeGreaterThan(0);

  // Who was killed with a step of the system in hand had leased it; the time of that goes by, and it is done by another.
  await scene.server.platform.pool.query('update space_demo.workflow_timer set leased_until = null');
  await fireDue(scene.server.platform, 'demo');
  const initiator = await scene.who('I');
  for (const recordId of records) {
    const history = await initiator.ok(workflowApi.history, { params: { formId, recordId } });
    const signed = history.filter((event) => event.kind === 'submitted').map((event) => event.actor!.id);
    expect(signed.toSorted()).toEqual(
      (await Promise.all(signers.map(async (letter) => (await scene.who(letter)).id))).toSorted(),
    );
    for (const node of ['b', 'd'])
      expect(history.filter((event) => event.kind === 'opened' && event.node === node)).toHaveLength(1);
    expect(history.filter((event) => event.kind === 'copied')).toHaveLength(1);
    expect(history.filter((event) => event.kind === 'automated')).toHaveLength(1);
    expect((await initiator.ok(recordsApi.get, { params: { formId, recordId } })).values.remark).toBe('自动');
    const { nodes, instance } = await scene.process(formId, recordId);
    expect(instance).toMatchObject({ state: 'processing', version: 1 + signers.length + 1 });
    expect(
      nodes
        .flatMap((node) => node.tasks)
        .filter((task) => task.state === 'open')
        .map((task) => task.node)
        .toSorted(),
    ).toEqual(['b', 'd']);
  }
  await expect.poll(eventsNotHandedOn).toBe(0);
  // What the processes did after their commits, or did not come to: everybody was told of everything, once.
  expect(await told('S', 'copied')).toEqual(records.toSorted());
  expect(await told('E', 'todo')).toEqual(records.toSorted());
  expect(
    (await (await scene.who('S')).ok(workflowApi.copies, { query: { limit: 100 } })).items
      .map(({ recordId }) => recordId)
      .toSorted(),
  ).toEqual(records.toSorted());
}, 600_000);

/** The records of which somebody has messages, each as often as they have. */
async function told(letter: Letter, kind: MessageKind): Promise<string[]> {
  const { rows } = await (await scene.who(letter)).ok(messagesApi.list, { query: { kind, limit: 100 } });
  return rows.map(({ recordId }) => recordId ?? '').toSorted();
}

async function fire(url: string, shot: Shot): Promise<void> {
  const { cookie } = await scene.who(shot.letter);
  try {
    const response = await fetch(`${url}/api/workflow/tasks/${shot.taskId}/submission`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(shot.body),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    if (shot.answer !== undefined) expect(text).toBe(shot.answer);
    shot.answer = text;
  } catch (error) {
    // The server went away under the call: it may have been carried out or not.
    if (!(error instanceof TypeError)) throw error;
  }
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

async function startKillable(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [new URL('../../../testing/web-process.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      DATABASE_URL: scene.server.databaseUrl,
      FORMWORK_DATA: inject('testFolder'),
      FORMWORK_PORT: '0',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'error',
      FORMWORK_SECRET: testSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { url: line.slice(6), child };
  }
  throw new Error('the server process ended before it was ready');
}

/** Events of steps that nobody has been told of yet. */
async function eventsNotHandedOn(): Promise<number> {
  const owner = new pg.Client({ connectionString: scene.server.databaseUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ left: number }>(`select count(*)::int as left from space_demo.event e
      where e.type like 'workflow.%' and not exists (select 1 from platform.event_cursor c where c.subscriber = 'workflow.push' and c.stream = 'demo' and (c.xid, c.id) >= (e.xid, e.id))`);
    return rows[0]!.left;
  } finally {
    await owner.end();
  }
}

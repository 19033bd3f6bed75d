import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobView } from '@formwork/contract/jobs/api.ts';
import { jobsApi } from '@formwork/contract/jobs/api.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { modules } from '../modules.ts';
import { startTestServer, type Client, type TestServer } from '../testing/server.ts';
import { testSecret } from '../testing/people.ts';
import type { Ctx } from './context.ts';
import { inControl } from './db.ts';
import { conflict } from './errors.ts';
import { newId } from './ids.ts';
import { startJob, startJobIn, type Job } from './jobs.ts';
import { jobSubscribers } from './jobs-worker.ts';
import { inSpace } from './space-data.ts';

let runs: { id: string; attempt: number }[] = [];
let clock = 0;

modules.push({
  name: 'test',
  jobs: {
    'test.count': async (job: Job<{ upTo: number }>) => {
      runs.push({ id: job.id, attempt: job.attempt });
      for (let done = 1; done <= job.payload.upTo; done++) job.progress(done, job.payload.upTo);
      return { who: job.user.login, locale: job.locale };
    },
    'test.long': async (job: Job) => {
      runs.push({ id: job.id, attempt: job.attempt });
      let done = 0;
      while (!job.cancelled()) {
        job.progress(++done, 1_000_000);
        await sleep(10);
      }
      return { done };
    },
    'test.refused': async () => { throw conflict('files.file.attached', { name: 'x' }); },
    'test.flaky': async (job: Job) => {
      runs.push({ id: job.id, attempt: job.attempt });
      if (job.attempt === 1) throw new Error('the outside world is away');
      return 'done';
    },
  },
  periodic: [{ name: 'test.clock', cron: '* * * * *', run: async () => { clock++; } }],
});

describe('jobs', () => {
  let server: TestServer;
  let user: Client;
  beforeAll(async () => {
    server = await startTestServer({ FORMWORK_LOG_LEVEL: 'fatal' });
    user = await server.as('user');
  });
  afterAll(() => server.stop());
  beforeEach(() => { runs = []; });

  test('run once after the commit, with progress and a result', async () => {
    const id = await ask(server, user, 'test.count', { upTo: 25 });
    const job = await ended(user, id);
    expect(job).toMatchObject({ kind: 'test.count', state: 'finished', done: 25, total: 25, result: { who: 'user', locale: 'en' }, error: null });
    expect(runs).toEqual([{ id, attempt: 1 }]);

    // The dispatcher hands events at least once: a second time changes nothing.
    const event = { id, type: 'platform.job.requested', subject: id, actor: user.id, at: new Date(), requestId: '', ip: '', data: {} };
    await jobSubscribers[0]!.handle(server.platform, 'demo', [event]);
    await sleep(500);
    expect(runs).toHaveLength(1);
    expect((await user.ok(jobsApi.get, { params: { jobId: id } })).state).toBe('finished');
  });

  test('do not run when the transaction is rolled back', async () => {
    await expect(inControl(server.platform.control, 'demo', async (tx) => {
      await startJob({ ...callOf(server, user), tx }, 'test.count', { upTo: 1 });
      throw new Error('changed my mind');
    })).rejects.toThrow('changed my mind');
    await sleep(300);
    expect(runs).toEqual([]);
  });

  test('begin with what a space stores, or not at all', async () => {
    const call = callOf(server, user);
    const id = await inSpace(call, async (tx) => (await startJobIn(tx, call, 'test.count', { upTo: 3 })).id);
    // whoever asked for it looks at once
    expect((await user.ok(jobsApi.get, { params: { jobId: id } })).kind).toBe('test.count');
    expect(await ended(user, id)).toMatchObject({ state: 'finished', done: 3, result: { who: 'user', locale: 'en' } });
    await expect(inSpace(call, async (tx) => {
      await startJobIn(tx, call, 'test.count', { upTo: 1 });
      throw new Error('changed my mind');
    })).rejects.toThrow('changed my mind');
    expect(runs).toEqual([{ id, attempt: 1 }]);
  });

  test('begin when the process that committed has ended before it could write their rows', async () => {
    const id = newId();
    // all that is there then: the event of the transaction
    const data = { id, kind: 'test.count', payload: { upTo: 2 }, actor: { name: 'user', login: 'user', role: 'user', homeSpaceId: 'demo', locale: 'en' } };
    await server.platform.owner.query(`insert into space_demo.event (id, type, subject, actor, at, request_id, ip, data) values ($1::uuid, 'platform.job.requested', $1::uuid::text, $2, now(), 'test', '', $3)`, [id, user.id, data]);
    server.platform.bus.eventsWritten('demo');
    await until(async () => (await user.call(jobsApi.get, { params: { jobId: id } })).status === 200);
    expect(await ended(user, id)).toMatchObject({ kind: 'test.count', state: 'finished', done: 2, result: { who: 'user', locale: 'en' } });
    expect(runs).toEqual([{ id, attempt: 1 }]);
  });

  test('stop when they are cancelled, running or queued', async () => {
    const id = await ask(server, user, 'test.long', {});
    await until(async () => (await user.ok(jobsApi.get, { params: { jobId: id } })).done > 0);
    expect((await user.ok(jobsApi.cancel, { params: { jobId: id } })).cancelRequested).toBe(true);
    const job = await ended(user, id);
    expect(job.state).toBe('cancelled');
    expect((job.result as { done: number }).done).toBeGreaterThan(0);
    expect((await user.ok(jobsApi.cancel, { params: { jobId: id } })).state).toBe('cancelled');

    // Three run at once; the fourth waits.
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await ask(server, user, 'test.long', {}));
    await until(async () => (await user.ok(jobsApi.list, { query: { state: 'running', limit: 10 } })).length === 3);
    const [waiting] = await user.ok(jobsApi.list, { query: { state: 'queued', limit: 10 } });
    expect((await user.ok(jobsApi.cancel, { params: { jobId: waiting!.id } })).state).toBe('cancelled');
    for (const each of ids) await user.ok(jobsApi.cancel, { params: { jobId: each } });
    for (const each of ids) expect((await ended(user, each)).state).toBe('cancelled');
    expect(runs.map((run) => run.id)).not.toContain(waiting!.id);
  });

  test('end with the refusal, or are tried again after an error of the outside world', async () => {
    expect(await ended(user, await ask(server, user, 'test.refused', {}))).toMatchObject({ state: 'failed', error: { code: 'files.file.attached', data: { name: 'x' } } });
    const flaky = await ended(user, await ask(server, user, 'test.flaky', {}), 15_000);
    expect(flaky).toMatchObject({ state: 'finished', result: 'done' });
    expect(runs.map((run) => run.attempt)).toEqual([1, 2]);
  });

  test('are their owner\'s alone', async () => {
    const id = await ask(server, user, 'test.count', { upTo: 1 });
    await ended(user, id);
    for (const login of ['user2', 'admin', 'other-admin']) {
      const stranger = await server.as(login);
      expect((await stranger.call(jobsApi.get, { params: { jobId: id } })).status).toBe(404);
      expect((await stranger.call(jobsApi.cancel, { params: { jobId: id } })).status).toBe(404);
      expect((await stranger.ok(jobsApi.list, { query: { limit: 100 } })).map((job) => job.id)).not.toContain(id);
    }
  });

  test('give up on a job that took its process down too often', async () => {
    const { platform } = server;
    const id = await ask(server, user, 'test.unknown', {});
    await until(async () => (await platform.owner.query('select 1 from graphile_worker._private_jobs where key = $1 and attempts > 0 and locked_at is null', [`job:${id}`])).rowCount === 1);
    await platform.owner.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [`job:${id}`]);
    expect(await ended(user, id, 10_000)).toMatchObject({ state: 'failed', error: { code: 'platform.internal' } });
    expect((await platform.owner.query('select 1 from graphile_worker._private_jobs where key = $1', [`job:${id}`])).rowCount).toBe(0);
  });

  test('the clock queues its work', async () => {
    await server.platform.owner.query(`select graphile_worker.add_job('clock:test.clock')`);
    await until(async () => clock > 0);
  });
});

describe('a worker that is killed', () => {
  const children: ChildProcess[] = [];
  afterEach(() => { for (const child of children) child.kill('SIGKILL'); });

  async function startWorkerProcess(server: TestServer): Promise<ChildProcess> {
    const child = spawn(process.execPath, [new URL('../testing/worker-process.ts', import.meta.url).pathname], {
      env: { ...process.env, DATABASE_URL: server.databaseUrl, FORMWORK_SECRET: testSecret, FORMWORK_DATA: server.platform.config.dataDir, FORMWORK_LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  test('loses nothing: the next one takes its jobs up within seconds', async () => {
    const server = await startTestServer({ FORMWORK_ROLE: 'web' });
    const user = await server.as('user');
    const first = await startWorkerProcess(server);
    const id = await ask(server, user, 'test.killed', {});
    // a long transaction of a test beside this one may hold the event back
    await until(async () => (await user.ok(jobsApi.get, { params: { jobId: id } })).done === 1, 20_000);
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect((await user.ok(jobsApi.get, { params: { jobId: id } })).state).toBe('running');
    const second = await startWorkerProcess(server);
    expect(await ended(user, id, 15_000)).toMatchObject({ state: 'finished', result: { attempt: 2 }, done: 2 });
    second.kill('SIGKILL');
    await once(second, 'exit');
    await server.stop();
  });
});

function callOf(server: TestServer, client: Client): Ctx {
  return {
    platform: server.platform, requestId: 'test', ip: '127.0.0.1', userAgent: '', locale: 'en', spaceId: 'demo',
    user: { id: client.id, name: 'user', login: 'user', role: 'user', homeSpaceId: 'demo', sessionId: '' },
  };
}

async function ask(server: TestServer, client: Client, kind: string, payload: unknown): Promise<string> {
  const { id } = await inControl(server.platform.control, 'demo', (tx) => startJob({ ...callOf(server, client), tx }, kind, payload));
  return id;
}

async function ended(client: Client, jobId: string, patienceMs = 8_000): Promise<JobView> {
  let job: JobView | undefined;
  await until(async () => {
    job = await client.ok(jobsApi.get, { params: { jobId } });
    return !['queued', 'running'].includes(job.state);
  }, patienceMs, () => JSON.stringify(job));
  return job!;
}

async function until(condition: () => Promise<boolean>, patienceMs = 8_000, what: () => string = () => ''): Promise<void> {
  for (const start = Date.now(); !(await condition()); await sleep(25)) {
    if (Date.now() - start > patienceMs) throw new Error(`waited ${patienceMs} ms in vain ${what()}`);
  }
}

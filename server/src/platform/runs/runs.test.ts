import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, type RunView } from '@formwork/contract/runs/run.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { testSecret } from '../../testing/people.ts';
import type { Ctx } from '../context.ts';
import { inControl } from '../db/db.ts';
import { inSpace } from '../db/space-data.ts';
import { conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { jobSubscribers } from '../jobs/jobs-worker.ts';
import { lowestIdAt } from './run-ids.ts';
import { month, runKind, type Job } from './run-kinds.ts';
import { keepBurst } from './run-keep.ts';
import { claim, settle } from './run-lease.ts';
import { dropRunMonths, makeRunMonths } from './run-months.ts';
import { forgetRuns, sweepRuns } from './run-sweep.ts';
import { hiddenValue } from './run-steps.ts';
import { startRun, startRunIn, startRunNow, type RunName } from './runs.ts';
import { wakeRun } from './wake.ts';
import { withModule } from '../../testing/with-module.ts';

let seen: { id: string; attempt: number }[] = [];
let clock = 0;
/** Bursts of the runs that go on, by id. */
let bursts: { id: string; memory: unknown }[] = [];
let hold: (() => Promise<void>) | undefined;

const anything = z.record(z.string(), z.unknown());
const common = { payload: anything, keep: month, retries: 4 };
const counting = { kind: 'test.count', payload: z.object({ upTo: z.number() }) } satisfies RunName<unknown>;
const named = (kind: string): RunName<Record<string, unknown>> => ({ kind, payload: anything });
const Walk = z.object({ at: z.number(), woken: z.boolean().optional() });

withModule({
  name: 'test',
  runs: [
    runKind({
      ...counting,
      retries: 4,
      keep: { finished: 1, failed: 90 },
      repeats: true,
      maySee: ({ user }) => user.role === 'admin',
      mask: (ctx, _run, steps) =>
        Promise.resolve(
          ctx.user.role === 'admin' ? steps.map(({ out: _, ...step }) => ({ ...step, out: hiddenValue })) : steps,
        ),
      work: async (job) => {
        seen.push({ id: job.id, attempt: job.attempt });
        for (let done = 1; done <= job.payload.upTo; done++) {
          job.progress(done, job.payload.upTo);
          job.step({ node: `n${done}`, out: done, in: { password: 'x', nested: [{ apiKey: 'y', plain: 1 }] } });
        }
        return { who: job.user.login, locale: job.locale };
      },
    }),
    runKind({
      ...common,
      kind: 'test.long',
      work: async (job: Job<Record<string, unknown>>) => {
        seen.push({ id: job.id, attempt: job.attempt });
        let done = 0;
        while (!job.cancelled()) {
          job.progress(++done, 1_000_000);
          await sleep(10);
        }
        return { done };
      },
    }),
    runKind({
      ...common,
      kind: 'test.refused',
      work: () => {
        throw conflict('files.file.attached', { name: 'x' });
      },
    }),
    runKind({
      ...common,
      kind: 'test.flaky',
      work: (job: Job<Record<string, unknown>>) => {
        seen.push({ id: job.id, attempt: job.attempt });
        if (job.attempt === 1) throw new Error('the outside world is away');
        return Promise.resolve('done');
      },
    }),
    runKind({
      ...common,
      retries: 1,
      kind: 'test.broken',
      work: (job: Job<Record<string, unknown>>) => {
        seen.push({ id: job.id, attempt: job.attempt });
        throw new Error('it never works');
      },
    }),
    runKind({
      ...common,
      kind: 'test.moving',
      work: async (job: Job<Record<string, unknown>>) => {
        seen.push({ id: job.id, attempt: job.attempt });
        await job.moved();
        return 'done';
      },
    }),
    /** Three bursts, then it waits to be woken, then it ends; fails at 2 where it is told to. */
    runKind<{ failAt?: number | undefined }, z.infer<typeof Walk>>({
      kind: 'test.walk',
      payload: z.object({ failAt: z.number().optional() }),
      retries: 1,
      keep: month,
      resume: (_memory, from) => ({ at: Number(from), woken: true }),
      advance: async ({ id, memory = { at: 0 }, payload }) => {
        bursts.push({ id, memory });
        await hold?.();
        const at = memory.at + 1;
        const steps = [{ node: `n${at}`, out: at }];
        if (at === payload.failAt && !memory.woken)
          return { state: 'failed', memory, steps, error: { code: 'files.file.attached' } };
        if (at < 3) return { state: 'running', memory: { ...memory, at }, steps, counts: { steps: at } };
        if (at === 3) return { state: 'suspended', memory: { ...memory, at }, steps };
        return { state: 'finished', steps, result: { at }, effects: (tx) => tx.event('test.walked', id, { id }) };
      },
    }),
  ],
  periodic: [
    {
      name: 'test.clock',
      cron: '* * * * *',
      run: async () => {
        clock++;
      },
    },
  ],
});

describe('runs', () => {
  let server: TestServer;
  let user: Client;
  beforeAll(async () => {
    server = await startTestServer({ FORMWORK_LOG_LEVEL: 'fatal' });
    user = await server.as('user');
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    seen = [];
    bursts = [];
    hold = undefined;
  });
  const get = (client: Client, runId: string) => client.ok(runsApi.get, { params: { runId } });
  const owner = (text: string, values: unknown[]) => server.platform.owner.query(text, values);

  test('begin once after the commit, with progress and a result', async () => {
    const id = await ask(server, user, counting, { upTo: 25 });
    const run = await ended(user, id);
    expect(run).toMatchObject({
      kind: 'test.count',
      state: 'finished',
      done: 25,
      total: 25,
      result: { who: 'user', locale: 'en' },
      error: null,
      actor: user.id,
      trigger: 'call',
      can: { cancel: false, rerun: true, rerunFrom: false },
    });
    expect(seen).toEqual([{ id, attempt: 1 }]);

    // The dispatcher hands events at least once: a second time changes nothing.
    const event = { id, type: 'runs.requested', subject: id, actor: user.id, at: new Date(), requestId: '', ip: '' };
    await jobSubscribers[0]!.handle(server.platform, 'demo', [{ ...event, data: {} }]);
    await sleep(500);
    expect(seen).toHaveLength(1);
    expect((await get(user, id)).state).toBe('finished');
  });

  test('wait for whoever asks before their row is there, and are nothing to anybody later', async () => {
    const young = newId();
    expect((await user.call(runsApi.get, { params: { runId: young } })).status).toBe(404);
    const run = { id: young, kind: 'test.count', definition: null, release: null, trigger: 'call', cause: null };
    const data = { id: young, kind: 'test.count', run: { ...run, actor: user.id, parent: null, at: new Date() } };
    // nobody reads it: the dispatcher has not come so far
    await inControl(server.platform.control, 'demo', (tx) =>
      tx
        .insertInto('platform.event')
        .values({
          xid: '1',
          id: young,
          space_id: 'demo',
          type: 'runs.requested',
          subject: young,
          actor: user.id,
          request_id: '',
          ip: '',
          data: JSON.stringify(data),
        })
        .execute(),
    );
    expect(await get(user, young)).toMatchObject({ state: 'waiting', kind: 'test.count' });
    const stranger = await server.as('user2');
    expect((await stranger.call(runsApi.get, { params: { runId: young } })).status).toBe(404);
    const old = `${lowestIdAt(Date.now() - 3_600_000).slice(0, 14)}7${newId().slice(15)}`;
    expect((await user.call(runsApi.get, { params: { runId: old } })).status).toBe(404);
  });

  test('do not begin when the transaction is taken back, of the control plane or of a space', async () => {
    const call = callOf(server, user);
    await expect(
      inControl(server.platform.control, 'demo', async (tx) => {
        await startRun({ ...call, tx }, counting, { upTo: 1 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await expect(
      inSpace(call, async (tx) => {
        await startRunIn(tx, call, counting, { upTo: 1 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await sleep(300);
    expect(seen).toEqual([]);
  });

  test('begin with what a transaction of a space wrote, and may be looked for at once', async () => {
    const call = callOf(server, user);
    const { id } = await inSpace(call, (tx) => startRunIn(tx, call, counting, { upTo: 3 }));
    expect((await get(user, id)).kind).toBe('test.count');
    expect(await ended(user, id)).toMatchObject({ state: 'finished', done: 3, result: { who: 'user', locale: 'en' } });
  });

  test('that follow from a key are one run, however often they are asked for', async () => {
    const call = callOf(server, user);
    const id = newId();
    for (let times = 0; times < 3; times++) await startRunNow(call, counting, { upTo: 1 }, { id });
    await ended(user, id);
    await sleep(300);
    expect(seen).toEqual([{ id, attempt: 1 }]);
  });

  test('asked for as a job before there were runs begin as well', async () => {
    const id = newId();
    const data = {
      id,
      kind: 'test.count',
      payload: { upTo: 2 },
      actor: { name: 'user', login: 'user', role: 'user', homeSpaceId: 'demo', locale: 'en' },
    };
    await owner(
      `insert into space_demo.event (id, type, subject, actor, at, request_id, ip, data) values ($1::uuid, 'platform.job.requested', $1::uuid::text, $2, now(), 'test', '', $3)`,
      [id, user.id, data],
    );
    server.platform.bus.eventsWritten('demo');
    await until(async () => (await user.call(runsApi.get, { params: { runId: id } })).status === 200);
    expect(await ended(user, id)).toMatchObject({ state: 'finished', done: 2, result: { who: 'user', locale: 'en' } });
  });

  test('the trail keeps id and kind, not what they were given, and its chain holds', async () => {
    const id = await ask(server, user, counting, { upTo: 1 });
    await ended(user, id);
    await until(async () => {
      const { rows } = await owner(
        `select type, data from space_demo.trail where subject = $1 and type like 'runs.%' order by seq`,
        [id],
      );
      return (
        JSON.stringify(rows) ===
        JSON.stringify([
          { type: 'runs.requested', data: { id, kind: 'test.count' } },
          { type: 'runs.ended', data: { id, kind: 'test.count', state: 'finished' } },
        ])
      );
    });
  });

  test('stop when they are cancelled, running or waiting', async () => {
    const id = await ask(server, user, named('test.long'), {});
    await until(async () => (await get(user, id)).done > 0);
    expect((await user.ok(runsApi.cancel, { params: { runId: id } })).cancelRequested).toBe(true);
    const run = await ended(user, id);
    expect(run.state).toBe('cancelled');
    expect((run.result as { done: number }).done).toBeGreaterThan(0);
    expect((await user.ok(runsApi.cancel, { params: { runId: id } })).state).toBe('cancelled');

    // Three run at once; the fourth waits.
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await ask(server, user, named('test.long'), {}));
    const inState = async (state: RunView['state']) =>
      (await user.ok(runsApi.list, { query: { state, limit: 10 } })).runs.filter((one) => ids.includes(one.id));
    await until(async () => (await inState('running')).length === 3 && (await inState('waiting')).length === 1);
    const [waiting] = await inState('waiting');
    expect((await user.ok(runsApi.cancel, { params: { runId: waiting!.id } })).state).toBe('cancelled');
    for (const runId of ids) await user.ok(runsApi.cancel, { params: { runId } });
    for (const each of ids) expect((await ended(user, each)).state).toBe('cancelled');
    expect(seen.map((one) => one.id)).not.toContain(waiting!.id);
  });

  test('end with the refusal, or are tried again after an error of the outside world, as often as their kind says', async () => {
    expect(await ended(user, await ask(server, user, named('test.refused'), {}))).toMatchObject({
      state: 'failed',
      error: { code: 'files.file.attached', data: { name: 'x' } },
    });
    const flaky = await ended(user, await ask(server, user, named('test.flaky'), {}), 15_000);
    expect(flaky).toMatchObject({ state: 'finished', result: 'done' });
    expect(seen.map((one) => one.attempt)).toEqual([1, 2]);
    seen = [];
    const broken = await ended(user, await ask(server, user, named('test.broken'), {}), 15_000);
    expect(broken).toMatchObject({ state: 'failed', attempt: 2, error: { code: 'platform.internal' } });
    expect(seen.map((one) => one.attempt)).toEqual([1, 2]);
  });

  test('are for whoever began them, and for those who may see their kind', async () => {
    const id = await ask(server, user, counting, { upTo: 2 });
    await ended(user, id);
    const own = await ask(server, user, named('test.refused'), {});
    await ended(user, own);
    const rows = [
      ['user', id, 200],
      ['admin', id, 200],
      ['user2', id, 404],
      ['other-admin', id, 404],
      ['user', own, 200],
      ['admin', own, 404],
      ['user2', own, 404],
      ['other-admin', own, 404],
    ] as const;
    for (const [login, runId, status] of rows) {
      const who = await server.as(login);
      const found = [
        (await who.call(runsApi.get, { params: { runId } })).status,
        (await who.call(runsApi.steps, { params: { runId } })).status,
        (await who.call(runsApi.cancel, { params: { runId } })).status,
      ];
      expect(found, `${login} ${runId}`).toEqual([status, status, status]);
      const kind = runId === id ? 'test.count' : 'test.refused';
      const listed = (await who.ok(runsApi.list, { query: { kind, limit: 100 } })).runs.some((run) => run.id === runId);
      expect(listed, `${login} lists ${runId}`).toBe(status === 200);
    }
    // without a kind one's own alone
    const admin = await server.as('admin');
    expect((await admin.ok(runsApi.list, { query: { limit: 100 } })).runs.map((run) => run.id)).not.toContain(id);
  });

  test('tell what they did in order, without secrets, and without what the reader may not see', async () => {
    const id = await ask(server, user, counting, { upTo: 700 });
    await ended(user, id);
    const admin = await server.as('admin');
    const first = await user.ok(runsApi.steps, { params: { runId: id } });
    const rest = await user.ok(runsApi.steps, { params: { runId: id }, query: { after: first.steps.at(-1)!.seq } });
    const all = [...first.steps, ...rest.steps];
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 700 }, (_, at) => at + 1));
    expect(rest.more).toBe(false);
    expect(all[4]).toMatchObject({
      node: 'n5',
      out: 5,
      in: { password: hiddenValue, nested: [{ apiKey: hiddenValue, plain: 1 }] },
    });
    const behind = await user.ok(runsApi.steps, { params: { runId: id }, query: { after: 300 } });
    expect(behind.steps[0]!.seq).toBe(301);
    const masked = await admin.ok(runsApi.steps, { params: { runId: id } });
    expect(new Set(masked.steps.map(({ out }) => out))).toEqual(new Set([hiddenValue]));
  });

  test('run again from the start as a new run of whoever asks', async () => {
    const id = await ask(server, user, counting, { upTo: 1 });
    await ended(user, id);
    const admin = await server.as('admin');
    const again = await admin.ok(runsApi.rerun, { params: { runId: id }, body: {} });
    expect(again).toMatchObject({ parent: id, actor: admin.id, trigger: 'rerun' });
    expect(await ended(admin, again.id)).toMatchObject({ state: 'finished', result: { who: 'admin' } });
    const refused = await ask(server, user, named('test.refused'), {});
    await ended(user, refused);
    for (const body of [{}, { from: 'n1' }])
      expect((await user.call(runsApi.rerun, { params: { runId: refused }, body })).status).toBe(409);
  });

  describe('that go on by bursts', () => {
    const walk = (payload: object) => ask(server, user, named('test.walk'), payload as Record<string, unknown>);
    const suspended = (id: string) => until(async () => (await get(user, id)).state === 'suspended');

    test('keep what they remember, wait, are woken and end', async () => {
      const id = await walk({});
      await suspended(id);
      expect(await get(user, id)).toMatchObject({ counts: { steps: 2 } });
      expect(await wakeRun(server.platform, 'demo', id)).toBe(true);
      expect(await ended(user, id)).toMatchObject({ state: 'finished', result: { at: 4 } });
      expect(bursts.map(({ memory }) => memory)).toEqual([{ at: 0 }, { at: 1 }, { at: 2 }, { at: 3 }]);
      const { steps } = await user.ok(runsApi.steps, { params: { runId: id } });
      expect(steps.map(({ seq, node }) => [seq, node])).toEqual([
        [1, 'n1'],
        [2, 'n2'],
        [3, 'n3'],
        [4, 'n4'],
      ]);
      expect(
        (await owner(`select 1 from space_demo.event where type = 'test.walked' and subject = $1`, [id])).rowCount,
      ).toBe(1);
      expect(await wakeRun(server.platform, 'demo', id)).toBe(false);
    });

    test('see what wakes them while they work: the burst is done again', async () => {
      let woken = false;
      let id = '';
      hold = async () => {
        if (bursts.length === 3 && !woken) {
          woken = true;
          await wakeRun(server.platform, 'demo', id);
        }
      };
      id = await walk({});
      await until(async () => (await get(user, id)).state === 'suspended');
      expect(bursts.map(({ memory }) => (memory as { at: number }).at)).toEqual([0, 1, 2, 2]);
      expect((await user.ok(runsApi.steps, { params: { runId: id } })).steps).toHaveLength(3);
    });

    test('are written together: what breaks one, or comes between, touches none of the others', async () => {
      const others = ['test.walk.sound', 'test.walk.broken', 'test.walk.changed', 'test.walk.also sound'];
      const leased = await Promise.all(
        others.map(async (requestId) => {
          const id = newId();
          // nobody queues it, as below
          const far = new Date(Date.now() + 3_600_000);
          await startRunNow({ ...callOf(server, user), requestId }, named('test.walk'), {}, { id, at: far });
          await until(async () => (await owner('select 1 from space_demo.run where id = $1', [id])).rowCount === 1);
          await owner(`update space_demo.run set at = now() - interval '1 second' where id = $1`, [id]);
          const claimed = await claim(server.platform, { spaceId: 'demo', id }, () => undefined, newId());
          if (claimed === 'over' || 'until' in claimed) throw new Error('it is not there');
          return claimed;
        }),
      );
      await wakeRun(server.platform, 'demo', leased[2]!.row.id);
      const tries: number[] = [];
      const outcomes = await Promise.allSettled(
        leased.map((one, at) =>
          keepBurst({
            leased: one,
            row: one.row,
            done: {
              state: 'finished',
              steps: [{ node: `n${at}` }],
              effects: async (tx) => {
                tries.push(at);
                await tx.event('test.walked', one.row.id, { id: one.row.id });
                if (at === 1) await tx.query({ text: 'select 1 / 0' });
              },
            },
          }),
        ),
      );
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value?.state : 'failed'))).toEqual([
        'finished',
        'failed',
        undefined,
        'finished',
      ]);
      expect(tries).not.toContain(2);
      const { rows } = await owner(
        `select state, (select count(*)::int from space_demo.run_step where run = r.id) as steps,
          (select array_agg(request_id) from space_demo.event where subject = r.id::text and type = 'test.walked') as said
        from space_demo.run r where id = any($1::uuid[]) order by array_position($1::uuid[], id)`,
        [leased.map(({ row }) => row.id)],
      );
      expect(rows).toEqual([
        { state: 'finished', steps: 1, said: [others[0]] },
        { state: 'running', steps: 0, said: null },
        { state: 'running', steps: 0, said: null },
        { state: 'finished', steps: 1, said: [others[3]] },
      ]);
    });

    test('end when they are cancelled while they wait or work', async () => {
      const id = await walk({});
      await suspended(id);
      expect((await user.ok(runsApi.cancel, { params: { runId: id } })).state).toBe('cancelled');
      let other = '';
      hold = async () => {
        if (other !== '') await user.ok(runsApi.cancel, { params: { runId: other } });
        hold = undefined;
      };
      other = newId();
      await startRunNow(callOf(server, user), named('test.walk'), {}, { id: other });
      expect((await ended(user, other)).state).toBe('cancelled');
      expect((await user.ok(runsApi.steps, { params: { runId: other } })).steps).toEqual([]);
    });

    test('that failed go on from a node with the same id, once', async () => {
      const id = await walk({ failAt: 2 });
      expect(await ended(user, id)).toMatchObject({ state: 'failed', can: { rerunFrom: true } });
      await user.ok(runsApi.rerun, { params: { runId: id }, body: { from: '1' } });
      await suspended(id);
      expect((await user.call(runsApi.rerun, { params: { runId: id }, body: { from: '1' } })).status).toBe(409);
      await wakeRun(server.platform, 'demo', id);
      expect((await ended(user, id)).state).toBe('finished');
    });
  });

  test('are held by one execution at a time; whose lease is over writes nothing any more', async () => {
    const { platform } = server;
    const call = callOf(server, user);
    const id = newId();
    // nobody queues it: its event is not told
    const far = new Date(Date.now() + 3_600_000);
    await startRunNow(call, named('test.long'), {}, { id, at: far });
    await until(async () => (await owner('select 1 from space_demo.run where id = $1', [id])).rowCount === 1);
    await owner(`update space_demo.run set at = now() - interval '1 second' where id = $1`, [id]);
    const row = { spaceId: 'demo', id };
    const take = (by: string) => claim(platform, row, () => ({ retries: 4 }), by);
    const [one, two] = [newId(), newId()];
    const both = await Promise.all([take(one), take(two)]);
    expect(both.filter((claimed) => claimed !== 'over' && !('until' in claimed))).toHaveLength(1);
    const first = both.find((claimed) => claimed !== 'over' && !('until' in claimed))!;
    if (first === 'over' || 'until' in first) throw new Error('nobody has it');
    await owner(`update space_demo.run set leased_until = now() - interval '1 minute' where id = $1`, [id]);
    const second = await take(newId());
    if (second === 'over' || 'until' in second)
      throw new Error(`the lease was not taken over: ${JSON.stringify([second, await get(user, id)])}`);
    expect(second.row.attempt).toBe(2);
    expect(await settle(first, { state: 'finished', result: 'first' })).toBe(false);
    expect(await settle(second, { state: 'finished', result: 'second' })).toBe(true);
    expect(await get(user, id)).toMatchObject({ state: 'finished', result: 'second' });
  });

  test('that lost their lease, or their place in the queue, are swept up; one that dies too often fails', async () => {
    const call = callOf(server, user);
    const lost = newId();
    const dying = newId();
    for (const id of [lost, dying])
      await startRunNow(call, counting, { upTo: 1 }, { id, at: new Date(Date.now() + 3_600_000) });
    await sleep(300);
    await owner(
      `update space_demo.run set state = 'running', attempt = 1, leased_by = $2, leased_until = now() - interval '2 minutes', at = now() - interval '3 minutes' where id = $1`,
      [lost, newId()],
    );
    await owner(
      `update space_demo.run set state = 'running', attempt = 5, leased_by = $2, leased_until = now() - interval '2 minutes', at = now() - interval '3 minutes' where id = $1`,
      [dying, newId()],
    );
    await sweepRuns.run(server.platform, 'demo');
    expect(await ended(user, lost, 20_000)).toMatchObject({ state: 'finished', attempt: 2 });
    expect(await ended(user, dying, 20_000)).toMatchObject({
      state: 'failed',
      attempt: 5,
      error: { code: 'platform.internal' },
    });
    expect(seen.map(({ id }) => id)).toEqual([lost]);
  });

  test('that moved on since they were tried are tried anew: within a burst, and with each that is kept', async () => {
    const call = callOf(server, user);
    const moving = newId();
    const walking = newId();
    const far = { at: new Date(Date.now() + 3_600_000) };
    await startRunNow(call, named('test.moving'), {}, { id: moving, ...far });
    await startRunNow(call, named('test.walk'), {}, { id: walking, ...far });
    const tried: number[] = [];
    hold = async () => void tried.push((await get(user, walking)).attempt);
    for (const [id, attempt] of [
      [moving, 4],
      [walking, 1],
    ] as const)
      await owner(
        `update space_demo.run set state = 'running', attempt = $3, leased_by = $2, leased_until = now() - interval '2 minutes', at = now() - interval '3 minutes' where id = $1`,
        [id, newId(), attempt],
      );
    await sweepRuns.run(server.platform, 'demo');
    expect(await ended(user, moving, 20_000)).toMatchObject({ state: 'finished', attempt: 1 });
    expect(seen).toEqual([{ id: moving, attempt: 5 }]);
    await until(async () => (await get(user, walking)).state === 'suspended', 20_000);
    expect(tried).toEqual([2, 1, 1]);
    await user.ok(runsApi.cancel, { params: { runId: walking } });
  });

  test('go with the days that their kind says, and whole months at once', async () => {
    const idAt = (time: number) => `${lowestIdAt(time).slice(0, 14)}7${newId().slice(15)}`;
    const days = (count: number) => Date.now() - count * 86_400_000;
    const put = async (id: string, state: string, finished: number) => {
      await owner(
        `insert into space_demo.run (id, kind, actor, caller, state, payload, finished) values ($1, 'test.count', $2, '{"locale":"en","role":"user"}', $3, '{}', $4)`,
        [id, user.id, state, new Date(finished)],
      );
      await owner(`insert into space_demo.run_step (run, seq, rows) values ($1, 1, '[]')`, [id]);
      return id;
    };
    const fresh = await put(idAt(days(0.5)), 'finished', days(0.5));
    const old = await put(idAt(days(3)), 'finished', days(2));
    const failed = await put(idAt(days(3)), 'failed', days(2));
    expect(await forgetRuns(server.platform, 'demo', Date.now())).toBe(1);
    const left = async (table: 'run' | 'run_step', column: string) =>
      (
        await owner(`select ${column} as id from space_demo.${table} where ${column} = any($1)`, [[fresh, old, failed]])
      ).rows
        .map(({ id }: { id: string }) => id)
        .toSorted();
    expect(await left('run', 'id')).toEqual([fresh, failed].toSorted());
    expect(await left('run_step', 'run')).toEqual([fresh, failed].toSorted());

    const past = Date.UTC(2025, 2, 15);
    const client = await server.platform.owner.connect();
    try {
      await put(idAt(past), 'finished', past);
      await makeRunMonths(client, 'demo', past);
      const open = idAt(Date.UTC(2025, 3, 15));
      await put(open, 'waiting', past);
      // an unfinished one keeps its month
      expect(await dropRunMonths(client, 'demo', Date.UTC(2025, 5))).toEqual(['run_m202503', 'run_m202505']);
      await owner('delete from space_demo.run where id = $1', [open]);
      expect(await dropRunMonths(client, 'demo', Date.UTC(2025, 5))).toEqual(['run_m202504']);
    } finally {
      client.release();
    }
  });

  test('by the hundred thousand are listed along an index, page by page', async () => {
    await owner(
      `insert into space_demo.run (id, kind, definition, actor, caller, state, payload, finished)
       select uuidv7(n * interval '-1 millisecond'), 'test.count', 'd' || n % 7, $1, '{"locale":"en","role":"user"}', case when n % 50000 = 0 then 'failed' else 'finished' end, '{}', now() from generate_series(1, 100000) n`,
      [user.id],
    );
    await owner('analyze space_demo.run', []);
    const admin = await server.as('admin');
    const first = await admin.ok(runsApi.list, { query: { kind: 'test.count', definition: 'd3', limit: 50 } });
    const second = await admin.ok(runsApi.list, {
      query: { kind: 'test.count', definition: 'd3', limit: 50, after: first.next! },
    });
    const ids = [...first.runs, ...second.runs].map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    expect(ids).toEqual(ids.toSorted().toReversed());
    for (const where of [
      `kind = 'test.count' and definition = 'd3'`,
      `kind = 'test.count'`,
      `kind = 'test.count' and state = 'failed'`,
      `actor = '${user.id}'`,
    ]) {
      const { rows } = await owner(
        `explain (analyze, format json) select id from space_demo.run where ${where} order by id desc limit 51`,
        [],
      );
      const nodes = nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
      // months that hold next to nothing are read whole
      expect(
        nodes.filter((node) => node['Node Type'] === 'Seq Scan' && (node['Rows Removed by Filter'] ?? 0) > 100),
        where,
      ).toEqual([]);
      expect(Math.max(...nodes.map((node) => node['Actual Rows'])), where).toBeLessThan(200);
    }
    await owner(`delete from space_demo.run where definition like 'd%'`, []);
  });

  test('the clock queues its work', async () => {
    await owner(`select graphile_worker.add_job('clock:test.clock')`, []);
    await until(async () => clock > 0);
  });
});

describe('a worker that is killed', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  async function startWorkerProcess(server: TestServer): Promise<ChildProcess> {
    const child = spawn(process.execPath, [new URL('../../testing/worker-process.ts', import.meta.url).pathname], {
      env: {
        ...process.env,
        DATABASE_URL: server.databaseUrl,
        FORMWORK_SECRET: testSecret,
        FORMWORK_DATA: server.platform.config.dataDir,
        FORMWORK_LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  test('loses nothing: the next one takes its runs up within seconds', async () => {
    const server = await startTestServer({ FORMWORK_ROLE: 'web' });
    const user = await server.as('user');
    const first = await startWorkerProcess(server);
    const id = await ask(server, user, named('test.killed'), {});
    const get = () => user.ok(runsApi.get, { params: { runId: id } });
    // a long transaction of a test beside this one may hold the event back
    await until(async () => (await get()).done === 1, 20_000);
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect((await get()).state).toBe('running');
    const second = await startWorkerProcess(server);
    expect(await ended(user, id, 30_000)).toMatchObject({ state: 'finished', result: { attempt: 2 }, done: 2 });
    const { steps } = await user.ok(runsApi.steps, { params: { runId: id } });
    expect(steps.map(({ seq, attempt }) => [seq, attempt])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    second.kill('SIGKILL');
    await once(second, 'exit');
    await server.stop();
  });
});

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function callOf(server: TestServer, client: Client): Ctx {
  return {
    platform: server.platform,
    requestId: 'test',
    ip: '127.0.0.1',
    userAgent: '',
    locale: 'en',
    spaceId: 'demo',
    user: { id: client.id, name: 'user', login: 'user', role: 'user', homeSpaceId: 'demo', sessionId: '' },
  };
}

async function ask<Payload>(
  server: TestServer,
  client: Client,
  name: RunName<Payload>,
  payload: Payload,
): Promise<string> {
  const { id } = await inControl(server.platform.control, 'demo', (tx) =>
    startRun({ ...callOf(server, client), tx }, name, payload),
  );
  return id;
}

async function ended(client: Client, runId: string, patienceMs = 8_000): Promise<RunView> {
  let run: RunView | undefined;
  await until(
    async () => {
      run = await client.ok(runsApi.get, { params: { runId } });
      return isOver(run.state);
    },
    patienceMs,
    () => JSON.stringify(run),
  );
  return run!;
}

async function until(
  condition: () => Promise<boolean>,
  patienceMs = 8_000,
  what: () => string = () => '',
): Promise<void> {
  for (const start = Date.now(); !(await condition()); await sleep(25)) {
    if (Date.now() - start > patienceMs) throw new Error(`waited ${patienceMs} ms in vain ${what()}`);
  }
}

import { randomUUID } from 'node:crypto';
import { agentsApi } from '@formwork/contract/agents/api.ts';
import { onBehalfOfHeader } from '@formwork/contract/endpoint.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { pushApi } from '@formwork/contract/workflow/push.ts';
import { verificationApi } from '@formwork/contract/workflow/verification.ts';
import { workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { testPassword } from '../../../testing/people.ts';
import { openScene, type Letter, type Scene } from '../testing/scene.ts';

let scene: Scene;
let formId: string;
beforeAll(async () => {
  scene = await openScene({ FORMWORK_DEVELOPMENT: 'true' });
  formId = await scene.form('a:A b:B end', 'start>a a>b b>end', {
    change: (graph) => {
      for (const node of graph.nodes)
        if ('buttons' in node) node.buttons = ['return', 'transfer', 'entrust', 'addSigner', 'removeSigner', 'urge'];
    },
  });
});
afterAll(() => scene.server.stop());

const command = () => ({ commandId: randomUUID() });
const todo = async (letter: Letter, query = {}) =>
  (await (await scene.who(letter)).ok(workflowApi.todo, { query: { formId, ...query } })).items;
async function begun(name: string): Promise<{ recordId: string; taskId: string; version: number; instanceId: string }> {
  const recordId = await scene.record(formId, { name });
  await scene.start(formId, recordId);
  const task = await scene.task(formId, recordId, 'A');
  return {
    recordId,
    taskId: task.id,
    version: task.version,
    instanceId: (await scene.process(formId, recordId)).instance!.id,
  };
}

test('a record that was not handed in is a draft until it is handed in or deleted, of nobody else', async () => {
  const [mine, other] = [await scene.who('I'), await scene.who('A')];
  const drafts = async (who = mine) => (await who.ok(workbenchApi.drafts)).items.map(({ recordTitle }) => recordTitle);
  const first = await scene.record(formId, { name: '草稿一' });
  const second = await scene.record(formId, { name: '草稿二' });
  await expect.poll(() => drafts(), { interval: 500 }).toEqual(['草稿二', '草稿一']);
  expect(await drafts(other)).toEqual([]);
  expect((await mine.ok(workflowApi.counts)).drafts).toBe(2);
  await scene.start(formId, first);
  await (await scene.who('ADMIN')).ok(recordsApi.remove, { params: { formId, recordId: second } });
  await expect.poll(() => drafts()).toEqual([]);
  await mine.ok(talkApi.follow, { params: { formId, recordId: first } });
  expect((await mine.ok(workflowApi.counts)).followed).toBe(1);
});

test('to-dos are found by application, time and mark', async () => {
  const { recordId, instanceId } = await begun('找得到');
  const [row] = (await todo('A')).filter((one) => one.recordId === recordId);
  const found = async (query: object) => (await todo('A', query)).some((one) => one.recordId === recordId);
  expect([
    await found({ appId: row!.appId }),
    await found({ appId: 'nothere' }),
    await found({ from: new Date(Date.now() - 60_000).toISOString() }),
    await found({ until: new Date(Date.now() - 60_000).toISOString() }),
  ]).toEqual([true, false, true, false]);
  expect([await found({ mark: 'urged' }), await found({ search: '找得' }), await found({ search: '%' })]).toEqual([
    false,
    true,
    false,
  ]);
  await (await scene.who('I')).ok(workflowApi.urge, { params: { instanceId }, body: command() });
  expect([await found({ mark: 'urged' }), await found({ mark: 'returned' })]).toEqual([true, false]);
  expect([await found({ mark: 'overdue' }), row!.dueAt]).toEqual([false, null]);
  await scene.server.platform.pool.query(
    `update ${spaceSchema(scene.server.spaceId)}.workflow_task set due_at = now() - interval '1 minute' where id = $1`,
    [row!.taskId],
  );
  expect(await found({ mark: 'overdue' })).toBe(true);
  expect(
    Date.parse((await todo('A', { mark: 'overdue' })).find((one) => one.recordId === recordId)!.dueAt!),
  ).toBeLessThan(Date.now());
  const started = await (await scene.who('I')).ok(workflowApi.started, { query: { formId, state: 'finished' } });
  expect(started.items).toEqual([]);
});

test('what is to be done by a time stands first, the earliest at the top, page after page', async () => {
  const made: string[] = [];
  for (const name of ['先到', '后到', '三天', '一天', '两天']) {
    const { recordId, taskId } = await begun(name);
    made.push(recordId);
    const days = { 三天: 3, 一天: 1, 两天: 2 }[name];
    if (days !== undefined)
      await scene.server.platform.pool.query(
        `update ${spaceSchema(scene.server.spaceId)}.workflow_task set due_at = now() + make_interval(days => $2) where id = $1`,
        [taskId, days],
      );
  }
  const who = await scene.who('A');
  const seen: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await who.ok(workflowApi.todo, { query: { formId, limit: 2, ...(after && { after }) } });
    seen.push(...page.items.map(({ recordId }) => recordId));
    if (page.next === null) break;
    after = page.next;
  }
  const [first, later, three, one, two] = made;
  expect(seen.filter((id) => made.includes(id))).toEqual([one, two, three, later, first]);
  expect(new Set(seen).size).toBe(seen.length);
});

test('handled is what waited for oneself: a start is not, handing in again after a return is', async () => {
  const { recordId, taskId, version } = await begun('谁办过');
  const handled = async (letter: Letter) =>
    (await (await scene.who(letter)).ok(workflowApi.handled, { query: { formId } })).items.filter(
      (one) => one.recordId === recordId,
    ).length;
  const count = async () => (await (await scene.who('I')).ok(workflowApi.counts)).handled;
  const before = await count();
  expect([await handled('I'), await handled('A')]).toEqual([0, 0]);
  await (
    await scene.who('A')
  ).ok(workflowApi.returnTask, {
    params: { taskId },
    body: { ...command(), version, node: 'start', reason: '缺照片' },
  });
  expect((await scene.submit(formId, recordId, 'I')).status).toBe(200);
  expect([await handled('I'), await handled('A'), await count()]).toEqual([1, 1, before + 1]);
});

test('several are approved at once: what cannot be is refused by itself, and sent again nothing happens twice', async () => {
  const [one, two] = [await begun('一'), await begun('二')];
  const a = await scene.who('A');
  const items = [
    { ...one, ...command() },
    { ...two, version: 9, ...command() },
  ].map(({ taskId, version, commandId }) => ({ taskId, version, commandId }));
  for (let time = 0; time < 2; time++) {
    const { results } = await a.ok(workbenchApi.approve, { body: { items, comment: '同意' } });
    expect(results).toEqual([
      { id: one.taskId, refused: null },
      { id: two.taskId, refused: { code: 'workflow.task.stale', data: expect.objectContaining({ kind: 'opened' }) } },
    ]);
  }
  const stranger = await (
    await scene.who('C')
  ).ok(workbenchApi.approve, { body: { items: [{ taskId: two.taskId, version: 1, ...command() }] } });
  expect(stranger.results[0]!.refused?.code).toBe('workflow.task.not_found');
  expect((await todo('B')).map(({ recordId }) => recordId)).toContain(one.recordId);
  const moved = await a.ok(workbenchApi.transfer, {
    body: { items: [{ taskId: two.taskId, version: 1, ...command() }], person: (await scene.who('C')).id },
  });
  expect(moved.results[0]!.refused).toBeNull();
  expect((await todo('C')).map(({ recordId }) => recordId)).toEqual([two.recordId]);
});

test('several are urged at once, each no more often than its process allows', async () => {
  const [one, two] = [await begun('催一'), await begun('催二')];
  const i = await scene.who('I');
  const urge = (ids: string[]) =>
    i.ok(workbenchApi.urge, { body: { items: ids.map((instanceId) => ({ instanceId, ...command() })) } });
  await urge([one.instanceId]);
  const { results } = await urge([one.instanceId, two.instanceId]);
  expect(results.map(({ refused }) => refused?.code)).toEqual(['workflow.urge.too_soon', undefined]);
});

test('who is entrusted finds it in their to-dos, and who asked may still take it back', async () => {
  const { recordId, taskId, version } = await begun('委托');
  const [a, c] = [await scene.who('A'), await scene.who('C')];
  await a.ok(workflowApi.entrust, {
    params: { taskId },
    body: { version, person: c.id, reason: '出差', ...command() },
  });
  expect(await todo('C', { mark: 'asked' })).toMatchObject([{ recordId, askedBy: { id: a.id } }]);
  expect((await todo('A')).some((one) => one.recordId === recordId)).toBe(false);
  await a.ok(workflowApi.cancelEntrusted, { params: { taskId }, body: command() });
  expect((await todo('C', { mark: 'asked' })).length).toBe(0);
});

test('where the node demands it, a password or a code to the bound phone goes with the submission', async () => {
  const guarded = await scene.form('a:A end', 'start>a a>end', {
    change: (graph) =>
      Object.assign(
        graph.nodes.find((node) => node.id === 'a')!,
        { verification: 'either', signatureRequired: true },
      ),
  });
  const recordId = await scene.record(guarded);
  await scene.start(guarded, recordId);
  const a = await scene.who('A');
  const submit = (body: object) => scene.submit(guarded, recordId, 'A', body);
  const codeOf = async (answer: Promise<{ status: number; body: unknown }>) =>
    ((await answer).body as { code: string }).code;
  expect(await codeOf(submit({}))).toBe('workflow.verification.required');
  expect(await codeOf(submit({ verification: { way: 'password', password: 'not-it-1234' } }))).toBe(
    'identity.proof.wrong_password',
  );
  expect((await a.call(verificationApi.sendCode)).body).toMatchObject({ code: 'workflow.verification.no_phone' });
  await scene.server.platform.control
    .updateTable('identity.account')
    .set({ phone: '13800001111' })
    .where('id', '=', a.id)
    .execute();
  expect((await a.ok(pushApi.get)).sms).toBe('ready');
  // what was tried last did not go through
  await inControl(scene.server.platform.control, 'demo', (tx) =>
    tx
      .insertInto('platform.outbox')
      .values({
        space_id: 'demo',
        id: randomUUID(),
        kind: 'sms',
        recipient: '13900009999',
        subject: '',
        body_text: '',
        body_html: null,
        error: '503',
        tried_at: new Date(),
      })
      .execute(),
  );
  expect((await a.ok(pushApi.get)).sms).toBe('down');
  expect(await a.ok(verificationApi.sendCode)).toMatchObject({ phone: '138****1111', down: true });
  const [sms] = await inControl(scene.server.platform.control, 'demo', (tx) =>
    tx.selectFrom('platform.outbox').select('body_text').where('recipient', '=', '13800001111').execute(),
  );
  const code = /\d{6}/.exec(sms!.body_text)![0];
  expect(await codeOf(submit({ verification: { way: 'password', password: testPassword } }))).toBe(
    'workflow.task.signature_required',
  );
  expect(
    await codeOf(submit({ verification: { way: 'password', password: testPassword }, signature: randomUUID() })),
  ).toBe('workflow.signature.not_yours');
  const signature = await scene.sign('A');
  const task = await scene.task(guarded, recordId, 'A');
  const body = { ...command(), version: task.version, verification: { way: 'sms' as const, code }, signature };
  const first = await a.ok(workflowApi.submit, { params: { taskId: task.id }, body });
  // the code is spent, and the same command answers again all the same
  expect(await a.ok(workflowApi.submit, { params: { taskId: task.id }, body })).toEqual(first);
  expect(first.instance.state).toBe('finished');
  const initiator = await scene.who('I');
  expect((await initiator.call(filesApi.view, { params: { fileId: signature } })).status).toBe(200);
  expect((await (await scene.who('E')).call(filesApi.view, { params: { fileId: signature } })).status).toBe(404);
});

test('an agent approves several in the name of the other', async () => {
  const { recordId, taskId, version } = await begun('代办');
  const [a, agent] = [await scene.who('A'), await scene.who('E')];
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await a.ok(agentsApi.create, {
    body: { agentId: agent.id, startsAt: day(-1), endsAt: day(1), appIds: null, permissions: ['todo'] },
  });
  await expect
    .poll(async () => (await todo('E', { mark: 'onBehalf' })).some((one) => one.recordId === recordId))
    .toBe(true);
  const sent = await agent.fetch('/api/workflow/tasks/submissions', {
    method: 'POST',
    headers: { [onBehalfOfHeader]: a.id, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ taskId, version, ...command() }] }),
  });
  const { results } = (await sent.json()) as { results: unknown[] };
  expect(results).toEqual([{ id: taskId, refused: null }]);
  const history = await a.ok(workflowApi.history, { params: { formId, recordId } });
  expect(history.find(({ kind }) => kind === 'submitted')).toMatchObject({
    actor: { id: a.id },
    deputy: { id: agent.id },
  });
});

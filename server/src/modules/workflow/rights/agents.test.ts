import { randomUUID } from 'node:crypto';
import { agentPermissions, agentsApi, type AgentPermission } from '@formwork/contract/agents/api.ts';
import { onBehalfOfHeader, type Endpoint } from '@formwork/contract/endpoint.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { MyTask, ProcessView } from '@formwork/contract/workflow/process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../testing/server.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
let agent: Client;
let formId: string;
let appId: string;
let elsewhere: string;
beforeAll(async () => {
  scene = await openScene();
  agent = await scene.server.as('user7');
  formId = await scene.form('a:A end', 'start>a a>end');
  elsewhere = (await (await scene.server.as('admin')).ok(formsApi.createApp, { body: { title: { zh: '别处' } } })).id;
  appId = (await (await scene.who('I')).ok(recordsApi.plan, { params: { formId } })).appId;
});
afterAll(() => scene.server.stop());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A process that waits for A. */
async function waiting(): Promise<{ formId: string; recordId: string }> {
  const recordId = await scene.record(formId);
  await (
    await scene.who('I')
  ).ok(workflowApi.start, { params: { formId, recordId }, body: { commandId: randomUUID() } });
  return { formId, recordId };
}

async function handOver(permissions: AgentPermission[], changes: object = {}): Promise<string> {
  const principal = await scene.who('A');
  const before = await principal.ok(agentsApi.mine);
  await principal.ok(agentsApi.recycle, { body: { ids: [agent.id, ...before.map(({ id }) => id)] } });
  return (
    await principal.ok(agentsApi.create, {
      body: { agentId: agent.id, startsAt: day(-1), endsAt: day(1), appIds: null, permissions, ...changes },
    })
  ).id;
}

/** The agent's call on behalf of A. */
async function forA(
  endpoint: Endpoint<never, never, never, never>,
  params: Record<string, string>,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const headers = {
    [onBehalfOfHeader]: (await scene.who('A')).id,
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await agent.fetch(`/api${path}`, {
    method: endpoint.method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function taskOf(at: { formId: string; recordId: string }): Promise<MyTask> {
  return ((await forA(workflowApi.process as never, at)).body as ProcessView).myTasks[0]!;
}

describe('an agent', () => {
  test('finds the to-dos of the one they act for, and handles them on their behalf', async () => {
    await handOver(['todo']);
    const at = await waiting();
    const { items } = await agent.ok(workflowApi.todo, {});
    expect(items.find((item) => item.recordId === at.recordId)).toMatchObject({ onBehalfOf: { name: 'user2 先生' } });
    expect((await agent.ok(workflowApi.counts)).todo).toBeGreaterThan(0);
    expect((await agent.call(recordsApi.get, { params: at })).status).toBe(404);
    const task = await taskOf(at);
    expect(
      (
        await forA(
          workflowApi.submit as never,
          { taskId: task.id },
          { commandId: randomUUID(), version: task.version, comment: '代为同意' },
        )
      ).body,
    ).toMatchObject({ instance: { state: 'finished' } });
    const history = await (await scene.who('A')).ok(workflowApi.history, { params: at });
    expect(history.find((event) => event.kind === 'submitted')).toMatchObject({
      actor: { name: 'user2 先生' },
      deputy: { name: 'user7 先生' },
      comment: '代为同意',
    });
    const { nodes } = await (await scene.who('A')).ok(workflowApi.process, { params: at });
    expect(
      nodes.flatMap(({ tasks }) =>
        tasks.flatMap(({ actors }) => actors.map(({ person, deputy }) => [person.name, deputy?.name])),
      ),
    ).toEqual([
      ['user 先生', undefined],
      ['user2 先生', 'user7 先生'],
    ]);
    expect((await agent.ok(workflowApi.todo, {})).items.some((item) => item.recordId === at.recordId)).toBe(false);
    // both find it among what was handled, and each who the other was
    const handledBy = async (person: Client) =>
      (await person.ok(workflowApi.handled, {})).items.filter((item) => item.recordId === at.recordId);
    expect(await handledBy(agent)).toMatchObject([{ onBehalfOf: { name: 'user2 先生' }, deputy: null }]);
    expect(await handledBy(await scene.who('A'))).toMatchObject([{ onBehalfOf: null, deputy: { name: 'user7 先生' } }]);
    expect((await agent.ok(workflowApi.counts)).handled).toBe(1);
    // who began it is told who did it, and for whom
    const told = async () =>
      (await (await scene.who('I')).ok(messagesApi.list)).rows.find(
        (message) => message.recordId === at.recordId && message.kind === 'finished',
      );
    await expect.poll(told).toMatchObject({ by: 'user2 先生', deputy: 'user7 先生' });
  });

  test('has nothing once the delegation is recycled', async () => {
    const id = await handOver(['todo']);
    const at = await waiting();
    const task = await taskOf(at);
    await (await scene.who('A')).ok(agentsApi.recycle, { body: { ids: [id] } });
    expect((await agent.ok(workflowApi.todo, {})).items).toEqual([]);
    expect(
      (await forA(workflowApi.submit as never, { taskId: task.id }, { commandId: randomUUID(), version: task.version }))
        .body,
    ).toMatchObject({ code: 'agents.not_agent' });
  });

  test('has what waited before only when that was handed over', async () => {
    const at = await waiting();
    await handOver(['todo'], { startsAt: day(0) });
    expect((await agent.ok(workflowApi.todo, {})).items.some((item) => item.recordId === at.recordId)).toBe(false);
    const task = (await (await scene.who('A')).ok(workflowApi.process, { params: at })).myTasks[0]!;
    expect(
      (await forA(workflowApi.submit as never, { taskId: task.id }, { commandId: randomUUID(), version: task.version }))
        .body,
    ).toMatchObject({ code: 'agents.out_of_scope' });
    await handOver(['existingTodo'], { startsAt: day(0) });
    expect((await agent.ok(workflowApi.todo, {})).items.some((item) => item.recordId === at.recordId)).toBe(true);
  });

  test('returns, makes and edits only with the permission for it', async () => {
    await handOver(['todo']);
    const at = await waiting();
    const task = await taskOf(at);
    const back = { commandId: randomUUID(), version: task.version, node: 'start', reason: '重填' };
    expect((await forA(workflowApi.returnTask as never, { taskId: task.id }, back)).body).toMatchObject({
      code: 'agents.not_agent',
    });
    expect((await forA(recordsApi.create as never, { formId }, { values: {} })).body).toMatchObject({
      code: 'agents.not_agent',
    });
    expect((await forA(recordsApi.update as never, at, { expectedVersion: 1, values: {} })).body).toMatchObject({
      code: 'agents.not_agent',
    });
    await handOver(['return', 'create']);
    expect(
      (await forA(workflowApi.returnTask as never, { taskId: task.id }, { ...back, commandId: randomUUID() })).status,
    ).toBe(200);
  });

  test('stays within the applications that were handed over', async () => {
    await handOver(['todo'], { appIds: [elsewhere] });
    const at = await waiting();
    expect((await agent.ok(workflowApi.todo, {})).items.some((item) => item.recordId === at.recordId)).toBe(false);
    expect((await forA(workflowApi.process as never, at)).body).toMatchObject({ code: 'agents.out_of_scope' });
    expect((await forA(recordsApi.get as never, at)).body).toMatchObject({ code: 'agents.out_of_scope' });
    await handOver(['todo'], { appIds: [appId] });
    expect((await forA(recordsApi.get as never, at)).status).toBe(200);
  });

  test('calls nothing else for somebody, and nobody calls for strangers', async () => {
    await handOver(['todo', 'existingTodo', 'create', 'edit', 'return']);
    for (const endpoint of [identityApi.me, recordsApi.remove, agentsApi.mine])
      expect((await forA(endpoint as never, { formId, recordId: randomUUID() })).body).toMatchObject({
        code: 'agents.not_agent',
      });
    const other = await scene.who('B');
    const answer = await other.fetch(`/api/records/${formId}`, {
      headers: { [onBehalfOfHeader]: (await scene.who('A')).id },
    });
    expect(answer.status).toBe(403);
  });

  test('is named by the events of what they do', async () => {
    await handOver(['todo']);
    const at = await waiting();
    const task = await taskOf(at);
    await forA(workflowApi.submit as never, { taskId: task.id }, { commandId: randomUUID(), version: task.version });
    const { rows } = await scene.server.platform.owner.query<{ data: { deputy?: string } }>(
      `select data from space_demo.event where type = 'workflow.instance.submitted' order by at desc limit 1`,
    );
    expect(rows[0]!.data.deputy).toBe(agent.id);
  });

  test('is named by the history of a record beside the one they act for', async () => {
    const principal = await scene.who('I');
    await principal.ok(agentsApi.create, {
      body: { agentId: agent.id, startsAt: day(-1), endsAt: day(1), appIds: null, permissions: ['create', 'edit'] },
    });
    const asAgent = async (path: string, method: string, body: object) => {
      const answer = await agent.fetch(`/api/records/${formId}${path}`, {
        method,
        headers: { [onBehalfOfHeader]: principal.id, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { id: string }).id;
    };
    const recordId = await asAgent('', 'POST', { values: { name: '代建' } });
    await asAgent(`/${recordId}`, 'PATCH', { expectedVersion: 1, values: { name: '代改' } });
    await principal.ok(recordsApi.update, {
      params: { formId, recordId },
      body: { expectedVersion: 2, values: { name: '自改' } },
    });
    const { entries } = await principal.ok(recordsApi.history, { params: { formId, recordId } });
    expect(entries.map(({ actor, deputy }) => [actor, deputy])).toEqual([
      [principal.id, null],
      [principal.id, agent.id],
      [principal.id, agent.id],
    ]);
  });
});

describe('what was handed over, every combination against every act', () => {
  // everything but the version fits: an act that is let through is refused as out of date, and changes nothing
  const acts = {
    'submit a new to-do': { needs: ['todo'] },
    'submit one that waited': { needs: ['existingTodo'] },
    'return a new to-do': { needs: ['return'] },
    'return one that waited': { needs: ['return'] },
    'make a record': { needs: ['create'] },
    'edit a record': { needs: ['edit'] },
    'see the record': { needs: agentPermissions },
  } satisfies Record<string, { needs: readonly AgentPermission[] }>;
  const combinations = Array.from({ length: 2 ** agentPermissions.length - 1 }, (_, n) =>
    agentPermissions.filter((_permission, bit) => ((n + 1) >> bit) & 1),
  );
  let earlier: { formId: string; recordId: string };
  let later: { formId: string; recordId: string };
  let since: string;
  let tasks: { earlier: string; later: string };
  beforeAll(async () => {
    earlier = await waiting();
    await new Promise((resolve) => setTimeout(resolve, 5));
    since = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    later = await waiting();
    const taskAt = async (at: { formId: string; recordId: string }) =>
      (await (await scene.who('A')).ok(workflowApi.process, { params: at })).myTasks[0]!.id;
    tasks = { earlier: await taskAt(earlier), later: await taskAt(later) };
  });

  test.each(combinations.map((permissions) => [permissions.join(', '), permissions] as const))(
    '%s',
    async (_name, permissions) => {
      await handOver([...permissions], { startsAt: since });
      const onTask = (endpoint: unknown, taskId: string) =>
        forA(
          endpoint as never,
          { taskId },
          {
            commandId: randomUUID(),
            version: 99,
            ...(endpoint === workflowApi.returnTask && { node: 'start', reason: '重填' }),
          },
        );
      const answers: Record<keyof typeof acts, { status: number; body: unknown }> = {
        'submit a new to-do': await onTask(workflowApi.submit, tasks.later),
        'submit one that waited': await onTask(workflowApi.submit, tasks.earlier),
        'return a new to-do': await onTask(workflowApi.returnTask, tasks.later),
        'return one that waited': await onTask(workflowApi.returnTask, tasks.earlier),
        'make a record': await forA(recordsApi.create as never, { formId }, { values: { name: 7 } }),
        'edit a record': await forA(recordsApi.update as never, later, { expectedVersion: 99, values: {} }),
        'see the record': await forA(recordsApi.get as never, later),
      };
      for (const [act, { needs }] of Object.entries(acts)) {
        const { status, body } = answers[act as keyof typeof acts];
        const refused = ['agents.not_agent', 'agents.out_of_scope'].includes((body as { code?: string }).code ?? '');
        expect([act, refused, status]).toEqual([act, !needs.some((need) => permissions.includes(need)), status]);
      }
      // the page offers what is let through, and nothing else
      for (const [at, handles] of [
        [later, 'todo'],
        [earlier, 'existingTodo'],
      ] as const) {
        const view = (await forA(workflowApi.process as never, at)).body as ProcessView;
        const [task] = view.myTasks;
        expect([task?.submits ?? false, task?.buttons ?? []]).toEqual([
          permissions.includes(handles),
          permissions.includes('return') && task ? ['return'] : [],
        ]);
        expect(task !== undefined).toBe(permissions.includes(handles) || permissions.includes('return'));
        expect(Object.values(view.can)).not.toContain(true);
      }
    },
  );

  test("a record of one's own, too, offers an agent what was handed over", async () => {
    const principal = await scene.who('I');
    const { id: recordId } = await principal.ok(recordsApi.create, {
      params: { formId },
      body: { values: { name: '甲' } },
    });
    const mine = (await principal.ok(recordsApi.get, { params: { formId, recordId } })).can;
    expect(mine.edit).toBe(true);
    const read = async (path: string): Promise<unknown> =>
      (await agent.fetch(`/api/records/${formId}${path}`, { headers: { [onBehalfOfHeader]: principal.id } })).json();
    for (const permissions of combinations) {
      await principal.ok(agentsApi.recycle, {
        body: { ids: (await principal.ok(agentsApi.mine)).map(({ id }) => id) },
      });
      await principal.ok(agentsApi.create, {
        body: { agentId: agent.id, startsAt: day(-1), endsAt: day(1), appIds: null, permissions },
      });
      const { can } = (await read(`/${recordId}`)) as FormRecord;
      expect([permissions, can]).toEqual([
        permissions,
        { edit: permissions.includes('edit'), delete: false, share: false, transfer: false },
      ]);
      const { can: onForm } = (await read('/plan')) as PersonalPlan;
      expect([permissions, onForm.create, onForm.edit]).toEqual([
        permissions,
        permissions.includes('create'),
        permissions.includes('edit'),
      ]);
      expect([onForm.delete, onForm.import, onForm.export, onForm.print, onForm.batch]).not.toContain(true);
    }
  });

  test('an application that does not exist is refused at its field', async () => {
    const answer = await (
      await scene.who('A')
    ).call(agentsApi.create, {
      body: { agentId: agent.id, startsAt: day(-1), endsAt: day(1), appIds: [appId, 'nowhere'], permissions: ['todo'] },
    });
    expect([answer.status, (answer.body as unknown as { fields: unknown[] }).fields]).toEqual([
      422,
      [{ path: 'appIds', code: 'agents.delegation.no_app' }],
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { openScene, type Letter, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

const command = <T extends object>(more: T): T & { commandId: string } => ({ commandId: randomUUID(), ...more });
const reason = (text: string) => command({ reason: text });

/** A started process; `open` tells who may act where. */
async function started(nodes: string, edges: string, options: Parameters<Scene['form']>[2] = {}) {
  const formId = await scene.form(nodes, edges, options);
  const recordId = await scene.record(formId);
  await scene.start(formId, recordId);
  const { instance } = await scene.process(formId, recordId);
  return {
    formId,
    recordId,
    at: { params: { formId, recordId } },
    instance: { params: { instanceId: instance!.id } },
    open: async () =>
      (await scene.process(formId, recordId)).nodes
        .flatMap((node) => node.tasks)
        .filter((task) => task.state === 'open')
        .map(
          (task) =>
            `${task.node}:${task.actors
              .filter((actor) => actor.state === 'pending')
              .map((actor) => actor.person.name.split(' ')[0])
              .join('+')}`,
        ),
    can: async (letter: Letter) => (await scene.process(formId, recordId, letter)).can,
  };
}

describe('actions on a task', () => {
  test('transfer: the other one has it, I can still read; whoever has a part is refused', async () => {
    const { formId, recordId, open, at } = await started('a:AB end', 'start>a a>end', {
      signing: { a: { way: 'all' } },
    });
    const [a, b, c] = [await scene.who('A'), await scene.who('B'), await scene.who('C')];
    const task = await scene.task(formId, recordId, 'A');
    const to = (person: string) => ({
      params: { taskId: task.id },
      body: command({ version: task.version, person, reason: '出差' }),
    });
    expect(codeOf(await a.call(workflowApi.transfer, to(b.id)))).toBe('workflow.task.already_signer');
    expect(codeOf(await a.call(workflowApi.transfer, to(randomUUID())))).toBe('workflow.person.not_found');
    await a.ok(workflowApi.transfer, to(c.id));
    expect(await open()).toEqual(['a:user4+user3']);
    expect((await a.ok(recordsApi.get, at)).id).toBe(recordId);
    expect(
      codeOf(
        await b.call(workflowApi.submit, { params: { taskId: task.id }, body: command({ version: task.version }) }),
      ),
    ).toBe('workflow.task.stale');
    expect((await scene.submit(formId, recordId, 'C')).status).toBe(200);
  });

  test('signers before, after and beside', async () => {
    const { formId, recordId, open } = await started('a:A b:B end', 'start>a a>b b>end');
    const add = async (letter: Letter, person: Letter, place: 'before' | 'after' | 'beside') => {
      const task = await scene.task(formId, recordId, letter);
      return (await scene.who(letter)).ok(workflowApi.addSigners, {
        params: { taskId: task.id },
        body: command({ version: task.version, persons: [(await scene.who(person)).id], place }),
      });
    };
    await add('A', 'C', 'before');
    expect(await open()).toEqual(['a:user4']);
    await scene.submit(formId, recordId, 'C');
    await add('A', 'D', 'after');
    await scene.submit(formId, recordId, 'A');
    expect(await open()).toEqual(['a:user5']);
    await scene.submit(formId, recordId, 'D');
    expect(await open()).toEqual(['b:user3']);
  });

  test('return needs a reason of at most 60 characters and a node behind it', async () => {
    const { formId, recordId, open } = await started('a:A b:B end', 'start>a a>b b>end');
    await scene.submit(formId, recordId, 'A');
    const b = await scene.who('B');
    const task = await scene.task(formId, recordId, 'B');
    expect(task.returnTargets.map((target) => target.node)).toEqual(['start', 'a']);
    const back = (node: string, text: string, mode?: 'again' | 'back') =>
      b.call(workflowApi.returnTask, {
        params: { taskId: task.id },
        body: command({ version: task.version, node, reason: text, ...(mode && { mode }) }),
      });
    expect((await back('a', '')).status).toBe(422);
    expect((await back('a', '长'.repeat(61))).status).toBe(422);
    expect(codeOf(await back('end', 'x'))).toBe('workflow.task.not_returnable');
    expect((await back('a', '长'.repeat(60), 'back')).status).toBe(200);
    await scene.submit(formId, recordId, 'A');
    expect(await open()).toEqual(['b:user3']);
  });

  test('retrieve brings it back until somebody has acted', async () => {
    const { formId, recordId, open, can, instance } = await started('a:A b:B end', 'start>a a>b b>end');
    await scene.submit(formId, recordId, 'A');
    const { retrievable } = await scene.process(formId, recordId, 'A');
    await (await scene.who('A')).ok(workflowApi.retrieve, { ...instance, body: command({ taskId: retrievable! }) });
    expect(await open()).toEqual(['a:user2']);
    await scene.submit(formId, recordId, 'A');
    await scene.submit(formId, recordId, 'B');
    expect(await can('A')).toMatchObject({ retrieve: false });
  });

  test('comment, signature and fields that the node requires', async () => {
    const { formId, recordId, at } = await started('a:A b:B end', 'start>a a>b b>end', {
      change: (graph) => {
        const node = graph.nodes.find((one) => one.id === 'a');
        if (node?.kind === 'approve')
          Object.assign(node, { commentRequired: true, signatureRequired: true, fields: { remark: 'required' } });
      },
    });
    expect((await scene.task(formId, recordId, 'A')).rights).toMatchObject({
      fields: { remark: 'required' },
      otherFields: 'read',
    });
    const signature = await scene.sign('A');
    expect(codeOf(await scene.submit(formId, recordId, 'A', { signature, comment: '好' }))).toBe(
      'records.record.invalid',
    );
    const values = { remark: '已检查' };
    expect(codeOf(await scene.submit(formId, recordId, 'A', { values, signature }))).toBe(
      'workflow.task.comment_required',
    );
    expect(codeOf(await scene.submit(formId, recordId, 'A', { values, comment: '好' }))).toBe(
      'workflow.task.signature_required',
    );
    const other = await scene.submit(formId, recordId, 'A', {
      values: { ...values, name: '改名' },
      comment: '好',
      signature,
    });
    expect([other.status, (other.body as { fields?: { path: string }[] }).fields?.map((field) => field.path)]).toEqual([
      422,
      ['name'],
    ]);
    const { version } = await (await scene.who('I')).ok(recordsApi.get, at);
    expect(
      codeOf(
        await scene.submit(formId, recordId, 'A', { values, comment: '好', signature, recordVersion: version - 1 }),
      ),
    ).toBe('records.record.version_conflict');
    expect(
      (await scene.submit(formId, recordId, 'A', { values, comment: '好', signature, recordVersion: version })).body,
    ).toMatchObject({ recordVersion: version + 1 });
  });

  test('a draft of a task saves values and moves nothing', async () => {
    const { formId, recordId, open, at } = await started('a:A end', 'start>a a>end', {
      change: (graph) => {
        const node = graph.nodes.find((one) => one.id === 'a');
        if (node?.kind === 'approve') node.fields = { remark: 'edit' };
      },
    });
    const task = await scene.task(formId, recordId, 'A');
    await (
      await scene.who('A')
    ).ok(workflowApi.saveTaskDraft, {
      params: { taskId: task.id },
      body: command({ version: task.version, values: { remark: '待定' } }),
    });
    expect((await (await scene.who('I')).ok(recordsApi.get, at)).values.remark).toBe('待定');
    expect(await open()).toEqual(['a:user2']);
  });

  test('asks for what cannot be decided, and follows the answer', async () => {
    const { formId, recordId, at, open } = await started('a:A b:? end', 'start>a a>b b>end');
    const task = await scene.task(formId, recordId, 'A');
    const preview = await (await scene.who('A')).ok(workflowApi.preview, { ...at, body: { taskId: task.id } });
    expect(preview).toMatchObject({ lastStep: false, asks: [{ kind: 'executors', node: 'b' }], answered: [] });
    // an answer may still be changed: more people, or another order
    const chosen = { b: [(await scene.who('D')).id] };
    expect(
      await (await scene.who('A')).ok(workflowApi.preview, { ...at, body: { taskId: task.id, executors: chosen } }),
    ).toMatchObject({
      next: [{ node: 'b', executors: [{ name: 'user5 先生' }] }],
      asks: [],
      answered: [{ kind: 'executors', node: 'b', signing: { way: 'any' } }],
    });
    expect(codeOf(await scene.submit(formId, recordId, 'A'))).toBe('workflow.executor.choose');
    await scene.submit(formId, recordId, 'A', { executors: { b: [(await scene.who('C')).id] } });
    expect(await open()).toEqual(['b:user4']);
  });
});

describe('actions on a process', () => {
  test('CC: whoever gets a copy reads, comments, and marks it as read', async () => {
    const { instance, at, formId, recordId } = await started('a:A end', 'start>a a>end');
    const [initiator, s] = [await scene.who('I'), await scene.who('S')];
    expect((await s.call(workflowApi.process, at)).status).toBe(404);
    expect(
      (
        await initiator.call(workflowApi.cc, {
          ...instance,
          body: command({ persons: [s.id], message: '长'.repeat(61) }),
        })
      ).status,
    ).toBe(422);
    await initiator.ok(workflowApi.cc, { ...instance, body: command({ persons: [s.id], message: '请知悉' }) });
    const { items } = await s.ok(workflowApi.copies, {});
    expect(items).toMatchObject([{ recordId, message: '请知悉', from: { name: 'user 先生' }, readAt: null }]);
    expect(await s.ok(workflowApi.counts, {})).toMatchObject({ copies: 1, unreadCopies: 1 });
    await s.ok(workflowApi.readCopy, { params: { copyId: items[0]!.copyId } });
    expect(await s.ok(workflowApi.counts, {})).toMatchObject({ unreadCopies: 0 });
    expect(codeOf(await initiator.call(workflowApi.readCopy, { params: { copyId: items[0]!.copyId } }))).toBe(
      'workflow.copy.not_found',
    );
    await s.ok(workflowApi.comment, { ...instance, body: command({ comment: '收到' }) });
    expect((await s.ok(workflowApi.history, at)).at(-1)).toMatchObject({ kind: 'commented', comment: '收到' });
    expect(codeOf(await s.call(workflowApi.urge, { ...instance, body: command({}) }))).toBe(
      'workflow.task.action_not_offered',
    );
    expect(formId).toBeTruthy();
  });

  test('urge reaches the executors and is limited', async () => {
    const { instance, recordId } = await started('a:A end', 'start>a a>end');
    const initiator = await scene.who('I');
    await initiator.ok(workflowApi.urge, { ...instance, body: command({ message: '请尽快' }) });
    const again = await initiator.call(workflowApi.urge, { ...instance, body: command({}) });
    expect([again.status, codeOf(again), (again.body as unknown as { data: object }).data]).toEqual([
      429,
      'workflow.urge.too_soon',
      { minutes: 30 },
    ]);
    const { items } = await (await scene.who('A')).ok(workflowApi.todo, {});
    expect(items.find((item) => item.recordId === recordId)?.urgedAt).toBeTruthy();
  });

  test('interrupt stops it for all, recover lets it go on, invalidate ends it and marks the record', async () => {
    const { instance, formId, recordId, at, can } = await started('a:A b:B end', 'start>a a>b b>end');
    const [admin, initiator, a] = [await scene.who('ADMIN'), await scene.who('I'), await scene.who('A')];
    expect(codeOf(await initiator.call(workflowApi.interrupt, { ...instance, body: reason('停') }))).toBe(
      'workflow.task.action_not_offered',
    );
    const task = await scene.task(formId, recordId, 'A');
    await admin.ok(workflowApi.interrupt, { ...instance, body: reason('停') });
    expect((await a.ok(workflowApi.todo, {})).items.filter((item) => item.recordId === recordId)).toEqual([]);
    expect(
      codeOf(
        await a.call(workflowApi.submit, { params: { taskId: task.id }, body: command({ version: task.version }) }),
      ),
    ).toBe('workflow.instance.not_processing');
    expect((await initiator.ok(recordsApi.get, at)).values._processState).toBe('interrupted');
    expect(await can('ADMIN')).toMatchObject({ recover: true, interrupt: false });
    await admin.ok(workflowApi.recover, { ...instance, body: reason('继续') });
    expect(codeOf(await admin.call(workflowApi.recover, { ...instance, body: reason('继续') }))).toBe(
      'workflow.instance.not_interrupted',
    );
    await scene.submit(formId, recordId, 'A');
    await admin.ok(workflowApi.invalidate, { ...instance, body: reason('作废') });
    expect((await initiator.ok(recordsApi.get, at)).values._processState).toBe('invalid');
    expect(
      (await (await scene.who('B')).ok(workflowApi.todo, {})).items.filter((item) => item.recordId === recordId),
    ).toEqual([]);
    expect(await can('I')).toMatchObject({ start: true });
    await scene.start(formId, recordId);
  });
});

describe('lists', () => {
  test('page by page, searched, without doubles', async () => {
    const formId = await scene.form('a:D end', 'start>a a>end');
    const wanted: string[] = [];
    for (let n = 0; n < 7; n++) {
      const recordId = await scene.record(formId, { name: `分页 ${n}` });
      await scene.start(formId, recordId);
      wanted.unshift(recordId);
    }
    const d = await scene.who('D');
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await d.ok(workflowApi.todo, { query: { limit: 3, formId, ...(after && { after }) } });
      found.push(...page.items.map((item) => item.recordId));
      after = page.next ?? undefined;
    } while (after);
    expect(found).toEqual(wanted);
    expect((await d.ok(workflowApi.todo, { query: { search: '分页 3' } })).items).toHaveLength(1);
    expect((await d.ok(workflowApi.todo, { query: { search: '%' } })).items).toHaveLength(0);
    expect((await d.call(workflowApi.todo, { query: { after: 'nonsense' } })).status).toBe(422);
  });
});

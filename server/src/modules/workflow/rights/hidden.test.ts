import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import type { FileView } from '@formwork/contract/files/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph, TaskNode } from '@formwork/contract/workflow/graph.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type Answer, type Client } from '../../../testing/server.ts';
import { openScene, type Letter, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.server.stop());

/** What the node hides: the amount only where it is a number by itself, ids and times have the same digits now and then. */
const hiddenValues = /plum|150\.5|(?<![\w.-])301(?![\w-])|paper\.txt/;
const fieldsOf = (answer: Answer) => (answer.body as { fields?: unknown[] } | null)?.fields;
const command = <T extends object>(more: T): T & { commandId: string } => ({ commandId: randomUUID(), ...more });
const node = (graph: ProcessGraph, id: string) => graph.nodes.find((one) => one.id === id) as TaskNode;

/** Node `a` hides a text, a file field and the price of the slave rows; `b` hides another text alone. */
function hiding(graph: ProcessGraph): void {
  Object.assign(node(graph, 'a'), {
    fields: { secret: 'hidden', papers: 'hidden', total: 'hidden' },
    slaves: { actions: { access: 'read', add: false, remove: false, fields: { price: 'hidden', amount: 'hidden' } } },
  });
  Object.assign(node(graph, 'b'), { fields: { remark: 'hidden', secret: 'hidden' } });
}

async function upload(client: Client, name: string): Promise<FileView> {
  const form = new FormData();
  form.append('files', new File(['a'], name));
  const response = await client.fetch('/api/files', { method: 'POST', body: form });
  return ((await response.json()) as FileView[])[0]!;
}

/** A started process on a form of its own, with everything filled in. */
async function started(nodes = 'a:AB b:BC end', change: (graph: ProcessGraph) => void = hiding) {
  const formId = await scene.form(nodes, 'start>a a>b b>end', { change });
  const initiator = await scene.who('I');
  const file = await upload(initiator, 'paper.txt');
  const make = async (name: string, secret: string) => {
    const values = {
      name,
      secret,
      remark: `remark of ${name}`,
      papers: secret === '' ? null : [{ id: file.id, name: file.name, size: file.size, type: file.type }],
    };
    const { id } = await initiator.ok(recordsApi.create, {
      params: { formId },
      body: { values, slaves: { actions: [{ values: { item: '轴承', qty: 2, price: '150.5' } }] } },
    });
    await scene.start(formId, id);
    return id;
  };
  return { formId, file, make };
}

test('a preview attaches no file, a submission does', async () => {
  const { formId, make } = await started('a:A b:BC end', (graph) => {
    node(graph, 'a').fields = { papers: 'edit' };
  });
  const recordId = await make('one', '');
  const at = { params: { formId, recordId } };
  const [a, owner] = [await scene.who('A'), await scene.who('I')];
  const file = await upload(a, 'mine.txt');
  const values = { papers: [{ id: file.id, name: file.name, size: file.size, type: file.type }] };
  const task = await scene.task(formId, recordId, 'A');
  const opened = async () => (await owner.call(filesApi.open, { params: { fileId: file.id } })).status;
  await a.ok(workflowApi.preview, { ...at, body: { taskId: task.id, values } });
  expect(await opened()).toBe(404);
  expect((await a.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(200);
  await a.ok(workflowApi.submit, { params: { taskId: task.id }, body: command({ version: task.version, values }) });
  expect(await opened()).toBe(200);
});

describe('what a node hides', () => {
  test('is in no answer for its executors, and in all of them for people with a rule of the form', async () => {
    const { formId, file, make } = await started();
    const recordId = await make('one', 'plum');
    const at = { params: { formId, recordId } };
    const [a, owner, admin] = await Promise.all([scene.who('A'), scene.who('I'), scene.who('ADMIN')]);

    for (const client of [owner, admin]) {
      const whole = await client.ok(recordsApi.get, at);
      expect(whole.values).toMatchObject({ name: 'one', secret: 'plum', total: 301, papers: [{ id: file.id }] });
      expect(whole.slaves.actions![0]!.values).toMatchObject({ price: 150.5, amount: 301 });
      expect(whole).not.toHaveProperty('hidden');
      expect((await client.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(200);
    }
    const masked = await a.ok(recordsApi.get, at);
    expect(masked.values).toMatchObject({
      name: 'one',
      remark: 'remark of one',
      secret: null,
      papers: null,
      total: null,
    });
    expect(masked.slaves.actions![0]!.values).toEqual({ item: '轴承', qty: 2, price: null, amount: null });
    expect(masked.hidden?.sort()).toEqual(['actions.amount', 'actions.price', 'papers', 'secret', 'total']);
    expect((await a.call(filesApi.open, { params: { fileId: file.id } })).status).toBe(404);

    const history = await a.ok(recordsApi.history, at);
    expect(history.entries.map(({ kind }) => kind)).toEqual(
      (await owner.ok(recordsApi.history, at)).entries.map(({ kind }) => kind),
    );
    const evaluated = await a.ok(recordsApi.evaluate, { params: { formId }, body: { values: { name: 'one' } } });
    const everything = [
      masked,
      history,
      evaluated,
      await a.ok(recordsApi.list, { params: { formId } }),
      await a.ok(recordsApi.plan, { params: { formId } }),
      await a.ok(workflowApi.process, at),
      await a.ok(workflowApi.history, at),
      await a.ok(workflowApi.todo, {}),
    ]
      .map((answer) => JSON.stringify(answer))
      .join();
    expect(everything).not.toMatch(hiddenValues);
    expect(JSON.stringify(await owner.ok(recordsApi.history, at))).toMatch(/plum/);
  });

  test('is hidden in histories of changes to slave rows too', async () => {
    const { formId, make } = await started();
    const recordId = await make('one', 'plum');
    const at = { params: { formId, recordId } };
    const [a, owner] = [await scene.who('A'), await scene.who('I')];
    const task = await scene.task(formId, recordId, 'A');
    await a.ok(workflowApi.returnTask, {
      params: { taskId: task.id },
      body: command({ version: task.version, node: 'start', reason: 'x' }),
    });
    const { slaves } = await owner.ok(recordsApi.get, at);
    expect(
      (
        await scene.submit(formId, recordId, 'I', {
          values: { secret: 'pear' },
          slaves: { actions: [{ id: slaves.actions![0]!.id, values: { price: '99.5', qty: 3 } }] },
        })
      ).status,
    ).toBe(200);
    const [entry] = (await a.ok(recordsApi.history, at)).entries;
    expect(entry).toMatchObject({
      kind: 'process',
      changes: [],
      slaves: [{ table: 'actions', changes: [{ field: 'qty', before: 2, after: 3 }] }],
    });
    expect((await owner.ok(recordsApi.history, at)).entries[0]!.changes.map(({ field }) => field).sort()).toEqual([
      'secret',
      'total',
    ]);
  });

  test('is not told by filters, searches, sorting, cursors or counts', async () => {
    const { formId, make } = await started();
    for (const [name, secret] of [
      ['one', 'plum'],
      ['two', 'apple'],
      ['three', 'zucchini'],
    ] as const)
      await make(name, secret);
    const [a, owner] = [await scene.who('A'), await scene.who('I')];
    const names = async (client: Client, query: object) =>
      (await client.ok(recordsApi.list, { params: { formId }, query })).rows.map(({ values }) => values.name);
    const where = (field: string, operator: string, value?: unknown) => ({
      filter: JSON.stringify({ field, operator, value }),
    });

    expect(await names(owner, where('secret', 'eq', 'plum'))).toEqual(['one']);
    expect(await names(owner, { sort: 'secret' })).toEqual(['two', 'one', 'three']);
    expect(await names(owner, { search: 'zucc' })).toEqual(['three']);
    for (const query of [
      where('secret', 'eq', 'plum'),
      where('secret', 'contains', 'u'),
      where('total', 'gt', 1),
      where('secret', 'notEmpty'),
      { search: 'zucc' },
    ]) {
      expect(await names(a, query)).toEqual([]);
      expect(await a.ok(recordsApi.count, { params: { formId }, query })).toEqual({ total: 0, estimated: false });
    }
    expect(await names(a, where('secret', 'ne', 'plum'))).toEqual(['three', 'two', 'one']);
    expect(await names(a, where('secret', 'isEmpty'))).toEqual(['three', 'two', 'one']);
    // hidden values are empty: the order is that of creation
    expect(await names(a, { sort: 'secret' })).toEqual(['one', 'two', 'three']);
    expect(await names(a, { sort: '-secret' })).toEqual(['three', 'two', 'one']);
    expect(await names(a, where('name', 'eq', 'two'))).toEqual(['two']);

    const first = await a.ok(recordsApi.list, {
      params: { formId },
      query: { sort: '-secret', limit: 1, withTotal: true },
    });
    expect(first.total).toBe(3);
    expect(Buffer.from(first.next!, 'base64url').toString()).not.toMatch(/plum|apple|zucchini/);
    const forged = Buffer.from(JSON.stringify(['secret', true, ['b'], first.rows[0]!.id])).toString('base64url');
    expect(await names(a, { sort: 'secret', cursor: forged })).toEqual(['one', 'two', 'three']);
    const rest = await a.ok(recordsApi.list, {
      params: { formId },
      query: { sort: '-secret', cursor: first.next!, limit: 5 },
    });
    expect(rest.rows.map(({ values }) => values.name)).toEqual(['two', 'one']);
  });

  test('is shown by another node of the same person, and by a rule given later', async () => {
    const { formId, make } = await started();
    const recordId = await make('one', 'plum');
    const at = { params: { formId, recordId } };
    const b = await scene.who('B');
    expect((await b.ok(recordsApi.get, at)).values).toMatchObject({
      remark: 'remark of one',
      total: null,
      secret: null,
    });
    expect((await scene.submit(formId, recordId, 'A')).status).toBe(200);
    expect((await b.ok(recordsApi.get, at)).values).toMatchObject({
      remark: 'remark of one',
      total: 301,
      secret: null,
    });
    expect((await (await scene.who('C')).ok(recordsApi.get, at)).values).toMatchObject({
      remark: null,
      total: 301,
      secret: null,
    });
    expect((await (await scene.who('A')).ok(recordsApi.get, at)).values).toMatchObject({ total: null });
  });

  test('is not told to readers of a copy by somebody who does not see it', async () => {
    const { formId, make } = await started();
    const recordId = await make('one', 'plum');
    const at = { params: { formId, recordId } };
    const instance = { params: { instanceId: (await scene.process(formId, recordId)).instance!.id } };
    const [a, owner] = [await scene.who('A'), await scene.who('I')];
    const [reader, friend] = await Promise.all((['D', 'E'] as Letter[]).map((letter) => scene.who(letter)));
    await a.ok(workflowApi.cc, { ...instance, body: command({ persons: [reader!.id, a.id] }) });
    await owner.ok(workflowApi.cc, { ...instance, body: command({ persons: [friend!.id] }) });
    for (const client of [reader!, a])
      expect((await client.ok(recordsApi.get, at)).values).toMatchObject({ remark: 'remark of one', secret: null });
    expect((await friend!.ok(recordsApi.get, at)).values).toMatchObject({ secret: 'plum' });
    await owner.ok(workflowApi.cc, { ...instance, body: command({ persons: [reader!.id] }) });
    expect((await reader!.ok(recordsApi.get, at)).values).toMatchObject({ secret: 'plum' });
  });

  test('cannot be found out by guessing it in a submission, a draft or a preview', async () => {
    const { formId, make } = await started('a:A b:BC end', (graph) => {
      hiding(graph);
      node(graph, 'a').slaves.actions = {
        access: 'edit',
        add: true,
        remove: true,
        fields: { price: 'hidden', amount: 'hidden' },
      };
    });
    const recordId = await make('one', 'plum');
    const at = { params: { formId, recordId } };
    const a = await scene.who('A');
    const task = await scene.task(formId, recordId, 'A');
    const on = { params: { taskId: task.id } };
    for (const guess of ['plum', 'pear', null]) {
      const body = { values: { secret: guess } as never };
      const answers = [
        await a.call(workflowApi.submit, { ...on, body: command({ version: task.version, ...body }) }),
        await a.call(workflowApi.saveTaskDraft, { ...on, body: command({ version: task.version, ...body }) }),
        await a.call(workflowApi.preview, { ...at, body: { taskId: task.id, ...body } }),
      ];
      for (const answer of answers)
        expect([answer.status, fieldsOf(answer)]).toEqual([422, [{ path: 'secret', code: 'records.value.read_only' }]]);
    }
    const row = (await a.ok(recordsApi.get, at)).slaves.actions![0]!;
    for (const price of ['150.5', 1, null]) {
      const answer = await a.call(workflowApi.saveTaskDraft, {
        ...on,
        body: command({
          version: task.version,
          slaves: { actions: [{ id: row.id, values: { qty: 5, price } as never }] },
        }),
      });
      expect([answer.status, fieldsOf(answer)]).toEqual([
        422,
        [{ path: 'actions.0.price', code: 'records.value.read_only' }],
      ]);
    }
    const stale = await a.call(workflowApi.saveTaskDraft, {
      ...on,
      body: command({
        version: task.version,
        recordVersion: 99,
        slaves: { actions: [{ id: row.id, values: { qty: 5 } }] },
      }),
    });
    expect(codeOf(stale)).toBe('records.record.version_conflict');
    expect(JSON.stringify(stale.body)).not.toMatch(hiddenValues);
    // what is not named stays as it is
    await a.ok(workflowApi.saveTaskDraft, {
      ...on,
      body: command({ version: task.version, slaves: { actions: [{ id: row.id, values: { qty: 5 } }] } }),
    });
    expect((await (await scene.who('I')).ok(recordsApi.get, at)).slaves.actions![0]!.values).toMatchObject({
      qty: 5,
      price: 150.5,
      amount: 752.5,
    });
  });

  test('leaves every record in the list once, whatever the number of grants', async () => {
    const { formId, make } = await started();
    const made: string[] = [];
    for (let index = 0; index < 6; index += 1) made.push(await make(`r${index}`, 'plum'));
    // B acts at both nodes: two grants a record
    for (const recordId of made) expect((await scene.submit(formId, recordId, 'A')).status).toBe(200);
    const b = await scene.who('B');
    const first = await b.ok(recordsApi.list, { params: { formId }, query: { limit: 4, withTotal: true } });
    const second = await b.ok(recordsApi.list, { params: { formId }, query: { limit: 4, cursor: first.next! } });
    expect([first.total, first.rows.length, second.next]).toEqual([6, 4, null]);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(made.reverse());
  });

  test('is a whole slave table, and the title', async () => {
    const { formId, make } = await started('a:A b:BC end', (graph) => {
      Object.assign(node(graph, 'a'), {
        fields: { name: 'hidden' },
        slaves: { actions: { access: 'hidden', add: false, remove: false, fields: {} } },
      });
    });
    const recordId = await make('quince', 'plum');
    const a = await scene.who('A');
    const record = await a.ok(recordsApi.get, { params: { formId, recordId } });
    expect([record.values.name, record.slaves]).toEqual([null, { actions: [] }]);
    const todo = (await a.ok(workflowApi.todo, { query: { formId } })).items;
    expect(todo.map(({ recordTitle }) => recordTitle)).toEqual(['']);
    expect((await a.ok(workflowApi.todo, { query: { formId, search: 'quin' } })).items).toEqual([]);
    const task = await scene.task(formId, recordId, 'A');
    for (const actions of [[], [{ values: { item: 'x' } }]]) {
      const answer = await a.call(workflowApi.saveTaskDraft, {
        params: { taskId: task.id },
        body: command({ version: task.version, slaves: { actions } }),
      });
      expect(fieldsOf(answer)).toEqual([{ path: 'actions', code: 'records.value.read_only' }]);
    }
  });
});

test('what a rule of the form hides from a person stays hidden from them in its process, whatever the node shows', async () => {
  const formId = await scene.form('a:A end', 'start>a a>end');
  const [admin, initiator, executor] = [await scene.server.as('admin'), await scene.who('I'), await scene.who('A')];
  const recordId = (
    await admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: 'quince', secret: 'plum' } } })
  ).id;
  const rule = {
    id: '1',
    subject: { kind: 'person' as const, id: initiator.id },
    actions: ['view' as const, 'edit' as const],
    scope: 'all' as const,
  };
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ ...rule, fields: { secret: { existing: 'hidden' }, name: { existing: 'hidden' } } }] },
  });
  const start = (values: Record<string, string>) =>
    initiator.call(workflowApi.start, { params: { formId, recordId }, body: command({ values }) });
  const refused = await start({ secret: 'plum' });
  expect([codeOf(refused), fieldsOf(refused)]).toEqual([
    'records.record.invalid',
    [{ path: 'secret', code: 'records.value.read_only' }],
  ]);
  expect((await start({ remark: 'x' })).status).toBe(200);
  expect((await initiator.ok(recordsApi.get, { params: { formId, recordId } })).values).toMatchObject({
    name: null,
    secret: null,
    remark: 'x',
  });
  expect(
    (await initiator.ok(workflowApi.started, { query: { formId } })).items.map(({ recordTitle }) => recordTitle),
  ).toEqual(['']);
  expect((await executor.ok(recordsApi.get, { params: { formId, recordId } })).values).toMatchObject({
    name: 'quince',
    secret: 'plum',
  });
});

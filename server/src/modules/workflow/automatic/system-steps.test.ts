import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { forgetGraphs } from '../design/released.ts';
import { begun, close, does, kindsOf, nodesOf, open, pass, scene } from '../testing/begun.ts';

let outside: HttpServer;
let address: string;
const calls: { key: string | undefined; body: { values: Record<string, unknown> } }[] = [];
/** What the outside answers, one after the other. */
let answers: number[] = [];

beforeAll(async () => {
  outside = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      calls.push({ key: request.headers['idempotency-key'] as string | undefined, body: JSON.parse(body) as never });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => {
    outside.listen(0, '127.0.0.1', done);
  });
  address = `http://127.0.0.1:${(outside.address() as { port: number }).port}/hook`;
  await open();
});
afterAll(async () => {
  await close();
  outside.close();
});

describe('by the system', () => {
  test('a record is changed by formulas and rules', async () => {
    const at = await begun(
      'auto1 a:A end',
      'start>auto1 auto1>a a>end',
      does({
        what: 'rule',
        lines: [
          { when: 'name = "x"', set: [{ field: 'remark', value: '"never"' }] },
          { when: '', set: [{ field: 'remark', value: 'name + " 已登记"' }] },
        ],
      }),
      { name: '水泵' },
    );
    await pass();
    expect(await nodesOf(at)).toEqual(['a']);
    const record = await (
      await scene.who('I')
    ).ok(recordsApi.get, { params: { formId: at.formId, recordId: at.recordId } });
    expect(record.values.remark).toBe('水泵 已登记');
  });

  test.each([
    [
      'a value that does not compile',
      { what: 'record', set: [{ field: 'remark', value: 'gone + "x"' }] },
      'workflow.automatic.broken_value remark',
    ],
    [
      'a value that has no result',
      { what: 'record', set: [{ field: 'remark', value: 'secret + "x"' }] },
      'workflow.automatic.no_value remark、secret',
    ],
    [
      'a condition that cannot be decided',
      {
        what: 'rule',
        lines: [
          { when: 'visit > now()', set: [{ field: 'remark', value: '"soon"' }] },
          { when: '', set: [{ field: 'remark', value: '"otherwise"' }] },
        ],
      },
      'workflow.automatic.undecided visit',
    ],
  ] as const)('%s fails the step for who watches, and leaves what was there', async (_, work, reason) => {
    // such as a release of the form makes it: the drawing itself was right
    const at = await begun(
      'auto1 a:A end',
      'start>auto1 auto1>a a>end',
      does({ what: 'record', set: [{ field: 'remark', value: '"x"' }] }),
      { name: '水泵', remark: '旧备注' },
    );
    const { platform, spaceId } = scene.server;
    await platform.owner.query(
      `begin; set local app.space_id = '${spaceId}'; update workflow.release set graph = jsonb_set(graph, '{nodes,1,does}', '${JSON.stringify(work)}') where form_id = '${at.formId}'; commit`,
    );
    forgetGraphs(platform);
    await pass();
    expect(await nodesOf(at)).toEqual(['auto1']);
    const admin = await scene.who('ADMIN');
    expect(
      (await admin.ok(recordsApi.get, { params: { formId: at.formId, recordId: at.recordId } })).values.remark,
    ).toBe('旧备注');
    const history = await admin.ok(workflowApi.history, { params: { formId: at.formId, recordId: at.recordId } });
    expect(history.at(-1)).toMatchObject({ kind: 'failed', comment: reason, persons: [{ id: admin.id }] });
  });

  test('people are told without anybody having to do it', async () => {
    const b = await scene.who('B');
    const at = await begun(
      'auto1 a:A end',
      'start>auto1 auto1>a a>end',
      does({ what: 'message', rules: [{ by: 'persons', persons: [b.id] }], message: '泵房明天停电' }),
      { name: '水泵' },
    );
    await pass();
    expect(await nodesOf(at)).toEqual(['a']);
    const copies = (await b.ok(workflowApi.copies, { query: {} })).items.filter(
      ({ recordId }) => recordId === at.recordId,
    );
    expect(copies).toMatchObject([{ recordTitle: '水泵', message: '泵房明天停电' }]);
  });

  test('an interface is called with a key, again while it fails, and shown to the administrator in the end', async () => {
    calls.length = 0;
    answers = [500, 200];
    const change = does({ what: 'call', method: 'POST', url: address, fields: ['name'] });
    const at = await begun('auto1 a:A end', 'start>auto1 auto1>a a>end', change, { name: '电机' });
    await pass();
    expect(await nodesOf(at)).toEqual(['auto1']);
    await pass(10);
    expect(await nodesOf(at)).toEqual(['a']);
    expect(calls).toHaveLength(2);
    expect(calls[0]!.key).toBe(calls[1]!.key);
    expect(calls[1]!.body.values).toEqual({ name: '电机' });

    answers = [500, 500, 500, 500, 500, 200];
    const hard = await begun('auto1 a:A end', 'start>auto1 auto1>a a>end', change);
    for (let n = 0; n < 5; n++) await pass(60);
    expect(await kindsOf(hard)).toContain('failed');
    const { instance, failed } = await scene.process(hard.formId, hard.recordId, 'ADMIN');
    expect(failed).toEqual(['auto1']);
    const { rows } = await scene.server.platform.pool.query<{ data: { failed: string[]; byItself: boolean } }>(
      `select data from ${spaceSchema(scene.server.spaceId)}.event where subject = $1 and type = 'workflow.instance.failed'`,
      [instance!.id],
    );
    expect(rows.map(({ data }) => data)).toMatchObject([{ failed: [(await scene.who('ADMIN')).id], byItself: true }]);
    const retry = { params: { instanceId: instance!.id }, body: { commandId: randomUUID(), node: 'auto1' } };
    expect((await (await scene.who('I')).call(workflowApi.retry, retry)).status).toBe(403);
    await (await scene.who('ADMIN')).ok(workflowApi.retry, retry);
    await pass();
    expect(await nodesOf(hard)).toEqual(['a']);
  });

  test('another process is started with values of this one, and waited for', async () => {
    const child = await scene.form('c:C end', 'start>c c>end', {
      change: (graph) => Object.assign(graph.nodes[0]!, { commentRequired: true, signatureRequired: true }),
    });
    const at = await begun(
      'sub1:w a:A end',
      'start>sub1 sub1>a a>end',
      (graph) => {
        for (const node of graph.nodes)
          if (node.kind === 'sub-process')
            Object.assign(node, { form: child, set: [{ field: 'name', value: '"备件：" + name' }] });
      },
      { name: '轴承' },
    );
    await pass();
    expect(await nodesOf(at)).toEqual(['sub1']);
    const [todo] = (await (await scene.who('C')).ok(workflowApi.todo, { query: { formId: child } })).items;
    expect(todo).toMatchObject({ recordTitle: '备件：轴承', formId: child });
    // each leads to the other, for whoever may see both
    const upper = await scene.process(at.formId, at.recordId);
    expect(upper.below).toMatchObject([
      {
        node: 'sub1',
        instanceId: todo!.instanceId,
        state: 'processing',
        record: { formId: child, recordId: todo!.recordId, title: '备件：轴承' },
      },
    ]);
    // nobody was there to sign its start
    expect((await scene.process(child, todo!.recordId)).nodes[0]!.tasks[0]!.actors).toMatchObject([
      { comment: null, signature: null },
    ]);
    expect((await scene.process(child, todo!.recordId)).above).toMatchObject({
      node: 'sub1',
      instanceId: upper.instance!.id,
      record: { ...at, title: '轴承' },
    });
    expect((await scene.process(child, todo!.recordId, 'C')).above).toMatchObject({
      formTitle: { zh: '设备检查' },
      state: 'processing',
      record: null,
    });
    expect((await scene.submit(child, todo!.recordId, 'C')).status).toBe(200);
    await pass();
    expect(await nodesOf(at)).toEqual(['a']);
  });

  test('another process that is not waited for is known as well, and ends nothing', async () => {
    const child = await scene.form('c:C end', 'start>c c>end');
    const at = await begun(
      'sub1 a:A end',
      'start>sub1 sub1>a a>end',
      (graph) => {
        for (const node of graph.nodes)
          if (node.kind === 'sub-process')
            Object.assign(node, { form: child, set: [{ field: 'name', value: 'name' }] });
      },
      { name: '轴承' },
    );
    await pass();
    const [other] = (await scene.process(at.formId, at.recordId)).below;
    expect((await scene.submit(child, other!.record!.recordId, 'C')).body).toMatchObject({
      instance: { state: 'finished' },
    });
    await pass();
    expect([await nodesOf(at), (await scene.process(at.formId, at.recordId)).below]).toMatchObject([
      ['a'],
      [{ state: 'finished' }],
    ]);
    expect((await scene.process(child, other!.record!.recordId)).above).toMatchObject({ record: at });
  });
});

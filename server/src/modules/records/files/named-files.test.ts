import { randomUUID } from 'node:crypto';
import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { noButtonSettings } from '@formwork/contract/forms/buttons.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { bulkApi, type BulkResult } from '@formwork/contract/records/bulk.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { TaskNode } from '@formwork/contract/workflow/graph.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeOf, type Answer, type Client } from '../../../testing/server.ts';
import { openScene, type Scene } from '../../workflow/testing/scene.ts';

/** Whoever writes a record names no file that they may not read, whichever way they write it. */
let scene: Scene;
let admin: Client;
let user: Client;
let formId: string;
let appId: string;
/** A record with a file in a field that is hidden from the user, and one in a field that is not. */
let record: FormRecord;
let inHidden: FileView;
let inShown: FileView;
/** What the user may not read. */
const strange: Record<string, FileView> = {};

const upload = async (client: Client, name: string, space = ''): Promise<FileView> => {
  const form = new FormData();
  form.append('files', new File([name], name));
  return ((await (await client.fetch(`${space}/api/files`, { method: 'POST', body: form })).json()) as FileView[])[0]!;
};
const value = ({ id, name, size, type }: FileView) => ({ id, name, size, type });
const refused = ({ status, body }: Answer) => [status, codeOf({ body })];
const notThere = [404, 'files.file.not_found'];

beforeAll(async () => {
  scene = await openScene();
  const { server } = scene;
  [admin, user] = [await server.as('admin'), await server.as('user2')];
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '合同' } } })).id;
  const definition = {
    format: 1 as const,
    title: { zh: '合同' },
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      newField('attachment', { zh: '附件' }, 'shown'),
      newField('attachment', { zh: '底价' }, 'secret'),
      newField('richText', { zh: '正文' }, 'body'),
    ],
    tables: [
      {
        id: 'lines',
        title: { zh: '明细' },
        fields: [
          newField('text', { zh: '项' }, 'item'),
          newField('attachment', { zh: '附件' }, 'papers'),
          newField('attachment', { zh: '内部' }, 'inner'),
        ],
      },
    ],
  };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } }))
    .id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const hide = { new: 'hidden' as const, existing: 'hidden' as const };
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: 'r',
          subject: { kind: 'person', id: user.id },
          actions: ['view', 'create', 'edit', 'import', 'batch'],
          scope: 'all',
          fields: { secret: hide, 'lines.inner': hide },
        },
      ],
    },
  });
  [inHidden, inShown] = [await upload(admin, 'hidden.txt'), await upload(admin, 'shown.txt')];
  strange.another = await upload(admin, 'loose.txt');
  strange['other space'] = await upload(await server.as('other-admin'), 'abroad.txt');
  strange['hidden field'] = inHidden;
  const inner = await upload(admin, 'inner.txt');
  strange['hidden cell'] = inner;
  strange.unknown = { ...inner, id: randomUUID() };
  record = await admin.ok(recordsApi.create, {
    params: { formId },
    body: {
      values: { name: 'one', secret: [value(inHidden)], shown: [value(inShown)] },
      slaves: { lines: [{ values: { item: 'a', inner: [value(inner)] } }] },
    },
  });
});
afterAll(() => scene.server.stop());

const save = async (values: object, slaves?: object) => {
  const { version } = await user.ok(recordsApi.get, { params: { formId, recordId: record.id } });
  return user.call(recordsApi.update, {
    params: { formId, recordId: record.id },
    body: { expectedVersion: version, values: values as never, ...(slaves && { slaves: slaves as never }) },
  });
};
const create = (values: object, slaves?: object, more: object = {}) =>
  user.call(recordsApi.create, {
    params: { formId },
    body: { values: values as never, ...(slaves && { slaves: slaves as never }), ...more },
  });
const opened = async (file: FileView) => (await user.call(filesApi.open, { params: { fileId: file.id } })).status;

const kinds = ['another', 'other space', 'hidden field', 'hidden cell', 'unknown'];
describe.each(kinds)('a file of %s', (kind) => {
  test.each(['"', "'"])(
    'is refused in a save and in a new record: fields, rows and pictures in text (%s)',
    async (quote) => {
      const file = strange[kind]!;
      const html = `<p>x<img data-file=${quote}${file.id}${quote}></p>`;
      const row = { item: 'b', papers: [value(file)] };
      for (const answer of [
        await save({ shown: [value(file)] }),
        await save({ body: html }),
        await save({}, { lines: [{ values: row }] }),
        await save({}, { lines: [{ id: record.slaves.lines![0]!.id, values: { papers: [value(file)] } }] }),
        await create({ shown: [value(file)] }),
        await create({ body: html }),
        await create({ name: 'x' }, { lines: [{ values: row }] }),
        await create({ shown: [value(file)] }, undefined, { commandId: randomUUID() }),
      ])
        expect(refused(answer)).toEqual(notThere);
      expect(await opened(file)).toBe(404);
    },
  );

  test('is refused in a change of many', async () => {
    const { jobId } = await user.ok(bulkApi.start, {
      params: { formId },
      body: { ids: [record.id], change: { does: 'edit', values: { shown: [value(strange[kind]!)] } } as never },
    });
    const done = await vi.waitFor(async () => {
      const job = await user.ok(runsApi.get, { params: { runId: jobId } });
      expect(job.state).toBe('finished');
      return job.result as BulkResult;
    });
    expect(done).toMatchObject({ done: 0, refusals: [{ code: 'files.file.not_found' }] });
    expect(await opened(strange[kind]!)).toBe(404);
  });
});

test('own files, those that stand in the record and those of records in sight are taken', async () => {
  const own = await upload(user, 'own.txt');
  expect((await save({ shown: [value(inShown), value(own)], body: `<p><img data-file="${own.id}"></p>` })).status).toBe(
    200,
  );
  expect((await create({ name: 'two', shown: [value(inShown)] })).status).toBe(200);
  expect([await opened(own), await opened(inShown), await opened(inHidden)]).toEqual([200, 200, 404]);
  // what is known of a file is not what somebody says
  const other = await upload(user, 'other.txt');
  expect((await save({ shown: [{ ...value(other), name: 'pay.exe', size: 1 }] })).body).toMatchObject({
    values: { shown: [value(other)] },
  });
});

test('a button writes no file into sight that is hidden from who presses it', async () => {
  const script = { does: 'fill' as const, values: [{ field: 'shown', value: 'secret' }] };
  await admin.ok(formsApi.putButtons, {
    params: { appId },
    query: { form: formId },
    body: {
      expectedVersion: 0,
      settings: { ...noButtonSettings, own: [{ id: 'take', place: 'record', title: { zh: '取' }, script }] } as never,
    },
  });
  const answer = await user.call(recordsApi.press, {
    params: { formId, recordId: record.id },
    body: { place: 'record', button: 'take' },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await opened(inHidden)).toBe(404);
});

test('a step of a process, its preview and its draft take none either', async () => {
  const form = await scene.form('a:A b:B end', 'start>a a>b b>end', {
    change: (graph) => {
      Object.assign(graph.nodes.find(({ id }) => id === 'a') as TaskNode, {
        fields: { papers: 'edit', remark: 'edit' },
      });
    },
  });
  const id = await scene.record(form);
  await scene.start(form, id);
  const a = await scene.who('A');
  const task = await scene.task(form, id, 'A');
  const values = { papers: [value(await upload(admin, 'of-another.txt'))] };
  const asked = { values, commandId: randomUUID(), version: task.version };
  expect(
    refused(
      await a.call(workflowApi.preview, { params: { formId: form, recordId: id }, body: { taskId: task.id, values } }),
    ),
  ).toEqual(notThere);
  expect(refused(await a.call(workflowApi.saveTaskDraft, { params: { taskId: task.id }, body: asked }))).toEqual(
    notThere,
  );
  expect(refused(await scene.submit(form, id, 'A', { values }))).toEqual(notThere);
  expect((await scene.submit(form, id, 'A', { values: { papers: [value(await upload(a, 'own.txt'))] } })).status).toBe(
    200,
  );
});

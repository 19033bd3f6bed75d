import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { expect, vi } from 'vitest';
import ZipStream from 'zip-stream';
import { columnName } from '../../modules/forms/public.ts';
import { fileSet, rowsOf, setChart } from '../../modules/analytics/testing/sets.ts';
import { sceneOn, type Scene } from '../../modules/workflow/testing/scene.ts';
import { newId } from '../../platform/ids.ts';
import type { Client, TestServer } from '../../testing/server.ts';

export interface House {
  scene: Scene;
  admin: Client;
  /** Of checks, with numbers that count on. */
  formId: string;
  numberColumn: string;
  /** Two forms with flows: of one a record waits for A, of the other for its time. */
  flow: { asked: string; waiting: string; clocked: string; timed: string };
  /** Files by every way in, with what is in them. */
  files: { id: string; bytes: Buffer }[];
  create(name: string, values?: Record<string, unknown>): Promise<{ id: string; values: Record<string, unknown> }>;
}

/** A grey picture, large enough that small ones are made of it. */
function grey(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 128);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A house in use: records by the thousand, processes that wait, files by every way in, jobs and mails. */
export async function furnish(server: TestServer, records: number): Promise<House> {
  const scene = await sceneOn(server);
  const admin = await server.as('admin');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '点检' } } });
  const title = { zh: '点检单' };
  const definition = {
    format: 1 as const,
    title,
    layout: [],
    titleField: 'name',
    tables: [],
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      {
        ...newField('autoNumber', { zh: '编号' }, 'number'),
        config: { prefix: 'N-', date: 'none', digits: 6, start: 1, reset: 'never' },
      },
      newField('attachment', { zh: '附件' }, 'papers'),
    ],
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title, definition: definition as never },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const create: House['create'] = (name, values = {}) =>
    admin.ok(recordsApi.create, { params: { formId }, body: { values: { name, ...values } } });

  // a data set whose rows were read
  const dataset = await fileSet(admin, 'line,hours\nA,1\n', {
    fields: [{ id: 'hours', column: 'hours', title: { zh: '工时' }, kind: 'number' }],
  });
  await rowsOf(admin, setChart(dataset, { y: [{ field: 'hours', fn: 'sum' }] }));

  const send = async (path: string, name: string, bytes: Buffer): Promise<unknown> => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(bytes)], name));
    const answer = await admin.fetch(path, { method: 'POST', body });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return answer.json();
  };
  const rows = Array.from({ length: records }, (_, n) => `泵 ${n + 1}`);
  const sheet = (await send('/api/records/sheets', 'checks.csv', Buffer.from(`名称\n${rows.join('\n')}\n`))) as Sheet;
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping: [{ index: 0, field: 'name' }] },
  });
  await vi.waitFor(
    async () => expect((await admin.ok(recordsApi.getImport, { params: { importId } })).state).toBe('finished'),
    { timeout: 60_000, interval: 100 },
  );

  const files: House['files'] = [];
  const text = randomBytes(300_000);
  const png = grey(640, 480);
  const [paper] = (await send('/api/files', 'drawing.bin', text)) as [FileView];
  const [picture] = (await send('/api/files', 'photo.png', png)) as [FileView];
  files.push({ id: paper.id, bytes: text }, { id: picture.id, bytes: png });
  expect((await admin.fetch(`/api/files/${picture.id}/thumbnail?edge=96`)).status).toBe(200);
  await create('有附件', { papers: [paper, picture].map(({ id, name, size, type }) => ({ id, name, size, type })) });
  const begun = await admin.ok(filesApi.beginUpload, {
    body: { name: 'film.bin', size: 9_000_000, fingerprint: 'film', purpose: 'attachment' },
  });
  const part = new FormData();
  part.append('file', new Blob([randomBytes(4 * 1024 * 1024)]));
  expect((await admin.fetch(`/api/files/uploads/${begun.id}/parts/0`, { method: 'PUT', body: part })).status).toBe(200);
  await send('/api/organization/people-imports', 'people.csv', Buffer.from('登录名,姓名\nwang.wu,王五\n'));
  const zip = new ZipStream({ level: 1 });
  for (const [name, content] of [
    ['checks.csv', '名称,附件\n随附,plan.txt\n'],
    ['plan.txt', 'drawing'],
  ] as const)
    await new Promise<void>((done, fail) => {
      zip.entry(content, { name }, (error) => (error ? fail(error) : done()));
    });
  zip.finish();
  await send('/api/records/sheets', 'all.zip', await buffer(zip));
  const { jobId } = (await send(
    '/api/basedata/regions/sheet',
    'regions.csv',
    Buffer.from('代码,名称,上级代码\n44,广东省,\n4403,深圳市,44\nbad code,x,99\n'),
  )) as { jobId: string };
  await vi.waitFor(
    async () => expect((await admin.ok(runsApi.get, { params: { runId: jobId } })).state).toBe('finished'),
    { timeout: 20_000, interval: 100 },
  );
  // rows that a task has ready for a target which did not take them
  const { key, size, sha256 } = await server.platform.files.put(Readable.from(['编号\n1\n']));
  await server.platform.owner.query(
    `insert into space_demo.run (id, kind, caller, actor, state, payload, memory) select $2, 'etl.task', caller, actor, 'failed', '{}', $3 from space_demo.run where id = $1`,
    [jobId, newId(), { stages: { target: { key, size, sha256, rows: 1, columns: [] } } }],
  );

  // what came of a data set that grows: rows as those that were read
  const { rows: extracts } = await server.platform.owner.query<{ file: string }>(
    'select file from space_demo.analytics_extract where dataset = $1',
    [dataset],
  );
  const delta = await server.platform.files.put(await server.platform.files.open(extracts[0]!.file));
  await server.platform.owner.query('update space_demo.analytics_extract set deltas = $2 where dataset = $1', [
    dataset,
    JSON.stringify([{ file: delta.key, rows: 1 }]),
  ]);

  const clocked = await scene.form('wait1:60 a:A end', 'start>wait1 wait1>a a>end');
  const timed = await scene.record(clocked);
  await scene.start(clocked, timed);
  const asked = await scene.form('a:A end', 'start>a a>end');
  const waiting = await scene.record(asked);
  await scene.start(asked, waiting);
  return {
    scene,
    admin,
    formId,
    numberColumn: columnName(definition.fields[1] as never),
    flow: { asked, waiting, clocked, timed },
    files,
    create,
  };
}

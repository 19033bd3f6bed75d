import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import { usualQuantities } from '@formwork/contract/basedata/units.ts';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { sheetRows } from '../../testing/sheet-rows.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = await Promise.all([server.as('admin'), server.as('user'), server.as('other-admin')]);
});
afterAll(() => server.stop());

async function send<Answer>(
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  client = admin,
): Promise<{ status: number; body: Answer }> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'sheet.csv');
  const answer = await client.fetch(`/api${path}`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

test('a dictionary has entries in an order, below others where it may, and codes that stay', async () => {
  const faults = await admin.ok(basedataApi.createDictionary, {
    body: { code: 'fault', title: { zh: '故障', en: 'Fault' }, tree: true },
  });
  const params = { dictionaryId: faults.id };
  expect(
    (await admin.call(basedataApi.createDictionary, { body: { code: 'fault', title: { zh: 'x' }, tree: false } }))
      .status,
  ).toBe(409);
  const add = async (code: string, parentId: string | null) =>
    (
      await admin.ok(basedataApi.createItem, { params, body: { code, label: { zh: code }, color: null, parentId } })
    ).find((item) => item.code === code)!;
  const [electric, mechanic] = [await add('electric', null), await add('mechanic', null)];
  const motor = await add('motor', electric.id);
  const codes = async () => (await user.ok(basedataApi.listItems, { params })).map(({ code }) => code);
  expect(await codes()).toEqual(['electric', 'motor', 'mechanic']);
  await admin.ok(basedataApi.moveItem, {
    params: { ...params, itemId: mechanic.id },
    body: { parentId: null, beforeId: electric.id },
  });
  expect(await codes()).toEqual(['mechanic', 'electric', 'motor']);
  expect(
    (
      await admin.call(basedataApi.moveItem, {
        params: { ...params, itemId: electric.id },
        body: { parentId: motor.id, beforeId: null },
      })
    ).status,
  ).toBe(409);
  expect((await admin.call(basedataApi.updateDictionary, { params, body: { tree: false } })).status).toBe(409);
  await admin.ok(basedataApi.deleteItem, { params: { ...params, itemId: electric.id } });
  expect(await codes()).toEqual(['mechanic']);

  expect(
    (
      await user.call(basedataApi.createItem, {
        params,
        body: { code: 'x', label: { zh: 'x' }, color: null, parentId: null },
      })
    ).status,
  ).toBe(403);
  expect((await other.call(basedataApi.listItems, { params })).status).toBe(404);
  expect((await other.call(basedataApi.deleteItem, { params: { ...params, itemId: mechanic.id } })).status).toBe(404);
  expect(await other.ok(basedataApi.listDictionaries)).toEqual([]);
});

test('entries come from a spreadsheet and go into one that comes back the same', async () => {
  const { id } = await admin.ok(basedataApi.createDictionary, {
    body: { code: 'material', title: { zh: '材料' }, tree: true },
  });
  const sheet =
    '编码,名称,英文名称,上级编码,颜色,停用\nsteel,钢,Steel,,blue,\nq235,Q235,,steel,,是\nbad code,x,,,,\ncopper,铜,Copper,nowhere,,\n';
  const { body } = await send<SheetOutcome>(`/basedata/dictionaries/${id}/sheet`, sheet);
  expect(body).toMatchObject({
    created: 2,
    updated: 0,
    header: ['编码', '名称', '英文名称', '上级编码', '颜色', '停用'],
    failures: [
      { line: 4, code: 'basedata.sheet.bad_cell', cells: ['bad code', 'x', '', '', '', ''] },
      { line: 5, code: 'basedata.sheet.no_parent', data: { parent: 'nowhere' } },
    ],
  });
  const before = await admin.ok(basedataApi.listItems, { params: { dictionaryId: id } });
  expect(before).toMatchObject([
    { code: 'steel', label: { zh: '钢', en: 'Steel' }, color: 'blue' },
    { code: 'q235', disabled: true, parentId: before[0]!.id },
  ]);
  const exported = await admin.fetch(`/api/basedata/dictionaries/${id}/sheet`);
  expect(
    (await send<SheetOutcome>(`/basedata/dictionaries/${id}/sheet`, new Uint8Array(await exported.arrayBuffer()))).body,
  ).toMatchObject({ created: 0, updated: 2, failures: [] });
  expect(await admin.ok(basedataApi.listItems, { params: { dictionaryId: id } })).toEqual(before);
  expect(await send(`/basedata/dictionaries/${id}/sheet`, 'foo,bar\n1,2\n')).toMatchObject({
    status: 422,
    body: { code: 'basedata.sheet.no_column' },
  });
  expect((await send(`/basedata/dictionaries/${id}/sheet`, sheet, other)).status).toBe(404);
});

test('a field offers what its dictionary holds today', async () => {
  const { id } = await admin.ok(basedataApi.createDictionary, {
    body: { code: 'line', title: { zh: '产线' }, tree: false },
  });
  await send(`/basedata/dictionaries/${id}/sheet`, 'code,name\nl1,一线\n');
  const field = {
    ...newField('singleSelect', { zh: '产线' }, 'line'),
    config: { options: [{ id: 'l1', label: { zh: '一线' } }], dictionary: 'line' },
  };
  const definition = {
    format: 1,
    title: { zh: '报工' },
    fields: [field],
    tables: [],
    layout: [],
    titleField: null,
  } as FormDefinition;
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '生产' } } });
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: { zh: '报工' }, definition },
  });
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId: form.id } });
  await admin.ok(formsApi.release, { params: { formId: form.id }, body: { draftVersion: version } });
  const write = (line: string) =>
    admin.call(recordsApi.create, { params: { formId: form.id }, body: { values: { line } } });
  expect((await write('l1')).status).toBe(200);
  expect((await write('l2')).status).toBe(422);
  await admin.ok(basedataApi.createItem, {
    params: { dictionaryId: id },
    body: { code: 'l2', label: { zh: '二线' }, color: null, parentId: null },
  });
  await expect.poll(async () => (await write('l2')).status).toBe(200);
});

test('regions come from a file by a job and are read level by level', async () => {
  const { body } = await send<{ jobId: string }>(
    '/basedata/regions/sheet',
    '行政区划代码,单位名称\n110000,北京市\n110101,东城区\n110102,西城区\n320000,江苏省\n321000,扬州市\nbad code,x\n\n330000,\n',
  );
  await expect
    .poll(async () => (await admin.ok(runsApi.get, { params: { runId: body.jobId } })).state)
    .toBe('finished');
  const job = await admin.ok(runsApi.get, { params: { runId: body.jobId } });
  expect(job.result).toEqual({ imported: 5, failed: 2 });
  const failures = (id = body.jobId, who = admin) => who.fetch(`/api/basedata/regions/imports/${id}/failures`);
  expect(await sheetRows(await failures())).toEqual([
    ['行政区划代码', '单位名称', '失败原因'],
    ['bad code', 'x', '代码只能由字母、数字或连字符组成，最多 20 个'],
    ['330000', '', '名称不能为空'],
  ]);
  expect([(await failures(body.jobId, other)).status, (await failures(body.jobId, user)).status]).toEqual([404, 403]);
  expect((await user.ok(basedataApi.listRegions)).rows).toMatchObject([
    { id: '110000', name: '北京市', children: 2 },
    { id: '320000', children: 1 },
  ]);
  expect(await user.ok(basedataApi.listRegions, { query: { parent: '110000', offset: 0, limit: 1 } })).toMatchObject({
    rows: [{ id: '110101', children: 0 }],
    total: 2,
  });
  expect(await user.ok(basedataApi.findRegions, { query: { search: '扬州' } })).toEqual([
    { id: '321000', name: '扬州市', path: ['江苏省'] },
  ]);
  expect((await other.ok(basedataApi.listRegions)).total).toBe(0);
  expect((await user.call(basedataApi.clearRegions)).status).toBe(403);
  expect(
    (await admin.call(basedataApi.createRegion, { body: { code: '110101', parentId: null, name: 'x', nameEn: '' } }))
      .status,
  ).toBe(409);
  await other.ok(basedataApi.clearRegions);
  // the next import takes the refused rows of this one away, and leaves none
  const again = (await send<{ jobId: string }>('/basedata/regions/sheet', '行政区划代码,单位名称\n321000,扬州市\n'))
    .body.jobId;
  await expect.poll(async () => (await admin.ok(runsApi.get, { params: { runId: again } })).state).toBe('finished');
  expect([(await failures()).status, (await failures(again)).status]).toEqual([404, 404]);
  await admin.ok(basedataApi.deleteRegion, { params: { regionCode: '110000' } });
  expect((await admin.ok(basedataApi.listRegions)).rows.map(({ id }) => id)).toEqual(['320000']);
});

test('quantities have units with one base', async () => {
  const [length, mass] = await admin.ok(basedataApi.createQuantities, {
    body: { quantities: usualQuantities.slice(0, 2) },
  });
  const params = { quantityId: length!.id };
  expect(
    (await admin.call(basedataApi.setQuantity, { params, body: { ...length!, units: length!.units.slice(1) } })).status,
  ).toBe(422);
  await admin.ok(basedataApi.setQuantity, { params, body: { title: { zh: '长' }, units: length!.units.slice(0, 2) } });
  expect((await user.ok(basedataApi.listQuantities)).map(({ title, units }) => [title.zh, units.length])).toEqual([
    ['长', 2],
    ['质量', mass!.units.length],
  ]);
  expect((await user.call(basedataApi.deleteQuantity, { params })).status).toBe(403);
  expect((await other.call(basedataApi.deleteQuantity, { params })).status).toBe(404);
});

test('due times keep to holidays and make-up workdays', async () => {
  const days = [
    { date: '2027-02-08', name: '春节', off: true },
    { date: '2027-02-06', name: '补班', off: false },
  ];
  const friday = { from: '2027-02-05T17:00:00+08:00', minutes: 60 };
  expect((await user.ok(enterpriseApi.dueAfter, { query: friday })).due).toBe('2027-02-08T01:00:00.000Z');
  expect(await admin.ok(basedataApi.setHolidays, { params: { year: 2027 }, body: { days } })).toEqual(
    days.toReversed(),
  );
  expect((await user.ok(enterpriseApi.dueAfter, { query: friday })).due).toBe('2027-02-06T01:00:00.000Z');
  expect((await user.ok(enterpriseApi.dueAfter, { query: { ...friday, minutes: 540 } })).due).toBe(
    '2027-02-09T01:00:00.000Z',
  );
  // what the enterprise set itself is not mixed with them
  expect((await admin.ok(enterpriseApi.getWorkTime)).days).toEqual([]);
  const { body } = await send<SheetOutcome>(
    '/basedata/holidays/2027/sheet',
    '日期,名称,类型\n2027-02-08,春节,放假\n2027/2/9,春节,\n2026-01-01,元旦,放假\n2027-02-20,补班,上班\n',
  );
  expect(body).toMatchObject({ created: 2, updated: 1, failures: [{ line: 4 }] });
  expect(
    (
      await admin.call(basedataApi.setHolidays, {
        params: { year: 2027 },
        body: { days: [{ date: '2026-01-01', name: '', off: true }] },
      })
    ).status,
  ).toBe(422);
  expect((await user.call(basedataApi.setHolidays, { params: { year: 2027 }, body: { days } })).status).toBe(403);
  expect(await other.ok(basedataApi.listHolidays, { params: { year: 2027 } })).toEqual([]);
});

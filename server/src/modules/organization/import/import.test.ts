import { runsApi } from '@formwork/contract/runs/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { PeopleImport } from '@formwork/contract/organization/sheets.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { sheetRows } from '../../../testing/sheet-rows.ts';
import { dropOldPeopleSheets } from './import-retention.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

async function upload(
  client: Client,
  content: string | Uint8Array<ArrayBuffer>,
  name = 'people.csv',
): Promise<{ status: number; body: PeopleImport & { code?: string } }> {
  const body = new FormData();
  body.append('file', new File([content], name));
  const response = await client.fetch('/api/organization/people-imports', { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as PeopleImport };
}

async function imported(content: string | Uint8Array<ArrayBuffer>, name?: string): Promise<PeopleImport> {
  const {
    body: { id },
  } = await upload(admin, content, name);
  const { jobId } = await admin.ok(organizationApi.startPeopleImport, {
    params: { importId: id },
    body: { password: 'First-password-7' },
  });
  for (;;) {
    const { state, error } = await admin.ok(runsApi.get, { params: { runId: jobId! } });
    if (state === 'finished') return admin.ok(organizationApi.getPeopleImport, { params: { importId: id } });
    if (state === 'failed') throw new Error(JSON.stringify(error));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function rowsOf(path: string): Promise<string[][]> {
  return sheetRows(await admin.fetch(path));
}

test('a file of people is read in the encoding that is chosen, and so it is imported', async () => {
  const japanese = Buffer.concat([Buffer.from('login,name\nsakura,'), Buffer.from('8dc0', 'hex'), Buffer.from('\n')]);
  const guessed = await upload(admin, new Uint8Array(japanese));
  expect(guessed.body.encodings.find(({ encoding }) => encoding === 'shift_jis')).toMatchObject({ fits: true });
  const params = { importId: guessed.body.id };
  const strict = await admin.call(organizationApi.readPeopleSheet, {
    params,
    body: { delimiter: ',', encoding: 'utf-8' },
  });
  expect([strict.status, (strict.body as { code?: string }).code]).toEqual([422, 'records.sheet.bad_sign']);
  const read = await admin.ok(organizationApi.readPeopleSheet, {
    params,
    body: { delimiter: ',', encoding: 'shift_jis' },
  });
  expect(read).toMatchObject({ total: 1, reading: { encoding: 'shift_jis' } });
  const { jobId } = await admin.ok(organizationApi.startPeopleImport, {
    params,
    body: { password: 'First-password-7' },
  });
  await vi.waitFor(async () =>
    expect((await admin.ok(runsApi.get, { params: { runId: jobId! } })).state).toBe('finished'),
  );
  const people = await admin.ok(organizationApi.listPeople, {
    query: { search: 'sakura', state: 'all', offset: 0, limit: 5 },
  });
  expect(JSON.stringify(people)).toContain('座');
  const again = await admin.call(organizationApi.readPeopleSheet, {
    params,
    body: { delimiter: ',', encoding: 'utf-8', replaced: true },
  });
  expect([again.status, (again.body as { code?: string }).code]).toEqual([409, 'organization.import.started']);
});

test('people come with departments, posts, superiors and details; refused rows go into a file with their reasons', async () => {
  const result = await imported(
    [
      '登录名,姓名,部门,岗位,直接上级,性别,生日,邮箱,备注',
      'wang.wu,王五,总部/生产部/一车间,班长,zhao.liu,男,1990/1/2,wang@example.com,x',
      'zhao.liu,赵六,总部/生产部,部长,,女,,,',
      'bad login,坏登录名,总部,,,,,,',
      'no.name,,总部,,,,,,',
      'bad.mail,坏邮箱,总部,,,,,not-a-mail,',
      'lost,无上级,总部,,nobody.here,,,,',
    ].join('\n'),
  );
  expect(result).toMatchObject({ created: 3, updated: 0, failed: 4, total: 6, ignored: ['备注'] });
  const find = async (search: string) =>
    (await admin.ok(organizationApi.listPeople, { query: { search, state: 'all', offset: 0, limit: 5 } })).rows[0];
  expect(await find('wang.wu')).toMatchObject({
    name: '王五',
    department: { name: '一车间' },
    post: { name: '班长' },
    superior: { name: '赵六' },
    gender: 'male',
    birthday: '1990-01-02',
    email: 'wang@example.com',
  });
  const entered = await fetch(`${server.url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'wang.wu', password: 'First-password-7' }),
  });
  expect(entered.status).toBe(200);

  const failures = await rowsOf(`/api/organization/people-imports/${result.id}/failures`);
  expect(failures[0]!.at(-1)).toBe('失败原因');
  expect(failures.slice(1).map((row) => [row[0], row.at(-1)])).toEqual([
    ['bad login', '“登录名”的内容不符合要求'],
    ['no.name', '新账号必须填写姓名'],
    ['bad.mail', '“邮箱”的内容不符合要求'],
    ['lost', '没有登录名为“nobody.here”的直接上级'],
  ]);
});

test('what is exported is imported again without a change, and known people are changed by their login', async () => {
  await imported('login,name,department\nround.trip,往返,往返部/内\n');
  const exported = await rowsOf('/api/organization/people-sheets/export');
  const row = exported.find(([login]) => login === 'round.trip')!;
  expect(row.slice(0, 3)).toEqual(['round.trip', '往返', '往返部/内']);
  const changed = exported.map((one) => (one === row ? [one[0]!, '改名了', ...one.slice(2)] : one));
  const again = await imported(changed.map((one) => one.map((cell) => `"${cell}"`).join(',')).join('\n'));
  expect(again).toMatchObject({ created: 0, failed: 0 });
  expect(
    (await admin.ok(organizationApi.listPeople, { query: { search: 'round.trip', state: 'all', offset: 0, limit: 5 } }))
      .rows[0],
  ).toMatchObject({ name: '改名了', department: { name: '内' } });
});

test("a login of another enterprise, a file without logins and somebody else's import are refused", async () => {
  const result = await imported('登录名,姓名\nother-user,外人\nnew.one,新人\nnew.one,又一个\n');
  expect(result).toMatchObject({ created: 1, failed: 1, updated: 1 });
  expect((await upload(admin, '姓名\n某人\n')).body.code).toBe('organization.import.no_login_column');
  const stranger = await server.as('other-admin');
  expect((await stranger.call(organizationApi.getPeopleImport, { params: { importId: result.id } })).status).toBe(404);
  expect((await stranger.fetch(`/api/organization/people-imports/${result.id}/failures`)).status).toBe(404);
  expect((await upload(await server.as('user'), '登录名\nx\n')).status).toBe(403);
  const template = await rowsOf('/api/organization/people-sheets/template');
  expect(template[0]!.slice(0, 3)).toEqual(['登录名', '姓名', '部门']);
  const twice = await admin.call(organizationApi.startPeopleImport, {
    params: { importId: result.id },
    body: { password: 'First-password-7' },
  });
  expect(twice.status).toBe(409);
});

test('after a month an uploaded list of people is gone with what was read from it', async () => {
  const {
    body: { id },
  } = await upload(admin, 'login,name\nkept.person,某人\n');
  const {
    body: { id: old },
  } = await upload(admin, 'login,name\nold.person,某人\n');
  const keyOf = (which: string) =>
    inControl(server.platform.control, server.spaceId, (tx) =>
      tx.selectFrom('organization.people_import').select('file_key').where('id', '=', which).executeTakeFirstOrThrow(),
    );
  const { file_key: key } = await keyOf(old);
  await inControl(server.platform.control, server.spaceId, (tx) =>
    tx
      .updateTable('organization.people_import')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('id', '=', old)
      .execute(),
  );
  await dropOldPeopleSheets.run(server.platform);
  await expect(server.platform.files.size(key)).rejects.toThrow();
  expect(
    (
      await admin.call(organizationApi.startPeopleImport, {
        params: { importId: old },
        body: { password: 'First-password-7' },
      })
    ).body,
  ).toMatchObject({ code: 'organization.import.not_found' });
  expect(await admin.ok(organizationApi.getPeopleImport, { params: { importId: id } })).toMatchObject({
    state: 'waiting',
  });
});

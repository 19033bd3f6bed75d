import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { noWatermark, plainAppearance } from '@formwork/contract/enterprise/appearance.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function uploaded(content: Buffer, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const answer = await admin.fetch('/api/files?purpose=enterprise-logo', { method: 'POST', body: form });
  return ((await answer.json()) as { id: string }[])[0]!.id;
}

test('a space that has set nothing looks plain', async () => {
  expect(await user.ok(enterpriseApi.appearance)).toEqual(plainAppearance);
});

test('everybody of the space sees its theme and watermark, other spaces do not', async () => {
  await admin.ok(enterpriseApi.setTheme, { body: { skin: 'blue', primary: '#0a7d4f', ownChoice: false } });
  await admin.ok(enterpriseApi.setWatermark, { body: { ...noWatermark, enabled: true, text: '内部资料' } });
  const seen = await user.ok(enterpriseApi.appearance);
  expect(seen.theme).toEqual({ skin: 'blue', primary: '#0a7d4f', ownChoice: false });
  expect(seen.watermark).toMatchObject({ enabled: true, text: '内部资料' });
  expect(await (await server.as('other-user')).ok(enterpriseApi.appearance)).toEqual(plainAppearance);
  expect((await user.call(enterpriseApi.setTheme, { body: seen.theme })).status).toBe(403);
  expect(
    (await admin.call(enterpriseApi.setTheme, { body: { skin: 'blue', primary: 'url(x)', ownChoice: true } })).status,
  ).toBe(422);
  await admin.ok(enterpriseApi.setScanning, { body: { enabled: false } });
  expect((await user.ok(enterpriseApi.appearance)).scanning).toBe(false);
  expect((await (await server.as('other-user')).ok(enterpriseApi.appearance)).scanning).toBe(true);
  expect((await user.call(enterpriseApi.setScanning, { body: { enabled: true } })).status).toBe(403);
  await admin.ok(enterpriseApi.setAppMenus, { body: { enabled: false } });
  expect((await user.ok(enterpriseApi.appearance)).appMenus).toBe(false);
  expect((await (await server.as('other-user')).ok(enterpriseApi.appearance)).appMenus).toBe(true);
  expect((await user.call(enterpriseApi.setAppMenus, { body: { enabled: true } })).status).toBe(403);
  expect(
    (await admin.call(enterpriseApi.setWatermark, { body: { ...noWatermark, enabled: true, parts: [] } })).status,
  ).toBe(422);
});

test('a style sheet is checked, told to everybody of the space, and given to whoever has its name', async () => {
  const put = (text: string, who = admin) => who.call(enterpriseApi.setStyleSheet, { body: { text } });
  expect((await put('.a { color: red }', user)).status).toBe(403);
  expect((await user.call(enterpriseApi.getStyleSheet)).status).toBe(403);
  const refused = await put('.fw-page { color: red }\n.a { background: url(https://example.com) }');
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: 'enterprise.style.refused',
    fields: [{ path: 'body.text', data: { line: 2, what: 'url' } }],
  });
  expect((await user.ok(enterpriseApi.appearance)).styleSheet).toBeNull();

  const text = '/* ours */ .fw-page { color: red }';
  const { styleSheet: name } = (await put(text)).body;
  expect(name).toMatch(/^demo-[\da-f]{16}$/);
  expect((await user.ok(enterpriseApi.appearance)).styleSheet).toBe(name);
  expect((await (await server.as('other-user')).ok(enterpriseApi.appearance)).styleSheet).toBeNull();
  expect(await admin.ok(enterpriseApi.getStyleSheet)).toEqual({ text });
  const sheet = (of: string) => server.visitor.fetch(`/api/enterprise/style-sheets/${of}`);
  const given = await sheet(name!);
  expect([await given.text(), given.headers.get('content-type'), given.headers.get('cache-control')]).toEqual([
    '.fw-page{color:red}',
    'text/css; charset=utf-8',
    expect.stringContaining('immutable'),
  ]);
  expect((await sheet('demo-0000000000000000')).headers.get('cache-control')).toBe('no-store');
  expect((await sheet(name!.replace('demo', 'other'))).status).toBe(404);
  expect((await sheet(name!.replace('demo', 'nowhere'))).status).toBe(404);
  await put('');
  expect((await user.ok(enterpriseApi.appearance)).styleSheet).toBeNull();
  expect((await sheet(name!)).status).toBe(404);
});

test('a logo is a picture by its content, everybody may see it, and a replaced one goes', async () => {
  const first = await uploaded(png, 'logo.png');
  await admin.ok(enterpriseApi.setLogo, { body: { light: first, dark: null, favicon: first } });
  expect((await user.fetch(`/api/files/${first}?inline=1`)).headers.get('content-type')).toBe('image/png');
  expect((await (await server.as('other-user')).fetch(`/api/files/${first}`)).status).toBe(404);
  const text = await uploaded(Buffer.from('no picture at all'), 'logo.png');
  expect(await admin.call(enterpriseApi.setLogo, { body: { light: text, dark: null, favicon: null } })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'light', code: 'enterprise.file.wrong_type' }] },
  });
  const second = await uploaded(png, 'other.png');
  await admin.ok(enterpriseApi.setLogo, { body: { light: second, dark: null, favicon: null } });
  expect((await user.fetch(`/api/files/${first}`)).status).toBe(404);
});

test("the enterprise's name is the name of its space", async () => {
  const info = await admin.ok(enterpriseApi.getInfo);
  expect(info.name).toBe('示范企业');
  expect(
    (await admin.call(enterpriseApi.setInfo, { body: { ...info, creditCode: '91350100M000100Y44' } })).status,
  ).toBe(422);
  const changed = {
    ...info,
    name: '示范重工',
    creditCode: '91350100M000100Y43',
    contact: '王工',
    email: 'wang@example.com',
  };
  expect(await admin.ok(enterpriseApi.setInfo, { body: changed })).toEqual(changed);
  expect((await (await signIn(server.url, 'user2')).ok(identityApi.me)).space.name).toBe('示范重工');
});

test('due times keep to the calendar of the space', async () => {
  const friday = { from: '2026-11-20T16:30:00+08:00', minutes: 120 };
  expect((await user.ok(enterpriseApi.dueAfter, { query: friday })).due).toBe('2026-11-23T01:30:00.000Z');
  await admin.ok(enterpriseApi.setWorkTime, {
    body: { ...usualWorkTime, days: [{ date: '2026-11-23', name: '厂庆', shift: null }] },
  });
  expect((await user.ok(enterpriseApi.dueAfter, { query: friday })).due).toBe('2026-11-24T01:30:00.000Z');
  expect(
    (
      await admin.call(enterpriseApi.setWorkTime, {
        body: { ...usualWorkTime, week: ['night', null, null, null, null, null, null] },
      })
    ).status,
  ).toBe(422);
  expect((await user.call(enterpriseApi.getWorkTime)).status).toBe(403);
});

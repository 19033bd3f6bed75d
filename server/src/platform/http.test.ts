import { connect } from 'node:net';
import { developerApi } from '@formwork/contract/developer/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPassword } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.stop());

describe('what machines ask', () => {
  test('the process is alive and ready, and tells its figures', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/formwork_http_request_seconds_bucket/);
  });

  test('the interface is described in OpenAPI 3.1 and for readers', async () => {
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/identity/sessions']!.post!.operationId).toBe('signIn.signIn');
    const page = await (await server.as('admin')).fetch('/api/docs');
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(await page.text()).toMatch(/\/api\/identity\/sessions/);
  });

  test('readers are designers and developers, nobody else', async () => {
    expect((await fetch(`${server.url}/api/docs`)).status).toBe(401);
    const user = await server.as('user');
    expect((await user.fetch('/api/docs')).status).toBe(403);
    await user.ok(developerApi.apply, { body: { reason: 'a program' } });
    await (await server.as('admin')).ok(developerApi.approve, { params: { personId: user.id }, body: { days: 90 } });
    expect((await user.fetch('/api/docs')).status).toBe(200);
  });

  test('an answer to an unknown interface is one of our refusals', async () => {
    const answer = await fetch(`${server.url}/api/no/such/thing`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'platform.interface_not_found']);
  });
});

describe('bodies', () => {
  const post = (body: string, type: string) => fetch(`${server.url}/api/identity/sessions`, { method: 'POST', headers: { 'content-type': type }, body });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

  test('that are no JSON are refused as such', async () => {
    const answer = await post('{"login": ', 'application/json');
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'platform.bad_body']);
  });

  test('with more than a thousand parameters are refused', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => `p${n}=1`).join('&');
    const answer = await post(many, 'application/x-www-form-urlencoded');
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'platform.bad_body']);
  });

  test('that do not hold name each field', async () => {
    const answer = await post(JSON.stringify({ login: '' }), 'application/json');
    const { fields } = (await answer.json()) as { fields: { path: string; code: string }[] };
    expect(answer.status).toBe(422);
    expect(fields.map(({ path, code }) => [path, code])).toEqual([['login', 'input.too_small'], ['password', 'input.invalid_type']]);
  });
});

describe('a connection', () => {
  /** What comes back on a socket of our own until it is closed. */
  const talk = (url: string, ...parts: string[]) =>
    new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => { for (const part of parts) socket.write(part); });
      socket.setEncoding('utf8').on('data', (text: string) => { heard += text; }).on('close', () => resolve(heard)).on('error', () => {});
    });

  test('whose body does not come is closed', async () => {
    const impatient = await startTestServer({ FORMWORK_BODY_SECONDS: '1' });
    const heard = await talk(impatient.url, 'POST /api/identity/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n', '{"login"');
    expect(heard).toMatch(/^HTTP\/1\.1 408/);
    await impatient.stop();
  });

  test('with two hosts is not answered', async () => {
    const heard = await talk(server.url, 'GET /api/identity/sign-in-ways HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 400[^]*platform\.bad_request/);
  });
});

describe('the calls of the front end that are older than the interface', () => {
  test('texts come with a version and per language', async () => {
    const answer = (await (await fetch(`${server.url}/space-demo/napi/lang/json?lang=en`)).json()) as { status: number; data: { code: number; data: Record<string, unknown> } };
    expect(answer.data.code).toBe(200);
    expect(Object.keys(answer.data.data)).toEqual(['version', 'en']);
  });

  test('a chat token is given to oneself alone', async () => {
    const person = await server.as('user');
    const other = await server.as('admin');
    const ask = async (userId: string) => (await person.fetch(`/api2/chat/token?userId=${userId}`)).json() as Promise<{ status: string; token?: string }>;
    expect(await ask(person.id)).toMatchObject({ status: '1200', token: expect.stringMatching(/^[\w-]+\.[\w-]+$/) });
    expect(await ask(other.id)).toEqual({ status: '1401' });
    expect(await (await fetch(`${server.url}/api2/chat/token?userId=${person.id}`)).json()).toEqual({ status: '1401' });
  });
});

test('an address may be as long as the largest filter', async () => {
  const person = await server.as('user');
  const answer = await person.fetch(`/api/identity/me?filter=${'x'.repeat(150_000)}`);
  expect(answer.status).toBe(200);
});

test('a call says what a browser may do with its answer, and over https that there is no other way', async () => {
  const plain = await fetch(`${server.url}/api/identity/sign-in-ways`);
  expect(plain.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect([plain.headers.get('cache-control'), plain.headers.get('access-control-allow-origin'), plain.headers.get('strict-transport-security')]).toEqual(['no-store', null, null]);
  const secure = await startTestServer({ FORMWORK_PUBLIC_URL: 'https://formwork.example' });
  expect((await fetch(`${secure.url}/healthz`)).headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  const { headers } = await fetch(`${secure.url}/api/identity/sessions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ login: 'user', password: testPassword }) });
  const [cookie] = headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-formwork_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect((await fetch(`${secure.url}/api/identity/me`, { headers: { cookie: cookie!.split(';')[0]! } })).status).toBe(200);
  await secure.stop();
});

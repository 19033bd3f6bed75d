import { connect } from 'node:net';
import { elementsApi, noElementSettings } from '@formwork/contract/console/elements.ts';
import { developerApi } from '@formwork/contract/developer/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testPassword } from '../../testing/people.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { watchBody } from './bodies.ts';

let server: TestServer;
/** Waits for nobody, and shows nobody its figures. */
let strict: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  strict = await startTestServer({ FORMWORK_BODY_SECONDS: '1', FORMWORK_METRICS_TOKEN: 'figures-for-me' });
});
afterAll(async () => {
  await strict.stop();
  await server.stop();
});

describe('what machines ask', () => {
  test('the process is alive and ready, and tells its figures', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/formwork_http_request_seconds_bucket/);
  });

  test('figures are for whoever has the token, where there is one', async () => {
    const figures = (authorization?: string) =>
      fetch(`${strict.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
    for (const wrong of [undefined, 'Bearer ', 'Bearer figures', 'figures-for-me'])
      expect((await figures(wrong)).status).toBe(401);
    expect((await figures('Bearer figures-for-me')).status).toBe(200);
  });

  test('the interface is described in OpenAPI 3.1 and for readers', async () => {
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
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
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      404,
      'platform.interface_not_found',
    ]);
  });
});

describe('bodies', () => {
  const post = (body: string, type: string) =>
    fetch(`${server.url}/api/identity/sessions`, { method: 'POST', headers: { 'content-type': type }, body });
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
    expect(fields.map(({ path, code }) => [path, code])).toEqual([
      ['login', 'input.too_small'],
      ['password', 'input.invalid_type'],
    ]);
  });
});

describe('a connection', () => {
  /** What comes back on a socket of our own until it is closed: all parts at once, or the last one sign by sign, slowly. */
  const talk = (url: string, parts: string[], drip = false) =>
    new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        if (!drip) return void socket.write(parts.join(''));
        const last = [...parts.at(-1)!];
        socket.write(parts.slice(0, -1).join(''));
        const dripping = setInterval(() => {
          const next = last.shift();
          if (next === undefined || socket.destroyed) clearInterval(dripping);
          else socket.write(next);
        }, 100);
      });
      socket
        .setEncoding('utf8')
        .on('data', (text: string) => {
          heard += text;
        })
        .on('close', () => resolve(heard))
        .on('error', () => {});
    });

  describe('whose body comes slowly', () => {
    const post = (path: string, type: string, length: number, cookie = '') =>
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

    test('or not at all is closed', async () => {
      const heard = await talk(strict.url, [post('/api/identity/sessions', 'application/json', 100), '{"login"']);
      expect(heard).toMatch(/^HTTP\/1\.1 408/);
    });

    test('a byte at a time is closed too, whoever sends it', async () => {
      const body = JSON.stringify({ login: 'x'.repeat(40) });
      const { cookie } = await strict.as('admin');
      for (const who of ['', cookie])
        expect(
          await talk(strict.url, [post('/api/identity/sessions', 'application/json', body.length, who), body], true),
        ).toMatch(/^HTTP\/1\.1 408/);
    });

    test('as a file is waited for', async () => {
      const { cookie } = await strict.as('admin');
      const [head, slow, end] = [
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
        'so slow is this line',
        '\r\n--b--\r\n',
      ];
      const length = `${head}${slow}${end}`.length;
      const heard = await talk(
        strict.url,
        [post('/api/files', 'multipart/form-data; boundary=b', length, cookie), head, `${slow}${end}`],
        true,
      );
      expect(heard).toMatch(/^HTTP\/1\.1 200/);
    });
  });

  test('with a file that does not come is closed after sixty times as long', async () => {
    vi.useFakeTimers();
    const closed: string[] = [];
    const socket = { end: (text: string) => closed.push(text), destroySoon() {} };
    const raw = { complete: false, socket };
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100' };
    watchBody({ raw, headers } as never, { bodySeconds: 60 });
    vi.advanceTimersByTime(3_599_000);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(closed).toEqual([expect.stringMatching(/^HTTP\/1\.1 408/)]);
    vi.useRealTimers();
  });

  test('with two hosts is not answered', async () => {
    const heard = await talk(server.url, [
      'GET /api/identity/sign-in-ways HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n',
    ]);
    expect(heard).toMatch(/^HTTP\/1\.1 400[^]*platform\.bad_request/);
  });
});

describe('the calls of the front end that are older than the interface', () => {
  test('texts come with a version and per language', async () => {
    const answer = (await (await fetch(`${server.url}/space-demo/napi/lang/json?lang=en`)).json()) as {
      status: number;
      data: { code: number; data: Record<string, unknown> };
    };
    expect(answer.data.code).toBe(200);
    expect(Object.keys(answer.data.data)).toEqual(['version', 'en']);
    const asked = async (query: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.url}/napi/lang/json${query}`, { headers });
      return Object.keys(((await response.json()) as typeof answer).data.data);
    };
    expect(await asked('?lang=zh-CN,en')).toEqual(['version', 'zh-CN', 'en']);
    expect(await asked('', { 'accept-language': 'fr, en;q=0.8' })).toEqual(['version', 'en']);
    expect(await asked('?lang=fr')).toEqual(['version', 'zh-CN']);
  });

  test("an enterprise's wordings come to its people, and another version with them", async () => {
    const admin = await server.as('admin');
    const ask = async (who: Client) =>
      (
        (await (await who.fetch('/space-demo/napi/lang/json?lang=en')).json()) as {
          data: { data: { version: string; en: Record<string, string> } };
        }
      ).data.data;
    const before = await ask(admin);
    await admin.ok(elementsApi.putElements, {
      params: { page: 'workbench' },
      body: {
        expectedVersion: 0,
        settings: { ...noElementSettings, elements: { 'tabs.handled': { title: { zh: '办过的', en: 'Done' } } } },
      },
    });
    const after = await ask(admin);
    expect(after.en['wordings.workbench.tabs.handled']).toBe('Done');
    expect(after.version).not.toBe(before.version);
    expect((await ask(await server.as('other-user'))).version).toBe(before.version);
    await admin.ok(elementsApi.resetElements, { params: { page: 'workbench' } });
  });

  test('a chat token is given to oneself alone', async () => {
    const person = await server.as('user');
    const other = await server.as('admin');
    const ask = async (userId: string) =>
      (await person.fetch(`/api2/chat/token?userId=${userId}`)).json() as Promise<{ status: string; token?: string }>;
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
  expect([
    plain.headers.get('cache-control'),
    plain.headers.get('access-control-allow-origin'),
    plain.headers.get('strict-transport-security'),
  ]).toEqual(['no-store', null, null]);
  const secure = await startTestServer({ FORMWORK_PUBLIC_URL: 'https://formwork.example' });
  expect((await fetch(`${secure.url}/healthz`)).headers.get('strict-transport-security')).toBe(
    'max-age=31536000; includeSubDomains',
  );
  const { headers } = await fetch(`${secure.url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'user', password: testPassword }),
  });
  const [cookie] = headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-formwork_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect((await fetch(`${secure.url}/api/identity/me`, { headers: { cookie: cookie!.split(';')[0]! } })).status).toBe(
    200,
  );
  await secure.stop();
});

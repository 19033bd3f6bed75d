import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askHost, type Asking, type HostAnswer } from '../../../testing/ask-host.ts';
import { testPassword } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { WebSocket } from 'ws';

const main = 'http://main.test';
const desk = 'http://console.test:81';
const consolePage = '/enterprise/organization';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    FORMWORK_PUBLIC_URL: main,
    FORMWORK_APPLICATION_ADDRESSES: JSON.stringify({ index: desk }),
  });
});
afterAll(() => server.stop());

const at = (origin: string, path: string, asking?: Asking): Promise<HostAnswer> =>
  askHost(server.url, new URL(origin).host, path, asking);
const pathIn = (address = ''): string => address.slice(new URL(address).origin.length);

/** Signs in at the public host. */
async function signedIn(login: string): Promise<string> {
  const answer = await at(main, '/api/identity/sessions', {
    method: 'POST',
    headers: { origin: main },
    body: { login, password: testPassword },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.cookies[0]!;
}

/** From the application's host to the public one: what it asks for, and the cookie it gives. */
async function asked(path = consolePage): Promise<{ ask: string; hand: string }> {
  const answer = await at(desk, path);
  expect([answer.status, new URL(answer.headers.location!).origin]).toEqual([303, main]);
  return { ask: pathIn(answer.headers.location), hand: answer.cookies[0]! };
}

async function ticketFor(cookie: string, ask: string): Promise<string> {
  const answer = await at(main, ask, { cookie });
  expect([answer.status, new URL(answer.headers.location!).origin]).toEqual([303, desk]);
  return pathIn(answer.headers.location);
}

/** All of the way, ending with the session's cookie of the application's host. */
async function handedOver(cookie: string): Promise<string> {
  const { ask, hand } = await asked();
  const answer = await at(desk, await ticketFor(cookie, ask), { cookie: hand });
  return answer.cookies.find((one) => one.startsWith('formwork_session='))!;
}

const meAt = (origin: string, cookie: string): Promise<HostAnswer> => at(origin, '/api/identity/me', { cookie });

test('a session is handed over, and comes back to the page that was asked for', async () => {
  const cookie = await signedIn('admin');
  const { ask, hand } = await asked(`${consolePage}?tab=people`);
  const ticket = await ticketFor(cookie, ask);
  const over = await at(desk, ticket, { cookie: hand });
  expect([over.status, over.headers.location]).toEqual([303, `${desk}${consolePage}?tab=people`]);
  expect([over.headers['cache-control'], over.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  expect(over.cookies).toContain('formwork_hand=');
  const own = over.cookies.find((one) => one.startsWith('formwork_session='))!;
  expect((await meAt(desk, own)).status).toBe(200);
});

test('who is not signed in signs in at the public host, and goes on from there', async () => {
  const { ask } = await asked();
  const answer = await at(main, ask);
  expect([answer.status, answer.headers.location]).toEqual([303, `${main}/login?redirect=${encodeURIComponent(ask)}`]);
});

test('the cookie of one host is nobody at the other', async () => {
  const cookie = await signedIn('admin');
  const own = await handedOver(cookie);
  expect([(await meAt(main, own)).status, (await meAt(desk, cookie)).status]).toEqual([401, 401]);
});

describe('a ticket', () => {
  test('is good once', async () => {
    const cookie = await signedIn('admin');
    const { ask, hand } = await asked();
    const ticket = await ticketFor(cookie, ask);
    const answers = await Promise.all(Array.from({ length: 8 }, () => at(desk, ticket, { cookie: hand })));
    expect(answers.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
  });

  test('lets nobody in at another browser, host, or after a minute', async () => {
    const cookie = await signedIn('admin');
    const first = await asked();
    const second = await asked();
    const other = await at(desk, await ticketFor(cookie, first.ask), { cookie: second.hand });
    expect([other.headers.location, other.cookies]).toEqual([desk + consolePage, []]);
    const none = await at(desk, await ticketFor(cookie, first.ask));
    expect(none.cookies).toEqual([]);
    const elsewhere = await at(main, await ticketFor(cookie, first.ask), { cookie: first.hand });
    expect(elsewhere.cookies).toEqual([]);
    const late = await ticketFor(cookie, first.ask);
    await server.platform.owner.query(`update identity.host_ticket set expires_at = now() - interval '1 second'`);
    const tooLate = await at(desk, late, { cookie: first.hand });
    expect(tooLate.cookies).toEqual([]);
  });

  test('lives for a minute', async () => {
    const { ask } = await asked();
    await ticketFor(await signedIn('admin'), ask);
    const { rows } = await server.platform.owner.query<{ fits: boolean }>(
      `select expires_at <= now() + interval '60 seconds' as fits from identity.host_ticket`,
    );
    expect(rows.every(({ fits }) => fits)).toBe(true);
  });

  test('spent after its session ended leads back to signing in', async () => {
    const cookie = await signedIn('admin');
    const { ask, hand } = await asked();
    const ticket = await ticketFor(cookie, ask);
    await at(main, '/api/identity/sessions/current', { method: 'DELETE', cookie, headers: { origin: main } });
    const over = await at(desk, ticket, { cookie: hand });
    const own = over.cookies.find((one) => one.startsWith('formwork_session='))!;
    expect((await meAt(desk, own)).status).toBe(401);
  });
});

describe('a session is handed to no foreign address', () => {
  const foreign = [
    '//evil.test/enterprise/organization',
    '\\\\evil.test\\sysop\\organization',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://evil.test/enterprise/organization',
    'http://console.test:82/enterprise/organization',
    'https://console.test:81/enterprise/organization',
    'http://console.test.:81/enterprise/organization',
    'http://c\u043ensole.test:81/enterprise/organization',
    'http://console.test:81@evil.test/enterprise/organization',
    'http://console.test.evil.test:81/enterprise/organization',
    'http%3A%2F%2Fconsole.test%3A81%2Fsysop%2Forganization',
    'http://console.test:81//evil.test',
    'http://console.test:81/%2F/evil.test',
    'http://console.test:81/api/identity/me',
    'http://console.test:81/login',
    'http://console.test:81/user/workbench',
    'http://main.test/login',
    'null',
    '',
  ];
  test.each(foreign)('%s', async (to) => {
    const cookie = await signedIn('admin');
    const answer = await at(main, `/loginMiddle?to=${encodeURIComponent(to)}&for=${'a'.repeat(43)}`, { cookie });
    expect(answer.headers.location).toBeUndefined();
    const { rows } = await server.platform.owner.query(`select 1 from identity.host_ticket where browser_hash = $1`, [
      'a'.repeat(43),
    ]);
    expect(rows).toEqual([]);
  });

  test('nor twice, nor for no browser', async () => {
    const cookie = await signedIn('admin');
    const to = encodeURIComponent(desk + consolePage);
    for (const query of [
      `to=${to}`,
      `to=${to}&for=x`,
      `to=${to}&to=${to}&for=${'a'.repeat(43)}`,
      `to=${to}&for=${'a'.repeat(43)}&for=b`,
    ])
      expect((await at(main, `/loginMiddle?${query}`, { cookie })).headers.location).toBeUndefined();
  });
});

test('signing out at one host ends both, and the sockets of the other', async () => {
  for (const [from, to] of [
    [main, desk],
    [desk, main],
  ] as const) {
    const cookie = await signedIn('admin');
    const cookies = { [main]: cookie, [desk]: await handedOver(cookie) };
    const me = JSON.parse((await meAt(to, cookies[to])).text) as { id: string };
    const closed = await bound(to, cookies[to], me.id);
    const out = await at(from, '/api/identity/sessions/current', {
      method: 'DELETE',
      cookie: cookies[from],
      headers: { origin: from },
    });
    expect(out.status).toBe(200);
    expect(await closed()).toBe(1008);
    expect([(await meAt(from, cookies[from])).status, (await meAt(to, cookies[to])).status]).toEqual([401, 401]);
  }
});

test('a planted cookie is replaced', async () => {
  const cookie = await signedIn('admin');
  const { ask, hand } = await asked();
  const planted = `formwork_session=${'p'.repeat(43)}`;
  const over = await at(desk, await ticketFor(cookie, ask), { cookie: `${hand}; ${planted}` });
  expect(over.cookies.find((one) => one.startsWith('formwork_session='))).not.toBe(planted);
  expect((await meAt(desk, planted)).status).toBe(401);
});

test('each page is at its application, and what visitors see at the public host', async () => {
  const cookie = await signedIn('admin');
  const own = await handedOver(cookie);
  const led = async (origin: string, path: string, shown: string): Promise<string | undefined> =>
    (await at(origin, path, { cookie: shown })).headers.location;
  expect(await led(main, `${consolePage}?a=1`, cookie)).toBe(`${desk}${consolePage}?a=1`);
  expect(await led(desk, '/user/workbench', own)).toBe(`${main}/user/workbench`);
  expect(await led(desk, '/login?redirect=%2F', own)).toBe(`${main}/login?redirect=%2F`);
});

test('nobody signs in at the host of an application', async () => {
  const answer = await at(desk, '/api/identity/sessions', {
    method: 'POST',
    headers: { origin: desk },
    body: { login: 'user5', password: testPassword },
  });
  expect([answer.status, answer.cookies]).toEqual([421, []]);
});

test('a host outside the list is answered nothing, but asked how it is', async () => {
  const cookie = await signedIn('admin');
  for (const path of ['/', '/login', '/api/identity/me', '/assets/x.js'])
    expect((await at('http://evil.test', path, { cookie })).status, path).toBe(421);
  expect((await at('http://10.0.0.9', '/healthz')).status).toBe(200);
  await expect(bound('http://evil.test', cookie, '')).rejects.toThrow('421');
});

async function bound(origin: string, cookie: string, uid: string): Promise<() => Promise<number>> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, {
    origin,
    headers: { host: new URL(origin).host, cookie },
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('message', resolve);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'bindUid', uid })));
  });
  return () => closed;
}

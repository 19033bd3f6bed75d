import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { withModule } from '../../testing/with-module.ts';

withModule({
  name: 'test',
  topics: {
    thing: async (ctx, id) => id === 'public' || id === ctx.user.login,
    broken: () => {
      throw new Error('broken');
    },
    many: () => true,
  },
});

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_LOG_LEVEL: 'fatal' });
  user = await server.as('user');
});
afterAll(() => server.stop());

test('a bound socket hears what is for its person, in its space alone', async () => {
  const mine = await open(user);
  const prefixed = await open(user, '/space-demo/socket');
  const colleague = await open(await server.as('user2'));
  const stranger = await open(await server.as('other-user'));
  server.platform.realtime.publish('demo', { to: { users: [user.id] }, message: { type: 'hello' } });
  server.platform.realtime.publish('other', { to: { users: [user.id] }, message: { type: 'elsewhere' } });
  await until(() => mine.heard.length > 1 && prefixed.heard.length > 1);
  await sleep(50);
  expect(mine.heard).toEqual([{ type: 'bound' }, { type: 'hello' }]);
  expect(prefixed.heard).toEqual(mine.heard);
  expect(colleague.heard).toEqual([{ type: 'bound' }]);
  expect(stranger.heard).toEqual([{ type: 'bound' }]);
});

test('topics are watched by whoever may, until they say so', async () => {
  const mine = await open(user);
  for (const topic of ['thing:public', 'thing:user', 'thing:user2', 'unknown:x', 'constructor:x', 'nothing'])
    mine.send({ type: 'watch', topic });
  await until(() => mine.heard.length === 7);
  expect(mine.heard.slice(1)).toEqual([
    { type: 'watching', topic: 'thing:public' },
    { type: 'watching', topic: 'thing:user' },
    { type: 'refused', topic: 'thing:user2' },
    { type: 'refused', topic: 'unknown:x' },
    { type: 'refused', topic: 'constructor:x' },
    { type: 'refused', topic: 'nothing' },
  ]);
  const tell = (topic: string) =>
    server.platform.realtime.publish('demo', { to: { topic }, message: { type: 'changed', topic } });
  for (const topic of ['thing:public', 'thing:user2']) tell(topic);
  await until(() => mine.heard.length === 8);
  mine.send({ type: 'unwatch', topic: 'thing:public' });
  await sleep(50);
  tell('thing:public');
  tell('thing:user');
  await until(() => mine.heard.length === 9);
  expect(mine.heard.slice(7)).toEqual([
    { type: 'changed', topic: 'thing:public' },
    { type: 'changed', topic: 'thing:user' },
  ]);
});

test('ends where nobody can say whether a topic may be watched: the page comes back and asks again', async () => {
  const mine = await open(user);
  mine.send({ type: 'watch', topic: 'broken:x' });
  expect(await mine.closed).toBe(1011);
});

test('needs a session, an own page and the right person', async () => {
  expect(await refusal({})).toBe(401);
  expect(await refusal({ cookie: 'formwork_session=x' })).toBe(401);
  expect(await refusal({ cookie: user.cookie, origin: 'https://evil.example' })).toBe(403);
  expect(await refusal({ cookie: user.cookie }, '/space-other/socket')).toBe(404);
  const own = new WebSocket(address('/socket'), { headers: { cookie: user.cookie, origin: server.url } });
  await once(own, 'open');
  own.send(JSON.stringify({ type: 'bindUid', uid: (await server.as('user2')).id, login_ip: '' }));
  expect((await once(own, 'close'))[0]).toBe(1008);
});

test.each([['not JSON'], ['{"type":"unknown"}'], ['{"type":"watch","topic":"thing:public"}']])(
  'ends with what it does not understand before binding: %s',
  async (text) => {
    const socket = new WebSocket(address('/socket'), { headers: { cookie: user.cookie } });
    await once(socket, 'open');
    socket.send(text);
    expect((await once(socket, 'close'))[0]).toBe(1008);
  },
);

test('of a kind that has few topics only these are watched', async () => {
  const mine = await open(user);
  const topics = ['enterprise:appearance', 'console:menus', 'console:elements', 'buttons:app'];
  const invented = ['enterprise:x', 'console:', 'console:anything', 'buttons:app2'];
  for (const topic of [...topics, ...invented]) mine.send({ type: 'watch', topic });
  await until(() => mine.heard.length === 9);
  expect(mine.heard.slice(1)).toEqual([
    ...topics.map((topic) => ({ type: 'watching', topic })),
    ...invented.map((topic) => ({ type: 'refused', topic })),
  ]);
});

test('a session watches a hundred topics and no more, in however many pages, and is told why', async () => {
  const person = await signIn(server.url, 'user5');
  const [mine, page] = [await open(person), await open(person)];
  for (let n = 0; n < 60; n++) mine.send({ type: 'watch', topic: `many:${n}` });
  await until(() => mine.heard.length === 61);
  // what another page watches already counts once
  for (let n = 50; n < 101; n++) page.send({ type: 'watch', topic: `many:${n}` });
  await until(() => page.heard.length === 52);
  expect(page.heard.at(-2)).toEqual({ type: 'watching', topic: 'many:99' });
  const refused = { type: 'refused', topic: 'many:100', code: 'platform.socket.too_many_topics' };
  expect(page.heard.at(-1)).toEqual(refused);
  mine.send({ type: 'watch', topic: 'many:100' });
  await until(() => mine.heard.length === 62);
  expect(mine.heard.at(-1)).toEqual(refused);
  // another session of the same person has its own
  const elsewhere = await open(await signIn(server.url, 'user5'));
  elsewhere.send({ type: 'watch', topic: 'many:100' });
  await until(() => elsewhere.heard.length === 2);
  expect(elsewhere.heard.at(-1)).toEqual({ type: 'watching', topic: 'many:100' });

  // room comes back with what is not watched any more, with what is refused, and with a page that is closed
  mine.send({ type: 'unwatch', topic: 'many:0' });
  mine.send({ type: 'watch', topic: 'thing:nobody' });
  mine.send({ type: 'watch', topic: 'many:100' });
  await until(() => mine.heard.length === 64);
  expect(mine.heard.slice(-2)).toEqual([
    { type: 'refused', topic: 'thing:nobody' },
    { type: 'watching', topic: 'many:100' },
  ]);
  page.socket.close();
  await page.closed;
  const watching = (topic: string) =>
    mine.heard.some((said) => JSON.stringify(said) === JSON.stringify({ type: 'watching', topic }));
  for (let tries = 0; tries < 50 && !watching('many:200'); tries++) {
    mine.send({ type: 'watch', topic: 'many:200' });
    await sleep(50);
  }
  expect(watching('many:200')).toBe(true);
});

test('is one of twenty that a session may have, however many come at once', async () => {
  const person = await signIn(server.url, 'user4');
  const sockets = Array.from(
    { length: 40 },
    () => new WebSocket(address('/socket'), { headers: { cookie: person.cookie } }),
  );
  const states = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket
            .on('error', () => resolve('refused'))
            .on('close', (code) => resolve(`closed ${code}`))
            .on('open', () => {
              socket.send(JSON.stringify({ type: 'bindUid', uid: person.id }));
              socket.on('message', () => resolve('bound'));
            });
        }),
    ),
  );
  expect(states.filter((state) => state === 'bound').length).toBeLessThanOrEqual(20);
  await until(() => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length === 20);
  expect(await refusal({ cookie: person.cookie })).toBe(429);
  sockets.find(({ readyState }) => readyState === WebSocket.OPEN)!.close();
  await until(() => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length === 19);
  await expect.poll(() => refusal({ cookie: person.cookie })).toBeUndefined();
});

test('ends with its session, and with the person', async () => {
  const session = await signIn(server.url, 'user3');
  const stays = await open(await server.as('user3'));
  const ends = await open(session);
  await session.ok(identityApi.signOut);
  expect(await ends.closed).toBe(1008);
  expect(stays.socket.readyState).toBe(WebSocket.OPEN);
  await (await server.as('admin')).ok(organizationApi.disablePerson, { params: { personId: session.id } });
  expect(await stays.closed).toBe(1008);
});

test('is told to come back when the server stops', async () => {
  const other = await startTestServer();
  const client = await other.as('user');
  const socket = new WebSocket(`${other.url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await other.stop();
  expect((await closed)[0]).toBe(1001);
});

function address(path: string): string {
  return `${server.url.replace('http', 'ws')}${path}`;
}

async function open(client: Client, path = '/socket') {
  const socket = new WebSocket(address(path), { headers: { cookie: client.cookie } });
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code]) => code as number);
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  await once(socket, 'open');
  send({ type: 'bindUid', uid: client.id, login_ip: '127.0.0.1' });
  await until(() => heard.length === 1);
  return { socket, heard, closed, send };
}

function refusal(headers: Record<string, string>, path = '/socket'): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address(path), { headers });
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode);
      response.destroy();
    });
    socket.on('error', () => {});
    socket.on('open', () => resolve(undefined));
  });
}

async function until(condition: () => boolean): Promise<void> {
  for (const start = Date.now(); !condition(); await sleep(10))
    if (Date.now() - start > 60_000) throw new Error('waited in vain');
}

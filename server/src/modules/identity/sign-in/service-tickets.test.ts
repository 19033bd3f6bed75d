import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { ServiceTickets } from '@formwork/contract/identity/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { askHost, type Asking, type HostAnswer } from '../../../testing/ask-host.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

const page = 'http://main.test';
const others = { fileIo: 'http://files.test', socket: 'http://live.test', iot: 'http://devices.test' };

let server: TestServer;
let person: Client;
let fileId: string;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_PUBLIC_URL: page, FORMWORK_BASE_ADDRESSES: JSON.stringify(others) });
  person = await signIn(server.url, 'user2');
  const form = new FormData();
  form.append('file', new Blob(['what it says']), 'note.txt');
  const answer = await person.fetch(`/api${filesApi.upload.path}?purpose=test`, { method: 'POST', body: form });
  fileId = ((await answer.json()) as FileView[])[0]!.id;
});
afterAll(() => server.stop());

const at = (host: string, path: string, asking?: Asking): Promise<HostAnswer> =>
  askHost(server.url, host, path, asking);
const content = (): string => `/api${filesApi.open.path.replace(':fileId', fileId)}`;
const codeIn = ({ text }: HostAnswer): string | undefined => (JSON.parse(text) as { code?: string }).code;

async function ticketsOf(cookie: string): Promise<ServiceTickets['tickets']> {
  const answer = await at('main.test', '/api/identity/service-tickets', {
    method: 'POST',
    cookie,
    headers: { origin: page },
  });
  expect(answer.status).toBe(200);
  return ServiceTickets.parse(JSON.parse(answer.text)).tickets;
}

const shown = (ticket: string, origin = page) => ({ headers: { authorization: `Bearer ${ticket}`, origin } });

test('a page is told addresses and tickets on a host of the list; on another one it asks the server it came from', async () => {
  const listed = await at('main.test', '/user/workbench', { cookie: person.cookie });
  expect(listed.text).toContain('"fileIo":"http://files.test"');
  expect(listed.text).toContain('"call":"fws_');
  expect(listed.headers['content-security-policy']).toContain("img-src 'self' data: blob: http://files.test;");
  expect(listed.headers['content-security-policy']).toContain('ws://live.test');
  const unlisted = await at('10.0.0.7:8080', '/user/workbench', { cookie: person.cookie });
  expect(unlisted.status).toBe(200);
  expect(unlisted.text).not.toContain('files.test');
  expect(unlisted.headers['content-security-policy']).not.toContain('files.test');
});

test('a visitor is told the addresses and no ticket', async () => {
  const { text } = await at('main.test', '/login');
  expect(text).toContain('"fileIo":"http://files.test"');
  expect(text).not.toContain('fws_');
});

test('a ticket opens what its service answers, read by the page that got it', async () => {
  const { fileIo } = await ticketsOf(person.cookie);
  const called = await at('files.test', content(), shown(fileIo!.call));
  expect([called.status, called.text]).toEqual([200, 'what it says']);
  expect(called.headers['access-control-allow-origin']).toBe(page);
  expect(called.headers['access-control-allow-credentials']).toBeUndefined();
  const picture = await at('files.test', `${content()}?inline=1&ticket=${fileIo!.address}`);
  expect([picture.status, picture.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  expect(picture.headers['referrer-policy']).toBe('no-referrer');
});

describe('a ticket opens nothing else', () => {
  const refused: [string, (of: ServiceTickets['tickets']) => Promise<HostAnswer>, number, string][] = [
    [
      'that of another service',
      (of) => at('files.test', content(), shown(of.iot!.call)),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'at the person behind the session',
      (of) => at('main.test', '/api/identity/me', shown(of.fileIo!.call)),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'for more tickets',
      (of) => at('main.test', '/api/identity/service-tickets', { method: 'POST', ...shown(of.fileIo!.call) }),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'from another page',
      (of) => at('files.test', content(), shown(of.fileIo!.call, 'http://evil.test')),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'from no page',
      (of) => at('files.test', content(), { headers: { authorization: `Bearer ${of.fileIo!.call}` } }),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'one of calls in an address',
      (of) => at('files.test', `${content()}?ticket=${of.fileIo!.call}`),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'one of addresses in a call',
      (of) => at('files.test', content(), shown(of.fileIo!.address)),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'in the address of a change',
      (of) =>
        at('files.test', `/api/files/${fileId}?ticket=${of.fileIo!.address}`, {
          method: 'DELETE',
          headers: { origin: page },
        }),
      403,
      'identity.service_ticket.elsewhere',
    ],
    [
      'a changed one',
      (of) => at('files.test', content(), shown(`${of.fileIo!.call.slice(0, -2)}AA`)),
      401,
      'identity.service_ticket.ended',
    ],
  ];
  test.each(refused)('%s', async (_name, ask, status, code) => {
    const answer = await ask(await ticketsOf(person.cookie));
    expect([answer.status, codeIn(answer)]).toEqual([status, code]);
  });
});

test('it ends with its session', async () => {
  const own = await signIn(server.url, 'user3');
  const { fileIo } = await ticketsOf(own.cookie);
  await at('main.test', '/api/identity/sessions/current', {
    method: 'DELETE',
    cookie: own.cookie,
    headers: { origin: page },
  });
  const answer = await at('files.test', content(), shown(fileIo!.call));
  expect([answer.status, codeIn(answer)]).toEqual([401, 'identity.service_ticket.ended']);
});

test('a page of another site is told nothing, and a service is no page that might change things', async () => {
  const asked = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET', origin: 'http://evil.test' } };
  const foreign = await at('files.test', content(), asked);
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  expect(foreign.status).toBe(404);
  const own = await at('files.test', content(), { ...asked, headers: { ...asked.headers, origin: page } });
  expect([own.status, own.headers['access-control-allow-origin'], own.headers.vary]).toEqual([204, page, 'Origin']);
  const change = await at('main.test', '/api/identity/service-tickets', {
    method: 'POST',
    cookie: person.cookie,
    headers: { origin: 'http://files.test' },
  });
  expect([change.status, codeIn(change)]).toEqual([403, 'platform.wrong_origin']);
});

test('a socket is shown its ticket first, and ends without one', async () => {
  const { socket, fileIo } = await ticketsOf(person.cookie);
  expect(await greeted({ type: 'bindUid', uid: person.id, ticket: socket!.call })).toEqual({ type: 'bound' });
  expect(await greeted({ type: 'bindUid', uid: person.id, ticket: fileIo!.call })).toBe(1008);
  expect(await greeted({ type: 'bindUid', uid: person.id })).toBe(1008);
  expect(await greeted({ type: 'watch', topic: 'form:x' })).toBe(1008);
  await expect(greeted({ type: 'bindUid', uid: person.id, ticket: socket!.call }, 'http://evil.test')).rejects.toThrow(
    '403',
  );
});

test('a socket that is open by a ticket ends with the session', async () => {
  const own = await signIn(server.url, 'user4');
  const { socket } = await ticketsOf(own.cookie);
  const open = await opened({ type: 'bindUid', uid: own.id, ticket: socket!.call });
  const closed = new Promise<number>((resolve) => open.once('close', resolve));
  await at('main.test', '/api/identity/sessions/current', {
    method: 'DELETE',
    cookie: own.cookie,
    headers: { origin: page },
  });
  expect(await closed).toBe(1008);
});

/** The first answer to a message, or the code with which the socket was closed. */
function greeted(message: object, origin = page): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, {
      origin,
      headers: { host: 'live.test' },
    });
    socket.once('open', () => socket.send(JSON.stringify(message)));
    socket.once('message', (data) => {
      resolve(JSON.parse(String(data)));
      socket.close();
    });
    socket.once('close', resolve);
    socket.once('error', reject);
  });
}

async function opened(message: object): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, {
    origin: page,
    headers: { host: 'live.test' },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify(message));
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRange, isWithin, notPublic, rangesOf } from './addresses.ts';
import { openOutgoing, type Outgoing } from './outgoing.ts';

let server: Server;
let port: number;
let here: string;
const asked: { path: string; authorization: string | undefined; method: string }[] = [];
const guarded = openOutgoing({ outgoingAllowed: [] });
const allowing = openOutgoing({ outgoingAllowed: ['127.0.0.1'] });

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url!;
    asked.push({ path, authorization: request.headers.authorization, method: request.method! });
    if (path === '/large') return void response.end(Buffer.alloc(5_000));
    if (path === '/slow') return;
    if (path === '/round') return void response.writeHead(302, { location: '/round' }).end();
    if (path === '/elsewhere') return void response.writeHead(307, { location: `http://localhost:${port}/end` }).end();
    if (path === '/metadata') return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    response.end('hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  here = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await guarded.close();
  await allowing.close();
  server.closeAllConnections();
  server.close();
});

const reasonOf = (outgoing: Outgoing, address: string, options = {}) => outgoing.call(address, options).then(() => 'done', (error: { reason: string }) => error.reason);

describe('an outgoing call', () => {
  test.each([
    'http://127.0.0.1:81', 'http://localhost:81', 'http://2130706433:81', 'http://0x7f.1:81', 'http://[::1]:81', 'http://[::ffff:127.0.0.1]:81', 'http://[::ffff:7f00:1]:81', 'http://0.0.0.0:81', 'http://10.0.0.1', 'http://172.16.3.4',
    'http://192.168.1.1', 'http://169.254.169.254/latest', 'http://[fd00::1]', 'http://[fe80::1]', 'http://[64:ff9b::7f00:1]', 'ftp://example.com', 'file:///etc/passwd', 'http://user:secret@example.com',
  ])('to %s is refused', async (address) => {
    expect(await reasonOf(guarded, address)).toBe('address');
  });

  test('reaches a private address that the installation allows, by name too', async () => {
    expect((await allowing.call(here)).body.toString()).toBe('hello');
    expect((await allowing.call(`http://localhost:${port}`)).status).toBe(200);
    expect(await reasonOf(allowing, 'http://127.0.0.2:81')).toBe('address');
  });

  test('checks where a redirect leads, ends going round, and takes credentials to nobody else', async () => {
    expect(await reasonOf(allowing, `${here}/metadata`)).toBe('address');
    expect(await reasonOf(allowing, `${here}/round`)).toBe('redirects');
    asked.length = 0;
    await allowing.call(`${here}/elsewhere`, { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'x' });
    expect(asked).toEqual([{ path: '/elsewhere', authorization: 'Bearer secret', method: 'POST' }, { path: '/end', authorization: undefined, method: 'GET' }]);
  });

  test('is limited in size and time', async () => {
    expect(await reasonOf(allowing, `${here}/large`, { mostBytes: 4_999 })).toBe('size');
    expect(await reasonOf(allowing, `${here}/large`, { mostBytes: 5_000 })).toBe('done');
    expect(await reasonOf(allowing, `${here}/slow`, { timeoutMs: 20 })).toBe('network');
  });
});

test('ranges of addresses', () => {
  const office = rangesOf(['10.1.0.0/16', '192.168.3.7', 'fd00::/8']);
  for (const address of ['10.1.255.1', '192.168.3.7', 'fd12::81', '::ffff:10.1.0.1']) expect(isWithin(office, address), address).toBe(true);
  for (const address of ['10.2.0.1', '192.168.3.8', '8.8.8.8', 'nonsense', '']) expect(isWithin(office, address), address).toBe(false);
  for (const text of ['10.0.0.0/33', '10.0.0', 'example.com', '', '::/129', '10.0.0.0/8/8']) expect(isRange(text), text).toBe(false);
  // the ends of what is not given out, and IPv4 in other clothes
  for (const address of ['fec0::1', '::ffff:0:7f00:1', '::ffff:0:10.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '100:0:0:1::1', '1fff::1', '4000::1', '8000::1', 'fe00::1']) expect(isWithin(notPublic, address), address).toBe(true);
  for (const address of ['8.8.8.8', '223.5.5.5', '2400:3200::81']) expect(isWithin(notPublic, address), address).toBe(false);
});

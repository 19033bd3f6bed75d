import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server as SocketServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isRange, isWithin, notPublic, rangesOf } from '../http/addresses.ts';
import { openMail } from './mail.ts';
import { openGuard } from './outgoing-guard.ts';
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
    if (path === '/half') return void response.writeHead(200).write('half');
    if (path === '/round') return void response.writeHead(302, { location: '/round' }).end();
    if (path === '/elsewhere') return void response.writeHead(307, { location: `http://localhost:${port}/end` }).end();
    if (path === '/metadata')
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
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

const reasonOf = (outgoing: Outgoing, address: string, options = {}) =>
  outgoing.call(address, options).then(
    () => 'done',
    (error: { reason: string }) => error.reason,
  );

describe('an outgoing call', () => {
  test.each([
    'http://127.0.0.1:81',
    'http://localhost:81',
    'http://2130706433:81',
    'http://0x7f.1:81',
    'http://[::1]:81',
    'http://[::ffff:127.0.0.1]:81',
    'http://[::ffff:7f00:1]:81',
    'http://0.0.0.0:81',
    'http://10.0.0.1',
    'http://172.16.3.4',
    'http://192.168.1.1',
    'http://169.254.169.254/latest',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[fec0::1]',
    'http://[::ffff:0:127.0.0.1]',
    'http://[::ffff:0:7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'ftp://example.com',
    'file:///etc/passwd',
    'http://user:secret@example.com',
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
    await allowing.call(`${here}/elsewhere`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret' },
      body: 'x',
    });
    expect(asked).toEqual([
      { path: '/elsewhere', authorization: 'Bearer secret', method: 'POST' },
      { path: '/end', authorization: undefined, method: 'GET' },
    ]);
  });

  test('tells of a deadline whoever reads an answer later, and nobody else', async () => {
    const { body } = await allowing.stream(`${here}/half`, { timeoutMs: 200 });
    await vi.waitFor(() => expect(body.destroyed).toBe(true), { timeout: 30_000 });
    await expect(body.toArray()).rejects.toThrow();
  });

  test('is limited in size and time', async () => {
    expect(await reasonOf(allowing, `${here}/large`, { mostBytes: 4_999 })).toBe('size');
    expect(await reasonOf(allowing, `${here}/large`, { mostBytes: 5_000 })).toBe('done');
    expect(await reasonOf(allowing, `${here}/slow`, { timeoutMs: 20 })).toBe('network');
  });
});

describe('a socket for a driver', () => {
  let greeter: SocketServer;
  let greeting: number;
  beforeAll(async () => {
    greeter = createSocketServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
    await once(greeter, 'listening');
    greeting = (greeter.address() as AddressInfo).port;
  });
  afterAll(() => greeter.close());

  const heard = async (outgoing: Outgoing, host: string, options = {}, at = greeting) => {
    try {
      const socket = await outgoing.connect({ host, port: at }, options);
      let text = '';
      for await (const piece of socket) text += String(piece);
      return text;
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };

  test('leads to public addresses alone, unless others are allowed', async () => {
    expect(await heard(guarded, '127.0.0.1')).toBe('address');
    expect(await heard(guarded, 'localhost')).toBe('address');
    expect(await heard(guarded, '2130706433')).toBe('address');
    expect(await heard(guarded, '[::1]')).toBe('address');
    expect(await heard(allowing, '127.0.0.1')).toBe('hello');
    expect(await heard(allowing, 'localhost')).toBe('hello');
    expect(await heard(allowing, '127.0.0.2')).toBe('address');
    expect(await heard(guarded, '127.0.0.1', { named: true })).toBe('hello');
    expect(await heard(allowing, '127.0.0.1', {}, 1)).toBe('network');
  });

  test('never leads to the product itself, whatever is allowed and whatever it is called', async () => {
    const own = openOutgoing({ outgoingAllowed: ['127.0.0.0/8', '::1'] });
    expect(await heard(own, '127.0.0.1')).toBe('hello');
    own.forbid({ host: 'localhost', port: greeting });
    for (const host of ['127.0.0.1', 'localhost', '127.0.0.9', '2130706433', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(await heard(own, host), host).toBe('address');
    expect(await heard(own, '127.0.0.1', { named: true })).toBe('address');
    expect(await reasonOf(own, `http://127.0.0.1:${greeting}`)).toBe('address');
    expect(await reasonOf(own, here)).toBe('done');
    own.forbid({ host: '127.0.0.1', port });
    expect(await reasonOf(own, here)).toBe('address');
    await own.close();
  });

  test('is not made while the installation is held', async () => {
    const held = openOutgoing({ outgoingAllowed: ['127.0.0.1'] }, () => true);
    expect(await heard(held, '127.0.0.1')).toBe('held');
    expect(await heard(held, '127.0.0.1', { whileHeld: true })).toBe('hello');
    await held.close();
  });

  test('mail goes through it: to the machine that the settings name, and not to the product', async () => {
    const received: string[] = [];
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      onData(stream, session, done) {
        stream.resume().on('end', () => {
          received.push(...session.envelope.rcptTo.map(({ address }) => address));
          done();
        });
      },
    });
    const listening = smtp.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const smtpPort = (listening.address() as AddressInfo).port;
    const outgoing = openOutgoing({ outgoingAllowed: [] });
    const mail = openMail({ smtpUrl: `smtp://127.0.0.1:${smtpPort}`, mailFrom: 'a@example.com' }, outgoing);
    await mail.deliver({ to: 'b@example.com', subject: 's', text: 't' }, 'first');
    expect(received).toEqual(['b@example.com']);
    mail.close();
    outgoing.forbid({ host: '127.0.0.1', port: smtpPort });
    const shut = openMail({ smtpUrl: `smtp://127.0.0.1:${smtpPort}`, mailFrom: 'a@example.com' }, outgoing);
    await expect(shut.deliver({ to: 'c@example.com', subject: 's', text: 't' }, 'second')).rejects.toThrow('address');
    expect(received).toEqual(['b@example.com']);
    shut.close();
    await outgoing.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });
});

describe('what an enterprise may reach', () => {
  test('is its own, and ends when the operator takes it away', async () => {
    const ranges = new Map<string, string[]>([['steel', ['127.0.0.1']]]);
    const outgoing = openOutgoing({ outgoingAllowed: [] }, undefined, { of: (spaceId) => ranges.get(spaceId) ?? [] });
    expect(await reasonOf(outgoing, here, { spaceId: 'steel' })).toBe('done');
    expect(await reasonOf(outgoing, here, { spaceId: 'paper' })).toBe('address');
    expect(await reasonOf(outgoing, here)).toBe('address');
    ranges.set('steel', ['10.0.0.1']);
    expect(await reasonOf(outgoing, here, { spaceId: 'steel' })).toBe('address');
    ranges.delete('steel');
    expect(await reasonOf(outgoing, here, { spaceId: 'steel' })).toBe('address');
    await outgoing.close();
  });
});

test('a name that changes its meaning leads where it was checked', async () => {
  let resolved = 0;
  const rebinding = openGuard(() => Promise.resolve([resolved++ === 0 ? '127.0.0.1' : '127.0.0.2']));
  const outgoing = openOutgoing({ outgoingAllowed: ['127.0.0.1'] }, undefined, undefined, rebinding);
  expect(await reasonOf(outgoing, `http://rebound.example:${port}`)).toBe('done');
  expect(resolved).toBe(1);
  await expect(outgoing.connect({ host: 'rebound.example', port })).rejects.toThrow('address');
  // of several addresses the refused ones are never tried
  const mixed = openGuard(() => Promise.resolve(['127.0.0.2', '127.0.0.1']));
  const careful = openOutgoing({ outgoingAllowed: ['127.0.0.1'] }, undefined, undefined, mixed);
  expect((await careful.connect({ host: 'mixed.example', port })).destroy().remoteAddress ?? '127.0.0.1').toBe(
    '127.0.0.1',
  );
  await careful.close();
  await outgoing.close();
});

test('ranges of addresses', () => {
  const office = rangesOf(['10.1.0.0/16', '192.168.3.7', 'fd00::/8']);
  for (const address of ['10.1.255.1', '192.168.3.7', 'fd12::81', '::ffff:10.1.0.1'])
    expect(isWithin(office, address), address).toBe(true);
  for (const address of ['10.2.0.1', '192.168.3.8', '8.8.8.8', 'nonsense', ''])
    expect(isWithin(office, address), address).toBe(false);
  for (const text of ['10.0.0.0/33', '10.0.0', 'example.com', '', '::/129', '10.0.0.0/8/8'])
    expect(isRange(text), text).toBe(false);
  // the ends of what is not given out, and IPv4 in other clothes
  for (const address of [
    'fec0::1',
    '::ffff:0:7f00:1',
    '::ffff:0:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '100:0:0:1::1',
    '1fff::1',
    '4000::1',
    '8000::1',
    'fe00::1',
  ])
    expect(isWithin(notPublic, address), address).toBe(true);
  for (const address of ['8.8.8.8', '223.5.5.5', '2400:3200::81'])
    expect(isWithin(notPublic, address), address).toBe(false);
});

import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rangesOf } from '../../platform/http/addresses.ts';
import { openGuard } from '../../platform/outbox/outgoing-guard.ts';
import { openDialer } from './dial.ts';

let server: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const dial = async (dialer: ReturnType<typeof openDialer>, host: string, ranges: string[] = []): Promise<string> => {
  try {
    const socket = await dialer.dial({ secure: false, host, port }, rangesOf(ranges), 500);
    socket.destroy();
    return 'reached';
  } catch (error) {
    return (error as Error).message;
  }
};
const refused = 'the address may not be reached';

test.each([
  '127.0.0.1',
  '127.1.2.3',
  'localhost',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  'fd00::1',
  '64:ff9b::7f00:1',
])('%s is no upstream unless the operator says so', async (host) => {
  expect(await dial(openDialer([], []), host)).toBe(refused);
});

test('what the operator allows is reached, the database of the product never', async () => {
  expect(await dial(openDialer(['127.0.0.0/8'], []), '127.0.0.1')).toBe('reached');
  expect(await dial(openDialer([], []), '127.0.0.1', ['127.0.0.1'])).toBe('reached');
  expect(await dial(openDialer(['127.0.0.0/8'], [{ host: 'localhost', port }]), '127.0.0.1')).toBe(refused);
});

test('a name that means the inside the second time is not reached by it', async () => {
  // public when it is looked at by a form, private when a call comes: each call looks itself, and takes what it looked at
  const answers = [['203.0.113.9'], ['127.0.0.1'], ['203.0.113.9', '127.0.0.1']];
  let looked = 0;
  const guard = openGuard(() => Promise.resolve(answers[looked++]!));
  const before = reached;
  const dialer = openDialer([], [], guard);
  const found = [
    await dial(dialer, 'moves.example'),
    await dial(dialer, 'moves.example'),
    await dial(dialer, 'moves.example'),
  ];
  expect(found[1]).toBe(refused);
  expect([looked, reached]).toEqual([3, before]);
});

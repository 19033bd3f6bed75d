import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Bus, BusMessage } from '../bus.ts';
import { openAllowedRanges, type AllowedRanges } from './allowed-ranges.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
});
afterAll(() => server.stop());

/** Two processes, whose messages come to both of them in their order, when the test says so. */
async function scene(): Promise<{ one: AllowedRanges; other: AllowedRanges; deliver: (many?: number) => void }> {
  const waiting: BusMessage[] = [];
  const heard: ((message: BusMessage) => void)[] = [];
  const bus = {
    publish: (message: BusMessage) => void waiting.push(message),
    on: (kind: string, listener: (message: BusMessage) => void) =>
      void (kind === 'reconnected' || heard.push(listener)),
  } as unknown as Bus;
  const open = () => openAllowedRanges(server.platform.control, bus, { error() {} });
  return {
    one: await open(),
    other: await open(),
    deliver(many = waiting.length) {
      for (const message of waiting.splice(0, many)) for (const listener of heard) listener(message);
    },
  };
}

test('what is taken back is not there again when the word of before comes', async () => {
  const { one, other, deliver } = await scene();
  one.tell('demo', ['10.1.0.0/16']);
  one.tell('demo', []);
  deliver(1);
  expect([one.of('demo'), other.of('demo')]).toEqual([[], ['10.1.0.0/16']]);
  deliver();
  expect([one.of('demo'), other.of('demo')]).toEqual([[], []]);
});

test('of two processes that change it both end with what was said last', async () => {
  const { one, other, deliver } = await scene();
  one.tell('demo', ['10.1.0.0/16']);
  other.tell('demo', ['10.2.0.0/16']);
  deliver();
  expect([one.of('demo'), other.of('demo')]).toEqual([['10.2.0.0/16'], ['10.2.0.0/16']]);
  other.tell('demo', ['10.3.0.0/16']);
  deliver();
  expect([one.of('demo'), other.of('demo')]).toEqual([['10.3.0.0/16'], ['10.3.0.0/16']]);
});

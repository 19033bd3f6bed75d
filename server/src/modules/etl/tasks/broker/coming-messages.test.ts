import { afterEach, expect, test, vi } from 'vitest';
import type { MqttLine } from '../../kinds/mqtt-line.ts';
import { comingMessages } from './read-broker.ts';

type Messages = Awaited<ReturnType<MqttLine['messages']>>;

afterEach(() => void vi.useRealTimers());

/** One message after so many seconds, as often as it is asked, or so often. */
function every(seconds: number, times = Infinity) {
  let sent = 0;
  vi.useFakeTimers({ toFake: ['Date'] });
  return {
    messages(quietMs: number): Promise<Messages> {
      const waited = Math.min(seconds * 1_000, quietMs);
      vi.setSystemTime(Date.now() + waited);
      if (seconds * 1_000 > quietMs || sent >= times) return Promise.resolve([]);
      sent += 1;
      return Promise.resolve([{ topic: 'a', payload: Buffer.from('1') }] as unknown as Messages);
    },
  };
}

async function countOf(line: Pick<MqttLine, 'messages'>, most: number, quiet: number): Promise<number> {
  let count = 0;
  for await (const _message of comingMessages(line, { most, quiet })) count += 1;
  return count;
}

test('what comes is taken until it is quiet, or there are enough', async () => {
  expect(await countOf(every(1, 7), 100, 5)).toBe(7);
  expect(await countOf(every(1), 20, 5)).toBe(20);
  expect(await countOf(every(6), 20, 5)).toBe(0);
});

test('where it is never quiet it ends after a minute, or ten times as long as it was to be quiet', async () => {
  expect(await countOf(every(0.5), 10_000, 1)).toBe(120);
  expect(await countOf(every(1), 10_000, 30)).toBe(300);
});

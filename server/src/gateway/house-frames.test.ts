import { expect, test } from 'vitest';
import { frameOf, openFrames } from './house-frames.ts';

test('frames are the same however they are cut', () => {
  const sent = [
    { call: 1, status: 200, text: '{"rows":[]}' },
    { call: 4_294_967_295, status: 503, text: '' },
    { call: 7, status: 0, text: '设备 '.repeat(5_000) },
    { call: 8, status: 201, text: 'x' },
  ];
  const bytes = Buffer.concat(sent.map(({ call, status, text }) => frameOf(call, status, text)));
  expect(Buffer.concat(sent.map(({ call, status, text }) => frameOf(call, status, Buffer.from(text))))).toEqual(bytes);
  for (const size of [1, 3, 9, 10, 11, 64, 4_096, bytes.length]) {
    const told: typeof sent = [];
    const frames = openFrames((call, status, text) => told.push({ call, status, text: text.toString() }));
    // one buffer for all that is read, as on a connection
    const shared = Buffer.alloc(size);
    for (let at = 0; at < bytes.length; at += size) {
      const length = bytes.copy(shared, 0, at, Math.min(at + size, bytes.length));
      expect(frames.hear(shared.subarray(0, length))).toBe(true);
    }
    expect(told, String(size)).toEqual(sent);
  }
});

test('what is longer than any is not waited for', () => {
  const frames = openFrames(() => expect.unreachable(), 1_000);
  expect(frames.hear(frameOf(1, 0, 'x'.repeat(1_001)).subarray(0, 12))).toBe(false);
});

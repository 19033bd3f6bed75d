import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { patiently } from './patience.ts';

/** Never ends by itself; how it breaks says nothing of the time. */
const endless = (signal: AbortSignal): Readable => {
  const stream = new Readable({ read() {} });
  signal.addEventListener('abort', () => stream.destroy(new Error('Premature close')));
  return stream;
};

test('what takes too long is told as that, whatever broke by it', async () => {
  const waiting = patiently(20, async (signal) => {
    for await (const _ of endless(signal)) break;
  });
  await expect(waiting).rejects.toMatchObject({ code: 'etl.look.time', data: { seconds: 0.02 } });
});

test('what fails by itself or says something of its own is told as it is', async () => {
  await expect(patiently(60_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const refused = patiently(1, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new AppError('etl.file.empty');
  });
  await expect(refused).rejects.toMatchObject({ code: 'etl.file.empty' });
  expect(await patiently(60_000, () => Promise.resolve(1))).toBe(1);
});

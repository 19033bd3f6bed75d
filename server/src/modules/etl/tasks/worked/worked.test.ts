import { setImmediate as turn } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { workedRows } from './worked.ts';

test('rows that break before anybody reads them are heard of by who reads them then, and by nobody else', async () => {
  const ended = new AbortController();
  const work = { inputs: [], figures: [], zone: 'UTC', form: 'text', drop: 0 } as const;
  const rows = workedRows(new PassThrough(), { ...work, inputs: [], figures: [] }, { signal: ended.signal });
  const closed = new Promise((resolve) => rows.on('close', resolve));
  // without anybody it would end the process
  expect(rows.listenerCount('error')).toBeGreaterThan(0);
  ended.abort(new Error('not wanted'));
  await closed;
  await turn();
  await expect(pipeline(rows, new PassThrough())).rejects.toThrow('not wanted');
});

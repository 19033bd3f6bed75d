import { expect, test } from 'vitest';
import { csvBatches } from './csv.ts';

const megabyte = 1024 * 1024;

test.each([
  ['without an end', 'b'],
  ['behind a quote that is never closed', '"b\n'],
])('a gigabyte in one line %s ends the reading at its row, after a few megabytes of it', async (_what, sign) => {
  let sent = 0;
  async function* text() {
    yield await Promise.resolve('id,name\n1,a\n2,');
    if (sign.startsWith('"')) yield '"';
    const piece = sign.replace('"', '').repeat(megabyte / sign.replace('"', '').length);
    for (let n = 0; n < 1024; n += 1) {
      sent += piece.length;
      yield piece;
    }
  }
  const rows: string[][] = [];
  const reading = (async () => {
    for await (const batch of csvBatches(text(), ',')) rows.push(...batch);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'CSV_MAX_RECORD_SIZE', records: 2, index: 1 });
  expect(sent).toBeLessThan(32 * megabyte);
});

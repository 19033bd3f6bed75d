import { parentPort, workerData } from 'node:worker_threads';
import { utils, write } from '@e965/xlsx';

const rows = workerData as string[][];
const sheet = utils.aoa_to_sheet(rows);
// what begins with = stays text: nobody's name is a formula
for (const cell of Object.values(sheet))
  if (typeof cell === 'object' && cell !== null && 't' in cell) Object.assign(cell, { t: 's' });
sheet['!cols'] = (rows[0] ?? []).map((title, at) => ({
  wch: Math.min(40, Math.max(title.length * 2, ...rows.slice(1, 50).map((row) => (row[at] ?? '').length * 2), 8)),
}));
const book = utils.book_new();
utils.book_append_sheet(book, sheet, 'Sheet1');
// eslint-disable-next-line unicorn/require-post-message-target-origin -- to the thread that waits for it, no window
parentPort?.postMessage(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array);

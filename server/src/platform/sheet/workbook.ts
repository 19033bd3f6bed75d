import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** An xlsx file of rows of text. In a thread of its own: a hundred thousand rows would hold up every request for seconds. */
export async function workbookOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { workerData: rows });
  const failed = once(worker, 'error').then(([error]) => {
    throw error as Error;
  });
  const [bytes] = (await Promise.race([once(worker, 'message'), failed])) as [Uint8Array];
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import type { Job } from '../../runs/run-kinds.ts';

interface Steps<Batch, Read> {
  /** Reads and checks a batch, while the one before is still being written. */
  read: (batch: Batch) => Read | Promise<Read>;
  /** Writes it, and how far the import is with it, in one transaction: a run after a crash goes on behind the last. */
  write: (read: Read) => Promise<void>;
  /** Rows that are written. */
  done: () => number;
  total: number;
}

/** Batches that commit one by one: an open transaction would hold back the event log of the whole cluster. Whether it came to its end; a batch in work is finished before it stops. */
export async function writeBatches<Batch, Read>(
  job: Job,
  batches: AsyncIterable<Batch>,
  { read, write, done, total }: Steps<Batch, Read>,
): Promise<boolean> {
  const begun = done();
  let writing: Promise<void> = Promise.resolve();
  for await (const batch of batches) {
    const next = await read(batch);
    await writing;
    if (done() > begun) await job.moved();
    job.progress(done(), total);
    if (job.cancelled()) return false;
    writing = write(next);
    // an error is thrown where it is waited for
    writing.catch(() => {});
  }
  await writing;
  job.progress(done(), total);
  return !job.cancelled();
}

/** All at once; where one of them is refused, each by itself. What is no refusal ends the batch. */
export async function allOrEach<Row>(
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<void>,
  refused: (row: Row, error: unknown) => void,
  requireRefusal: (error: unknown) => void,
): Promise<void> {
  if (rows.length === 0) return;
  try {
    await write(rows);
  } catch (error) {
    requireRefusal(error);
    for (const row of rows) {
      try {
        await write([row]);
      } catch (reason) {
        refused(row, reason);
      }
    }
  }
}

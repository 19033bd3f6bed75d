import { expect, test } from 'vitest';
import type { Job } from '../../runs/run-kinds.ts';
import { cellsOf, columnsOf, missingColumns, type Headings } from './columns.ts';
import { inBatches } from './lines.ts';
import { allOrEach, writeBatches } from './write-batches.ts';

const headings: Headings<'code' | 'name'> = {
  code: { 'zh-CN': '代码', en: 'Code', also: ['adcode'] },
  name: { 'zh-CN': '名称', en: 'Region name' },
};

async function* lines(count: number): AsyncGenerator<number> {
  for (let at = 0; at < count; at += 1) yield at;
}

function jobThat(cancelledAfter = Infinity): { job: Job; told: number[] } {
  const told: number[] = [];
  const job = {
    progress: (done: number) => told.push(done),
    moved: async () => {},
    cancelled: () => (told.at(-1) ?? 0) >= cancelledAfter,
  } as unknown as Job;
  return { job, told };
}

test('columns are known by either language and other words, however they are typed; what is missing is said in the language asked', () => {
  expect(columnsOf(['ＡＤＣＯＤＥ', '* region_name', '备注', '代 码'], headings)).toEqual([
    'code',
    'name',
    null,
    'code',
  ]);
  const columns = columnsOf(['名称', 'remark'], headings);
  expect(missingColumns(columns, headings, ['code', 'name'], 'zh-CN')).toBe('代码');
  expect(missingColumns(columns, headings, ['name'], 'en')).toBe('');
  expect(cellsOf([' Harbour ', 'x'], columns)).toEqual({ name: 'Harbour' });
});

test('the next batch is read while one is written, and each is written once', async () => {
  const { job, told } = jobThat();
  const order: string[] = [];
  let done = 0;
  const whole = await writeBatches(job, inBatches(lines(5), 2), {
    read: (batch) => {
      order.push(`read ${batch.join()}`);
      return batch;
    },
    async write(batch) {
      order.push(`begin ${batch.join()}`);
      // longer than it takes to read
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      done += batch.length;
      order.push(`end ${batch.join()}`);
    },
    done: () => done,
    total: 5,
  });
  expect([whole, told]).toEqual([true, [0, 2, 4, 5]]);
  expect(order).toEqual([
    ...['read 0,1', 'begin 0,1', 'read 2,3', 'end 0,1', 'begin 2,3'],
    ...['read 4', 'end 2,3', 'begin 4', 'end 4'],
  ]);
});

test('a cancelled import ends with the batch in work, and one that cannot be written ends the run', async () => {
  const { job } = jobThat(2);
  let done = 0;
  const steps = { read: (batch: number[]) => batch, done: () => done, total: 6 };
  const write = (batch: number[]): Promise<void> => {
    done += batch.length;
    return Promise.resolve();
  };
  expect(await writeBatches(job, inBatches(lines(6), 2), { ...steps, write })).toBe(false);
  expect(done).toBe(2);
  const broken = (): Promise<void> => Promise.reject(new Error('the database is away'));
  await expect(writeBatches(jobThat().job, inBatches(lines(6), 2), { ...steps, write: broken })).rejects.toThrow(
    'the database is away',
  );
});

test('where one row is refused the others are written by themselves; what is no refusal ends the batch', async () => {
  const written: number[] = [];
  const refused: number[] = [];
  const requireRefusal = (error: unknown): void => {
    if ((error as Error).message !== 'refused') throw error;
  };
  const write =
    (wrong: number, message: string) =>
    (rows: readonly number[]): Promise<void> => {
      if (rows.includes(wrong)) return Promise.reject(new Error(message));
      written.push(...rows);
      return Promise.resolve();
    };
  await allOrEach([1, 2, 3], write(2, 'refused'), (row) => refused.push(row), requireRefusal);
  expect([written, refused]).toEqual([[1, 3], [2]]);
  await expect(allOrEach([4, 5], write(5, 'broken'), (row) => refused.push(row), requireRefusal)).rejects.toThrow(
    'broken',
  );
  expect(written).toEqual([1, 3]);
});

import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { expect } from 'vitest';
import type { Client, TestServer } from './server.ts';
import { stillClock } from './still-clock.ts';

/** What must be true once a writer has answered: remembered totals and groups are those of the records, and readers of the event log were woken. */
export interface WriteWatch {
  /** `who` sees all records of the forms. Fails where the writer left one of them as it was remembered. */
  after<T>(who: Client, formIds: readonly string[], write: () => Promise<T>): Promise<T>;
}

/** Totals are watched, and sums of one field in groups of another. */
export function watchWrites(
  { platform, spaceId }: TestServer,
  asked: Asked = { sum: 'amount', by: '_owner' },
): WriteWatch {
  // what takes long to count is told as it was a while ago
  stillClock();
  let woken = 0;
  const { bus } = platform;
  const tell = bus.eventsWritten.bind(bus);
  bus.eventsWritten = (space) => {
    if (space === spaceId) woken += 1;
    tell(space);
  };
  return {
    async after(who, formIds, write) {
      // what earlier writers have set going would be taken for this one's
      for (let before = -1; before !== woken;) {
        before = woken;
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      for (const formId of formIds) await known(who, formId, asked);
      const before = woken;
      const done = await write();
      expect(woken, 'readers of the event log are woken').toBeGreaterThan(before);
      for (const formId of formIds) expect(await known(who, formId, asked)).toEqual(await counted(who, formId, asked));
      return done;
    },
  };
}

/** The end of a job, and what it came to. */
export async function ended<Result>(who: Client, jobId: string): Promise<Result> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { state, result, error } = await who.ok(runsApi.get, { params: { runId: jobId } });
    if (state === 'finished') return result as Result;
    if (state !== 'waiting' && state !== 'running') throw new Error(`${state}: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the job never ends');
}

interface Asked {
  sum: string;
  by: string;
}

interface Sums {
  total: number;
  estimated: boolean;
  /** Count and sum of each group. */
  groups: Record<string, [number, number]>;
}

/** As the server remembers it, or works it out where it does not. */
async function known(who: Client, formId: string, { sum, by }: Asked): Promise<Sums> {
  const { total, estimated } = await who.ok(recordsApi.count, { params: { formId }, query: {} });
  const { groups } = await who.ok(viewsApi.pivot, {
    params: { formId },
    body: { rows: [{ field: by }], columns: [], measures: [{ fn: 'sum', field: sum }] },
  });
  return {
    total,
    estimated,
    groups: Object.fromEntries(
      groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ rows, count, values }) => [String(rows[0]), [count, Number(values[0] ?? 0)]]),
    ),
  };
}

/** The same from the records themselves. */
async function counted(who: Client, formId: string, { sum, by }: Asked): Promise<Sums> {
  const { rows } = await who.ok(recordsApi.list, { params: { formId }, query: { limit: 500 } });
  const groups: Sums['groups'] = {};
  for (const { values } of rows) {
    const key = values[by] ?? null;
    const group = (groups[Array.isArray(key) ? JSON.stringify(key) : String(key)] ??= [0, 0]);
    group[0] += 1;
    group[1] += Number(values[sum] ?? 0);
  }
  return { total: rows.length, estimated: false, groups };
}

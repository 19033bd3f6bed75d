import type { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { AppError } from '../../../platform/errors.ts';
import { noteNode } from './figures.ts';
import { requireFew, type TaskWork } from './prepare.ts';
import { mostRefused, placeOf, refusedRow, rejectedOf, without } from './refused-rows.ts';
import { keeperOf, type Rejected } from './rejected.ts';

interface Coming {
  columns: DataColumn[];
  /** The rows as they travel, as often as they are needed. */
  open(): Promise<Readable>;
  once: string;
  /** Of the same target: how many rows came before these, and how many of those were set aside. */
  before?: { rows: number; rejected: number };
}

/** Rows into a table: what it names as refused is set aside, and the others go once more. */
export async function loadLeavingOut(
  work: TaskWork,
  target: TaskNodeOf<'tableTarget'>,
  endpoint: Endpoint,
  { before = { rows: 0, rejected: 0 }, ...coming }: Coming,
): Promise<{ rows: number; rejected: number; already: boolean }> {
  const { ctx, run, task, memory } = work;
  const { columns } = coming;
  const refused = new Map<number, Rejected>();
  for (;;) {
    try {
      const loaded = await load(work, target, endpoint, { ...coming, places: new Set(refused.keys()) });
      return { rows: loaded.rows, rejected: refused.size, already: loaded.already === true };
    } catch (error) {
      // taken back over there as a whole
      const number = refusedRow(error);
      if (number === undefined || !endpoint.caps.transactional) throw error;
      const byLine = endpoint.caps.dialect === 'postgres';
      const found = await placeOf(await coming.open(), new Set(refused.keys()), { number, byLine });
      if (!found) throw error;
      const { code, data } = error as AppError;
      const row = before.rows + found.place + 1;
      refused.set(found.place, rejectedOf(found.row, columns, errorText(ctx.locale, code, { ...data, row })));
      const keeper = keeperOf(ctx, run, target.id, before.rejected);
      await keeper.begin();
      await keeper.keep([...refused].toSorted(([one], [next]) => one - next).map(([, kept]) => kept));
      const rejected = before.rejected + refused.size;
      await noteNode(ctx, run, target.id, { state: 'running', rejected });
      if (task.settings.rejects === 'stop' || refused.size >= mostRefused) throw new AppError(code, { ...data, row });
      requireFew(work, memory.rejected + rejected);
    }
  }
}

async function load(
  { task, signal }: TaskWork,
  { schema, table: name, mode, keys }: TaskNodeOf<'tableTarget'>,
  endpoint: Endpoint,
  { open, once, columns, places }: Coming & { places: ReadonlySet<number> },
): ReturnType<Endpoint['load']> {
  const stored = await open();
  // what breaks before the target takes it is told when it does
  stored.on('error', () => {});
  try {
    return await endpoint.load(
      { table: { schema, name }, mode, keys, once, addColumns: task.settings.changedSchema === 'add' },
      without(stored, columns, places),
      { signal },
    );
  } finally {
    // a target that refused before it took them all
    stored.destroy();
  }
}

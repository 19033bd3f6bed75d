import type { TargetNode, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { AppError } from '../../../platform/errors.ts';
import { addFiles, attachFiles } from '../../files/public.ts';
import { importStored, leftOut } from '../../records/public.ts';
import { openShelf, refusedBy } from '../endpoints/open.ts';
import { nameOfFile } from './file-name.ts';
import { taskFiles } from './files.ts';
import { noteNode, noteRows } from './figures.ts';
import { stageOf, type Stage, type TaskMemory } from './memory.ts';
import { every, requireFew, step, type TaskWork } from './prepare.ts';
import { mostRefused, placeOf, refusedRow, rejectedOf, without } from './refused-rows.ts';
import { keeperOf, type Rejected } from './rejected.ts';
import { withEndpoint } from './sources.ts';
import { isStraight, sendStraight } from './straight.ts';

/** Sends what is ready to its target. Done again after a crash, what came already does not come again. */
export async function deliver(work: TaskWork, target: TargetNode): Promise<TaskMemory> {
  const { ctx, run, memory } = work;
  const begun = Date.now();
  const stage = stageOf(memory, target)!;
  await noteNode(ctx, run, target.id, { state: 'running', rowsIn: stage.rows });
  const sent = isStraight(target, stage) ? await sendStraight(work, target, stage) : await send(work, target, stage);
  // one was refused: the other way finds which
  if (!sent) return { ...memory, stages: undefined, positions: {}, road: 'engine' };
  await noteNode(ctx, run, target.id, { state: 'done', ...sent });
  const isQuick = target.kind === 'formTarget' && target.quick;
  work.steps.push(step(target.id, begun, { ...sent, ...(isQuick && { quick: true }) }));
  return {
    ...memory,
    delivered: [...memory.delivered, target.id],
    // a file that goes as it is was read just now
    read: sent.read ?? memory.read,
    written: memory.written + sent.rows,
    rejected: memory.rejected + sent.rejected,
  };
}

interface Sent {
  read?: number;
  rows: number;
  rejected: number;
}

function send(work: TaskWork, target: TargetNode, stage: Stage): Promise<Sent> {
  switch (target.kind) {
    case 'formTarget':
      return intoForm(work, target, stage);
    case 'tableTarget':
      return intoTable(work, target, stage);
    case 'fileTarget':
      return intoFile(work, target, stage);
  }
}

async function intoForm(work: TaskWork, target: TaskNodeOf<'formTarget'>, { key, size, rows }: Stage): Promise<Sent> {
  const { ctx, run, memory, signal } = work;
  const id = memory.imports[target.id]!;
  const note = every(500, (done) => void noteRows(ctx, run, target.id, done).catch(() => {}));
  const { imported, updated, failed } = await importStored(
    { ...ctx, progress: note, moved: work.moved, cancelled: () => signal.aborted },
    {
      id,
      formId: target.form!,
      file: { key, size, rows, name: `${target.title || 'ETL'}.csv` },
      quick: target.quick,
      settings: {
        mapping: target.mapping.map(({ field }, index) => ({ index, field })),
        ...(target.mode === 'upsert' && { mode: 'both', key: [target.key] }),
      },
    },
  );
  signal.throwIfAborted();
  const keeper = keeperOf(ctx, run, target.id);
  await keeper.begin();
  for await (const lines of leftOut(ctx, id))
    await keeper.keep(
      lines.map(({ cells, reasons }) => ({
        row: Object.fromEntries(target.mapping.map(({ column }, place) => [column, cells[place] || null])),
        reason: reasons
          .map(
            ({ column, code, data }) => `${column === null ? '' : `${column}: `}${errorText(ctx.locale, code, data)}`,
          )
          .join('; '),
      })),
    );
  requireFew(work, memory.rejected + failed);
  return { rows: imported + updated, rejected: failed };
}

async function intoTable(work: TaskWork, target: TaskNodeOf<'tableTarget'>, stage: Stage): Promise<Sent> {
  const { ctx, run, task, taskId, memory } = work;
  const { key, columns } = stage;
  const { files } = ctx.platform;
  return withEndpoint(ctx, target.connection, { kind: 'etl.task', id: taskId }, async (endpoint) => {
    const refused = new Map<number, Rejected>();
    for (;;) {
      try {
        const sent = await load(work, target, endpoint, { ...stage, places: new Set(refused.keys()) });
        return { rows: sent, rejected: refused.size };
      } catch (error) {
        // taken back over there as a whole: what it named is set aside, and the others go once more
        const number = refusedRow(error);
        if (number === undefined || !endpoint.caps.transactional) throw error;
        const byLine = endpoint.caps.dialect === 'postgres';
        const found = await placeOf(await files.open(key), new Set(refused.keys()), { number, byLine });
        if (!found) throw error;
        const { code, data } = error as AppError;
        refused.set(
          found.place,
          rejectedOf(found.row, columns, errorText(ctx.locale, code, { ...data, row: found.place + 1 })),
        );
        const keeper = keeperOf(ctx, run, target.id);
        await keeper.begin();
        await keeper.keep([...refused].toSorted(([one], [next]) => one - next).map(([, kept]) => kept));
        await noteNode(ctx, run, target.id, { state: 'running', rejected: refused.size });
        if (task.settings.rejects === 'stop' || refused.size >= mostRefused)
          throw new AppError(code, { ...data, row: found.place + 1 });
        requireFew(work, memory.rejected + refused.size);
      }
    }
  });
}

async function load(
  { ctx, run, task, signal }: TaskWork,
  { id, schema, table: name, mode, keys }: TaskNodeOf<'tableTarget'>,
  endpoint: Endpoint,
  { key, rows, columns, places }: Stage & { places: ReadonlySet<number> },
): Promise<number> {
  const stored = await ctx.platform.files.open(key);
  // what breaks before the target takes it is told when it does
  stored.on('error', () => {});
  try {
    const loaded = await endpoint.load(
      { table: { schema, name }, mode, keys, once: `${run}/${id}`, addColumns: task.settings.changedSchema === 'add' },
      without(stored, columns, places),
      { signal },
    );
    return loaded.already ? rows - places.size : loaded.rows;
  } finally {
    // a target that refused before it took them all
    stored.destroy();
  }
}

/** The same content under the same name: sent twice it is there once. */
async function toShelf(
  { ctx, taskId, payload }: TaskWork,
  target: TaskNodeOf<'fileTarget'>,
  { key, size, sha256, rows }: Stage,
): Promise<Sent> {
  const shelf = await openShelf(ctx, target.connection!, { kind: 'etl.task', id: taskId });
  try {
    if (!shelf.write) throw new AppError('etl.target.read_only');
    const content = await ctx.platform.files.open(key);
    await shelf.write(nameOfFile(target, payload.day), content, { size, sha256 });
    return { rows, rejected: 0 };
  } catch (error) {
    throw refusedBy(error);
  } finally {
    await shelf.close();
  }
}

async function intoFile(work: TaskWork, target: TaskNodeOf<'fileTarget'>, stage: Stage): Promise<Sent> {
  if (target.connection !== null) return toShelf(work, target, stage);
  const { key, size, sha256, rows } = stage;
  const { ctx, run, payload } = work;
  const table = `${spaceSchema(ctx.spaceId)}.etl_file`;
  const made = await spaceQuery(ctx.platform, {
    text: `select 1 from ${table} where run = $1 and node = $2`,
    values: [run, target.id],
  });
  if (made.rows.length > 0) return { rows, rejected: 0 };
  const name = nameOfFile(target, payload.day);
  const [file] = await addFiles(ctx, [
    { key, size, sha256, mediaType: 'application/octet-stream', name, purpose: 'etl' },
  ]);
  await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [file!.id], taskFiles);
  await spaceQuery(ctx.platform, {
    text: `insert into ${table} (run, node, file, name, size) values ($1, $2, $3, $4, $5)`,
    values: [run, target.id, file!.id, name, size],
  });
  return { rows, rejected: 0 };
}

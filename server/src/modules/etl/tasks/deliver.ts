import type { TargetNode, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
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
import { isPortioned, sendPortions } from './kept/portions.ts';
import { loadLeavingOut } from './refused-load.ts';
import { keeperOf } from './rejected.ts';
import { withEndpoint } from './sources.ts';
import { isStraight, sendStraight } from './straight/straight.ts';

/** Sends what is ready to its target. Done again after a crash, what came already does not come again. */
export async function deliver(work: TaskWork, target: TargetNode): Promise<TaskMemory> {
  const { ctx, run, memory } = work;
  const begun = Date.now();
  const stage = stageOf(memory, target)!;
  await noteNode(ctx, run, target.id, { state: 'running', rowsIn: stage.rows });
  const sent = isStraight(target, stage) ? await sendStraight(work, target, stage) : await send(work, target, stage);
  // one was refused: the other way finds which
  if (!sent) return { ...memory, stages: undefined, positions: {}, road: 'engine' };
  if ('behind' in sent) return { ...memory, stages: undefined, positions: {}, road: 'engine', behind: sent.behind };
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
  /** Of rows that went in portions: how many there are, how many of them an earlier try had written. */
  portions?: number;
  before?: number;
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
  const { ctx, run, taskId } = work;
  const { key, columns } = stage;
  return withEndpoint(ctx, target.connection, { kind: 'etl.task', id: taskId }, async (endpoint) => {
    if (isPortioned(target) && endpoint.caps.portions) return sendPortions(work, target, endpoint, stage);
    const open = () => ctx.platform.files.open(key);
    const loaded = await loadLeavingOut(work, target, endpoint, { columns, open, once: `${run}/${target.id}` });
    const rows = loaded.already ? stage.rows - loaded.rejected : loaded.rows;
    return { rows, rejected: loaded.rejected };
  });
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

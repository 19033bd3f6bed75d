import type { TargetNode, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { addFiles, attachFiles } from '../../files/public.ts';
import { importStored, leftOut } from '../../records/public.ts';
import { taskFiles } from './files.ts';
import { noteNode, noteRows } from './figures.ts';
import { stageOf, type Stage, type TaskMemory } from './memory.ts';
import { every, requireFew, step, type TaskWork } from './prepare.ts';
import { keeperOf } from './rejected.ts';
import { withEndpoint } from './sources.ts';

/** Sends what is ready to its target. Done again after a crash, what came already does not come again. */
export async function deliver(work: TaskWork, target: TargetNode): Promise<TaskMemory> {
  const { ctx, run, memory } = work;
  const begun = Date.now();
  const stage = stageOf(memory, target)!;
  await noteNode(ctx, run, target.id, { state: 'running', rowsIn: stage.rows });
  const sent = await send(work, target, stage);
  await noteNode(ctx, run, target.id, { state: 'done', ...sent });
  work.steps.push(step(target.id, begun, { ...sent }));
  return {
    ...memory,
    delivered: [...memory.delivered, target.id],
    written: memory.written + sent.rows,
    rejected: memory.rejected + sent.rejected,
  };
}

interface Sent {
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

const endings = { csv: 'csv', parquet: 'parquet', json: 'jsonl' } as const;

async function intoForm(work: TaskWork, target: TaskNodeOf<'formTarget'>, { key, size, rows }: Stage): Promise<Sent> {
  const { ctx, run, memory, signal } = work;
  const id = memory.imports[target.id]!;
  const note = every(500, (done) => void noteRows(ctx, run, target.id, done).catch(() => {}));
  const { imported, updated, failed } = await importStored(
    { ...ctx, progress: note, cancelled: () => signal.aborted },
    {
      id,
      formId: target.form!,
      file: { key, size, rows, name: `${target.title || 'ETL'}.csv` },
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

async function intoTable(
  work: TaskWork,
  target: TaskNodeOf<'tableTarget'>,
  { key, rows, columns }: Stage,
): Promise<Sent> {
  const { ctx, run, taskId, signal } = work;
  const { schema, table: name, mode, keys } = target;
  const loaded = await withEndpoint(ctx, target.connection, { kind: 'etl.task', id: taskId }, async (endpoint) =>
    endpoint.load(
      { table: { schema, name }, mode, keys, once: `${run}/${target.id}` },
      { columns, bytes: await ctx.platform.files.open(key) },
      { signal },
    ),
  );
  return { rows: loaded.already ? rows : loaded.rows, rejected: 0 };
}

async function intoFile(
  work: TaskWork,
  target: TaskNodeOf<'fileTarget'>,
  { key, size, sha256, rows }: Stage,
): Promise<Sent> {
  const { ctx, run, payload } = work;
  const table = `${spaceSchema(ctx.spaceId)}.etl_file`;
  const made = await spaceQuery(ctx.platform, {
    text: `select 1 from ${table} where run = $1 and node = $2`,
    values: [run, target.id],
  });
  if (made.rows.length > 0) return { rows, rejected: 0 };
  const name = `${target.name.replaceAll('{date}', payload.day).replaceAll(/[\\/:*?"<>|]/g, '_')}.${endings[target.format]}`;
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

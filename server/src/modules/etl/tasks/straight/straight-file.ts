import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { straightFileOf, type StraightFile } from '@formwork/etl/straight/straight-file.ts';
import type { Endpoint } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { readableFile } from '../../../files/public.ts';
import { csvCheck, NotSound, shapesOf, type CsvShape } from '../csv-check.ts';
import { noteNode, passingRows } from '../figures.ts';
import type { TaskMemory } from '../memory.ts';
import { isPortioned } from '../kept/portions.ts';
import { noteEveryMs, step, type TaskWork } from '../prepare.ts';
import { withEndpoint } from '../sources.ts';

/** A text goes to PostgreSQL as it is, if it looks as if it could: what is in it is looked at while it passes. */
export async function prepareFile(work: TaskWork): Promise<TaskMemory | undefined> {
  const { ctx, run, taskId, task, memory } = work;
  const drawn = straightFileOf(task);
  // it goes as a whole
  if (!drawn || isPortioned(drawn.target)) return undefined;
  const { source, target, columns } = drawn;
  const fits = await withEndpoint(ctx, target.connection, { kind: 'etl.task', id: taskId }, (to) =>
    shapeOf(drawn, to),
  ).catch(
    // said where the rows are sent
    (error: unknown) => (error instanceof AppError ? undefined : Promise.reject(error as Error)),
  );
  if (!fits) return undefined;
  await noteNode(ctx, run, source.id, { part: 'source', state: 'running' });
  await noteNode(ctx, run, target.id, { part: 'target', state: 'waiting', rowsIn: 0, rows: 0 });
  const bounds = { after: null, upTo: null };
  const stage = { key: memory.keys[target.id]!, size: 0, sha256: '', rows: 0, columns, straight: bounds };
  return { ...memory, road: 'straight', stages: { [target.id]: stage }, positions: {}, read: 0, rejected: 0 };
}

/** Undefined where a value is none that PostgreSQL would read as the engine does: nothing was written then. */
export async function sendFile(
  { ctx, run, taskId, signal, steps }: TaskWork,
  drawn: StraightFile,
): Promise<{ rows: number; rejected: number; read: number } | undefined> {
  const { source, target, columns, between } = drawn;
  const begun = Date.now();
  const { files } = ctx.platform;
  const { key } = await readableFile(ctx, source.file!, 'download');
  const { note, takenBack, bytes } = passingRows(ctx, run, target.id, noteEveryMs);
  return withEndpoint(ctx, target.connection, { kind: 'etl.task', id: taskId }, async (to) => {
    const shape = await shapeOf(drawn, to);
    if (!shape) return undefined;
    const first = checked(shape, note);
    try {
      pipeline(await files.open(key), first.through).catch((error: unknown) => first.through.destroy(error as Error));
      const { already } = await to.load(
        {
          table: { schema: target.schema, name: target.table },
          ...{ mode: target.mode, keys: target.keys, once: `${run}/${target.id}`, swap: true },
        },
        { columns, bytes: first.through, form: formOf(source, drawn) },
        { signal },
      );
      const counting = already ? checked(shape, note) : first;
      if (already) await pipeline(await files.open(key), counting.through.resume());
      const rows = counting.rows();
      await noteNode(ctx, run, source.id, { state: 'done', rowsIn: rows, rows, bytes: bytes() });
      for (const node of between) await noteNode(ctx, run, node, { state: 'done', rowsIn: rows, rows });
      steps.push(step(source.id, begun, { rows }));
      return { rows, rejected: 0, read: rows };
    } catch (error) {
      // what nobody reads to its end would stay open
      first.through.destroy();
      await takenBack();
      const isOfRows =
        error instanceof AppError && (error.code === 'etl.sql.failed' || error.code.startsWith('etl.row.'));
      if (error instanceof NotSound || isOfRows) return undefined;
      throw error;
    }
  });
}

function checked(shape: CsvShape, note: (rows: number, bytes: number) => void) {
  const check = csvCheck(shape);
  let read = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        const bytes = check.pass(chunk);
        read += chunk.length;
        note(check.rows(), read);
        done(null, bytes);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        check.end();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return { through, rows: check.rows };
}

function formOf({ header, delimiter }: TaskNodeOf<'fileSource'>, { columns }: StraightFile) {
  return { header, delimiter, blankTexts: columns.filter(({ type }) => type === 'text').map(({ name }) => name) };
}

async function shapeOf({ source, target, columns }: StraightFile, to: Endpoint): Promise<CsvShape | undefined> {
  if (!to.caps.straight) return undefined;
  const delimiter = source.delimiter.codePointAt(0)!;
  // a sign of one byte that is neither part of a value nor of a line
  if (delimiter > 126 || /[\w"\\.\r\n-]/.test(source.delimiter)) return undefined;
  const shapes = shapesOf(columns, await to.columns({ schema: target.schema, name: target.table }));
  return shapes && { delimiter, shapes, heads: source.header ? source.columns.map(({ name }) => name) : undefined };
}

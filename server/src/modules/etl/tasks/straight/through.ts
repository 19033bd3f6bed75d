import { isTarget, type EtlTask, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { knowTask, sourceTable, sqlOf, type Known } from '@formwork/etl/graph.ts';
import { wayTo } from '@formwork/etl/straight/straight.ts';
import { engineOf } from '../../../../platform/engine/engine.ts';
import { AppError } from '../../../../platform/errors.ts';
import { zoneOf } from '../../../enterprise/public.ts';
import { noteNode, passingRows } from '../figures.ts';
import type { TaskMemory } from '../memory.ts';
import { at, noteEveryMs, step, taskNow, type TaskWork } from '../prepare.ts';
import { readOf, withEndpoint } from '../sources.ts';
import { isWrittenByEngine, stageFile } from '../stage-file.ts';

/** Of what the engine may hold: nothing stays in it, what it has read besides is put aside. */
const memoryMb = 192;
/**
 * The rows come one after the other, and one thread reads, works and writes as fast as they come. A second one would look on and on
 * whether there is anything for it, which takes a processor from who sends them.
 */
const threads = 1;

/**
 * Rows of a PostgreSQL that become a file pass through the engine, which keeps none of them: the statement that writes the file reads them as
 * they come. Undefined where they have to be there more than once, as where they are joined or some are set aside.
 */
export async function prepareThrough(work: TaskWork): Promise<TaskMemory | undefined> {
  const { ctx, run, taskId, payload, memory, steps, signal } = work;
  if (payload.sent || work.task.settings.changedSchema !== 'refuse' || !throughOf(work.task)) return undefined;
  const task = await taskNow(work);
  const way = throughOf(task);
  if (!way) return undefined;
  const { source, between, target, known } = way;
  const usedBy = { kind: 'etl.task', id: taskId };
  return at(source.id, () =>
    withEndpoint(ctx, source.connection, usedBy, async (endpoint) => {
      if (endpoint.caps.dialect !== 'postgres') return undefined;
      const begun = Date.now();
      await noteNode(ctx, run, source.id, { part: 'source', state: 'running' });
      await noteNode(ctx, run, target.id, { part: 'target', state: 'waiting', rowsIn: 0, rows: 0 });
      const { note, takenBack, bytes } = passingRows(ctx, run, source.id, noteEveryMs);
      let read = 0;
      let isBroken = false;
      const seen = (rows: number, many: number) => note((read = rows), many);
      const rows = await endpoint.read(readOf(source, { usedBy }, endpoint), { signal, seen });
      rows.bytes.on('error', () => (isBroken = true));
      const zone = zoneOf(ctx.platform, ctx.spaceId);
      const session = await engineOf(ctx.platform, 'etl').open({ memoryMb, threads, timeZone: zone });
      try {
        const { columns } = known.get(target.id)!;
        const making = { key: memory.keys[target.id]!, sql: sqlOf(task, target.id, known), columns, signal };
        const from = { table: sourceTable(source.id), rows };
        const stage = await stageFile(session, ctx.platform.files, target, { ...making, from }).catch(
          async (error: unknown) => {
            if (isBroken) throw error;
            if (error instanceof AppError && error.code === 'etl.engine.memory') return undefined;
            await noteNode(ctx, run, source.id, { state: 'done', rowsIn: read, rows: read });
            return at(target.id, () => Promise.reject(error as Error));
          },
        );
        // texts with quotes take memory until a statement ends: the other way takes rows in by several
        if (!stage) {
          await takenBack();
          ctx.platform.log.info({ run }, 'rows of a task that take too much memory at once are kept by the engine');
          return undefined;
        }
        await noteNode(ctx, run, source.id, { state: 'done', rowsIn: read, rows: read, bytes: bytes() });
        steps.push(step(source.id, begun, { rows: read }));
        let rowsIn = read;
        for (const { id, kind } of between) {
          const out = kind === 'filter' ? stage.rows : rowsIn;
          await noteNode(ctx, run, id, { state: 'done', rowsIn, rows: out });
          rowsIn = out;
        }
        await noteNode(ctx, run, target.id, { state: 'waiting', rowsIn: stage.rows, bytes: stage.size });
        return { ...memory, stages: { [target.id]: stage }, positions: {}, read, rejected: 0 };
      } finally {
        rows.bytes.destroy();
        await session.close();
      }
    }),
  );
}

type Between = TaskNodeOf<'select'> | TaskNodeOf<'calculate'> | TaskNodeOf<'filter'>;

interface Through {
  source: TaskNodeOf<'tableSource'> | TaskNodeOf<'sqlSource'>;
  between: Between[];
  target: TaskNodeOf<'fileTarget'>;
  known: ReadonlyMap<string, Known>;
}

/** One source, one file that is made anew when the run is broken off, and between them what keeps its rows; one filter at most, as what comes out of it is known from the file. */
function throughOf(task: EtlTask): Through | undefined {
  const targets = task.nodes.filter(isTarget);
  const [target] = targets;
  if (targets.length !== 1 || target?.kind !== 'fileTarget') return undefined;
  if (target.resumes || !isWrittenByEngine(target)) return undefined;
  const known = knowTask(task);
  const [first, ...rest] = wayTo(task, target.id, known)?.map(({ known: here }) => here) ?? [];
  const source = first?.node;
  if (source?.kind !== 'tableSource' && source?.kind !== 'sqlSource') return undefined;
  if (source.kind === 'tableSource' && (source.changes || source.watermark !== '')) return undefined;
  const between = rest.map(({ node }) => node);
  const isKept = rest.every(({ rejects, worked, node }) => !rejects && !worked && isBetween(node));
  if (!isKept || between.filter(({ kind }) => kind === 'filter').length > 1) return undefined;
  return { source, between: between.filter(isBetween), target, known };
}

function isBetween(node: EtlTask['nodes'][number]): node is Between {
  return node.kind === 'select' || node.kind === 'calculate' || node.kind === 'filter';
}

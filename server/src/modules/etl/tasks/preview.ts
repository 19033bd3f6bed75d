import type { etlTasksApi, TaskPreview } from '@formwork/contract/etl/task-api.ts';
import { isSource, settleTask, type EtlTask } from '@formwork/contract/etl/task.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import { knowTask, rejectsSql, sqlOf, sqlOver, upTo, type Known } from '@formwork/etl/graph.ts';
import { joinReport } from '@formwork/etl/nodes/shape.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { settledValues, taskWith } from './parameters.ts';
import { fillSample } from './preview-sources.ts';
import { workOut } from './worked/worked.ts';

/** So many rows of each source are looked at first; ten times as many where nothing comes out of them, and so on. */
const sampleRows = 1_000;
const mostSampleRows = 1_000_000;
/** As long as nobody has waited longer than that; what takes longer then is given up. */
const wideningMs = 700;
const mostWideningMs = 2_000;
const shownRows = 100;
const longestMs = 20_000;

/** What would come out of a node, by the first rows of its sources. */
export const previewNode = (ctx: Ctx, { body }: InputOf<typeof etlTasksApi.preview>): Promise<TaskPreview> =>
  patiently(longestMs, (signal) => preview(ctx, body, signal));

async function preview(
  ctx: Ctx,
  body: InputOf<typeof etlTasksApi.preview>['body'],
  signal: AbortSignal,
): Promise<TaskPreview> {
  const begun = performance.now();
  const drawn = settleTask(body.task);
  const day = todayIn(new Date(), zoneOf(ctx.platform, ctx.spaceId));
  const values = await settledValues(ctx, drawn.parameters, {}, { drawn: true });
  const task = await taskWith(ctx, drawn, values, { day, run: '' });
  const known = knowTask(task);
  const node = known.get(body.node);
  if (!node) throw notFound('etl.run.node_gone');
  const needed = upTo(task, body.node);
  const wrong = [...known.values()]
    .filter((one) => needed.has(one.node.id))
    .flatMap(({ problems }) => problems)
    .find(({ level }) => level === 'error');
  // a target that is not settled yet shows what would come to it
  const isBlankTarget =
    wrong?.node === body.node &&
    !isSource(node.node) &&
    node.node.kind.endsWith('Target') &&
    node.inputs.main !== undefined;
  if (wrong && !isBlankTarget) throw new AppError(wrong.code as 'etl.problem.no_input', wrong.data);
  const looked = { task, known, node };
  let limit = sampleRows;
  let { shown, widens } = await look(ctx, looked, { limit, signal });
  while (shown.rows.length === 0 && widens && limit < mostSampleRows && performance.now() - begun < wideningMs) {
    limit *= 10;
    const wider = AbortSignal.any([signal, AbortSignal.timeout(mostWideningMs)]);
    try {
      ({ shown, widens } = await look(ctx, looked, { limit, signal: wider }));
    } catch (error) {
      signal.throwIfAborted();
      ctx.platform.log.info({ err: error, limit }, 'a preview stays at fewer rows');
      break;
    }
  }
  return { ...shown, ms: Math.round(performance.now() - begun) };
}

/** What comes out of so many rows. */
async function look(
  ctx: Ctx,
  { task, known, node }: { task: EtlTask; known: ReadonlyMap<string, Known>; node: Known },
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<{ shown: Omit<TaskPreview, 'ms'>; widens: boolean }> {
  const { id } = node.node;
  const zone = zoneOf(ctx.platform, ctx.spaceId);
  const session = await engineOf(ctx.platform, 'etl').open({ timeZone: zone });
  try {
    const done = new Set<string>();
    const worked = (of: string) => workOut(session, task, { known, of: [of], done, zone, locale: ctx.locale, signal });
    const usedBy = { kind: 'etl.preview', id };
    const sample = await fillSample(ctx, session, task, { known, of: id, limit, usedBy, signal, workOut: worked });
    await worked(id);
    const sql = sqlOf(task, id, known);
    const { columns, rows } = await session.query(`${sql}\nlimit ${shownRows}`, {
      rows: shownRows,
      ms: longestMs,
      signal,
    });
    const { main, other } = node.inputs;
    const report =
      node.node.kind === 'join' && node.node.how !== 'cross' && main && other
        ? await session.query(sqlOver(task, id, joinReport(node.node, main, other), known), { signal })
        : undefined;
    const rejects = rejectsSql(task, id, known);
    const [first] = rejects
      ? (
          await session.query(`select count(*), any_value("_reason") from (${rejects}\n) as rejected`, {
            ms: longestMs,
            signal,
          })
        ).rows
      : [];
    const [left, right, unmatchedLeft, unmatchedRight, multiplied] = (report?.rows[0] ?? []).map(Number);
    const shown = {
      columns,
      rows,
      sampled: sample.isCut,
      sampleRows: sample.rows,
      sql,
      join: report
        ? {
            left: left!,
            right: right!,
            unmatchedLeft: unmatchedLeft!,
            unmatchedRight: unmatchedRight!,
            multiplied: multiplied!,
          }
        : null,
      rejected: first && Number(first[0]) > 0 ? { rows: Number(first[0]), reason: first[1] ?? '' } : null,
    };
    return { shown, widens: sample.widens };
  } finally {
    await session.close();
  }
}

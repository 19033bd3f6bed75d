import type { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { invalid } from '../../../platform/errors.ts';
import { requireJob } from './find-job.ts';
import { startTask, type TaskPayload } from './start.ts';
import { keptJson } from '../../../platform/db/kept-json.ts';

type At = Pick<Ctx, 'platform' | 'spaceId'>;
type Input<K extends keyof typeof etlTasksApi> = InputOf<(typeof etlTasksApi)[K]>;
export interface Rejected {
  row: Record<string, string | null>;
  reason: string;
}

/** Rows of a node that were not taken on, in place of those that an earlier try of the same run kept; so many before them stay. */
export function keeperOf({ platform, spaceId }: At, run: string, node: string, before = 0) {
  const table = `${spaceSchema(spaceId)}.etl_rejected`;
  let n = before;
  return {
    begin: () =>
      spaceQuery(platform, {
        text: `delete from ${table} where run = $1 and node = $2 and n > $3`,
        values: [run, node, before],
      }),
    async keep(rows: readonly Rejected[]): Promise<void> {
      if (rows.length === 0) return;
      const numbered = rows.map((one) => ({ n: ++n, ...one }));
      await spaceQuery(platform, {
        text: `insert into ${table} (run, node, n, row, reason, state) select $1, $2, r.n, r.row, r.reason, 'kept' from json_to_recordset($3) as r(n int, row jsonb, reason text) on conflict do nothing`,
        // what no text of the database can hold is left out of it
        values: [run, node, keptJson(numbered)],
      });
    },
    count: () => n - before,
  };
}

export async function keptCount({ platform, spaceId }: At, run: string, node: string): Promise<number> {
  const { rows } = await spaceQuery<{ n: string }>(platform, {
    text: `select count(*) as n from ${spaceSchema(spaceId)}.etl_rejected where run = $1 and node = $2`,
    values: [run, node],
  });
  return Number(rows[0]!.n);
}

export async function listRejected(
  ctx: Ctx,
  { params, query }: Input<'rejected'>,
): Promise<ResponseOf<typeof etlTasksApi.rejected>> {
  await requireJob(ctx, params.runId);
  const { rows } = await spaceQuery<{
    node: string;
    n: number;
    row: Rejected['row'];
    reason: string;
    state: 'kept';
    total: string;
  }>(ctx.platform, {
    text: `select node, n, row, reason, state, count(*) over () as total from ${spaceSchema(ctx.spaceId)}.etl_rejected
        where run = $1 and ($2::text is null or node = $2) and ($3::text is null or state = $3) order by node, n offset $4 limit $5`,
    values: [params.runId, query.node ?? null, query.state ?? null, query.offset, query.limit],
  });
  return { rows: rows.map(({ total: _, ...row }) => row), total: Number(rows[0]?.total ?? 0) };
}

/** More go with the next sending: they pass through memory. */
const mostAtOnce = 100_000;

/** A run of its own takes them from the node on; they are sent in the transaction that asks for it. */
export async function resendRejected(
  ctx: Ctx,
  { params, body }: Input<'resend'>,
): Promise<ResponseOf<typeof etlTasksApi.resend>> {
  const run = await requireJob(ctx, params.runId);
  const corrected = new Map(body.rows.map(({ n, row }) => [n, row]));
  const { rows } = await spaceQuery<{ n: number; row: Rejected['row']; total: string }>(ctx.platform, {
    text: `select n, row, count(*) over () as total from ${spaceSchema(ctx.spaceId)}.etl_rejected where run = $1 and node = $2 and state = 'kept' and ($3 or n = any($4::int[])) order by n limit ${mostAtOnce}`,
    values: [run.id, body.node, body.all, [...corrected.keys()]],
  });
  if (rows.length === 0) throw invalid('etl.run.nothing_to_send');
  const values = rows.map(({ n, row }) => ({ ...row, ...corrected.get(n) }));
  const { id } = await startTask(ctx, run.definition!, {
    trigger: 'resend',
    release: run.release ?? undefined,
    ...(await givenTo(ctx, run.id)),
    sent: { run: run.id, node: body.node, rows: values, numbers: rows.map(({ n }) => n) },
  });
  return { id, left: Number(rows[0]!.total) - rows.length };
}

/** What holds for the rows of a run holds for those that are sent again. */
async function givenTo(
  { platform, spaceId }: Ctx,
  run: string,
): Promise<Pick<TaskPayload, 'parameters'> & { day?: string }> {
  const { rows } = await spaceQuery<{ payload: TaskPayload }>(platform, {
    text: `select payload from ${spaceSchema(spaceId)}.run where id = $1`,
    values: [run],
  });
  const { day, parameters } = rows[0]?.payload ?? {};
  return { ...(day !== undefined && { day }), ...(parameters && { parameters }) };
}

export async function dropRejected(ctx: Ctx, { params, body }: Input<'drop'>): Promise<{ dropped: number }> {
  const run = await requireJob(ctx, params.runId);
  const { rowCount } = await inSpace(ctx, (tx) =>
    tx.query({
      text: `update ${tx.schema}.etl_rejected set state = 'dropped' where run = $1 and node = $2 and n = any($3::int[]) and state = 'kept'`,
      values: [run.id, body.node, body.rows],
    }),
  );
  return { dropped: rowCount };
}

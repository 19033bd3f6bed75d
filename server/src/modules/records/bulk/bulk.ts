import type { InputOf } from '@formwork/contract/endpoint.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { mostFound, BulkChange, type bulkApi } from '@formwork/contract/records/bulk.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { startRunNow, type RunName } from '../../../platform/runs/runs.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { matching } from '../read/count.ts';
import { heldBy } from '../rights/held.ts';
import { filterOf } from '../read/list.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { viewerOf, type Eyes } from '../rights/reach.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { rowsSources } from '../read/rows-sources.ts';
import { z } from 'zod';

export const bulkRun = {
  kind: 'records.bulk',
  payload: z.object({ formId: z.string(), ids: z.array(z.uuid()), change: BulkChange }),
} satisfies RunName<unknown>;

export type BulkPayload = z.infer<typeof bulkRun.payload>;

/** Which records are meant is settled now; what may be done with each, when the job comes to it. */
export async function startBulkChange(
  ctx: Ctx,
  { params: { formId }, body }: InputOf<typeof bulkApi.start>,
): Promise<{ jobId: string; total: number }> {
  const { change } = body;
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  if (rights.batch === null) throw forbidden('records.record.no_batch');
  if (change.does === 'edit') requireSound(plan, change.values);
  const ids = body.ids
    ? [...new Set(body.ids)]
    : await foundIds(ctx, plan, { rights, viewer: await viewerOf(ctx), held: await heldBy(plan, ctx, rights) }, body);
  if (ids.length === 0) throw invalid('records.bulk.nothing');
  const payload: BulkPayload = { formId, ids, change };
  const { id: jobId } = await startRunNow(ctx, bulkRun, payload);
  return { jobId, total: ids.length };
}

async function foundIds(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  asked: { filter?: string | undefined; search?: string | undefined },
): Promise<string[]> {
  const filter = await filterOf(ctx.platform, plan, asked);
  const { from, params } = matching(plan, { ...eyes, rowsOf: await rowsSources(ctx, plan, eyes, filter) }, filter);
  const { rows } = await spaceQuery<{ id: string }>(ctx.platform, {
    text: `select r.id::text ${from} order by r.id limit ${mostFound + 1}`,
    values: params,
  });
  if (rows.length > mostFound) throw invalid('records.bulk.too_many', [], { most: mostFound });
  return rows.map(({ id }) => id);
}

/** A value that no record could take is refused before any of them is touched. */
function requireSound(plan: FormPlan, values: Readonly<Record<string, unknown>>): void {
  const errors = Object.entries(values).flatMap(([id, value]) => {
    const column = plan.byId.get(id);
    if (!column || !plan.own.includes(column) || isComputed(column.field))
      return [{ path: `body.change.values.${id}`, code: 'records.value.read_only' }];
    const error = isEmptyValue(value)
      ? undefined
      : fieldTypeSpec(column.field.type).parse(value, column.field.config, plan.timeZone).error;
    return error ? [{ path: `body.change.values.${id}`, ...error }] : [];
  });
  if (errors.length > 0) throw invalid('records.record.invalid', errors);
}

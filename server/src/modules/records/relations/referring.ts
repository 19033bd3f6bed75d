import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { leftOutByAll } from '../../forms/public.ts';
import { heldBy } from '../rights/held.ts';
import { planOf } from '../plan/plan.ts';
import { holdsGrants, requireSomeRight, rightsFor } from '../rights/rights.ts';
import { linksOf } from './form-links.ts';

interface ReferringList {
  formId: string;
  table: { id: string; title: Text } | null;
  field: string;
  form: Text;
  title: Text;
}

/** Relations of other forms, as far as the person sees them, by which records name those of this form: each is a list on the record's page. */
export async function referringLists(
  ctx: Ctx,
  { params }: InputOf<typeof recordsApi.referring>,
): Promise<{ lists: ReferringList[] }> {
  const plan = await planOf(ctx, params.formId);
  await requireSomeRight(plan, ctx, await rightsFor(plan, ctx));
  const lists: ReferringList[] = [];
  for (const { plan: referrer, slave, field } of (await linksOf(ctx, plan)).referrers) {
    if (field.config.noReverse) continue;
    const { formId, definition } = referrer.form;
    const table = definition.tables.find(({ id }) => id === slave?.id) ?? null;
    if (await mayList(ctx, formId, field.id, table?.id))
      lists.push({
        formId,
        table: table && { id: table.id, title: table.title },
        field: field.id,
        form: definition.title,
        title: field.title,
      });
  }
  return { lists };
}

async function mayList(ctx: Ctx, formId: string, field: string, table: string | undefined): Promise<boolean> {
  const plan = await planOf(ctx, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  });
  if (!plan) return false;
  const rights = await rightsFor(plan, ctx);
  // a list of records by their rows is one by a filter, and asks for as much as that: see `slaveRows`
  if (
    table !== undefined &&
    (rights.fields?.seen.some(({ keys }) => keys.has(table) || keys.has(`${table}.${field}`)) ||
      (await heldBy(plan, ctx, rights)) === 'masked')
  )
    return false;
  if (rights.view === null) return holdsGrants(plan, ctx);
  return (
    !rights.fields ||
    !leftOutByAll(rights.fields.seen.map(({ keys }) => keys)).has(table === undefined ? field : `${table}.${field}`)
  );
}

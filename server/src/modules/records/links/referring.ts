import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { leftOutByAll } from '../../forms/public.ts';
import { planOf } from '../plan.ts';
import { holdsGrants, requireSomeRight, rightsFor } from '../rights.ts';
import { linksOf } from './form-links.ts';

/** Relations of other forms, as far as the person sees them, by which records name those of this form: each is a list on the record's page. */
export async function referringLists(ctx: Ctx, { params }: InputOf<typeof recordsApi.referring>): Promise<{ lists: { formId: string; field: string; form: Text; title: Text }[] }> {
  const plan = await planOf(ctx, params.formId);
  await requireSomeRight(plan, ctx, await rightsFor(plan, ctx));
  const lists = [];
  for (const { plan: referrer, slave, field } of (await linksOf(ctx, plan)).referrers) {
    // a row of a slave table is no record of its own
    if (slave || field.config.noReverse) continue;
    const { formId, definition } = referrer.form;
    if (await mayList(ctx, formId, field.id)) lists.push({ formId, field: field.id, form: definition.title, title: field.title });
  }
  return { lists };
}

async function mayList(ctx: Ctx, formId: string, field: string): Promise<boolean> {
  const plan = await planOf(ctx, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  });
  if (!plan) return false;
  const rights = await rightsFor(plan, ctx);
  if (rights.view === null) return holdsGrants(plan, ctx);
  return !rights.fields || !leftOutByAll(rights.fields.seen.map(({ keys }) => keys)).has(field);
}

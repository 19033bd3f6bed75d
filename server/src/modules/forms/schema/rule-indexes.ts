import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { releasedForm } from '../releases/released.ts';
import { actualTables, changeTables } from './table-changes.ts';
import { planTables, type IndexNeeds } from './table-plan.ts';

type Where = { platform: Platform; spaceId: string };

/** What lists of people with a part of the rows need: only forms that have such rules pay for it when records are made. */
export function indexNeeds(rules: readonly PermissionRule[]): IndexNeeds {
  return {
    departments: rules.some(({ scope }) => scope === 'department' || scope === 'below'),
    fields: new Set(
      rules.flatMap(({ condition }) => (condition ? comparisonsIn(condition).map(({ field }) => field) : [])),
    ),
  };
}

/** Builds what the rules of a released form ask for and is not there; what they no longer ask for goes with the next release. */
export async function indexForRules(ctx: Where, formId: string): Promise<void> {
  const form = await releasedForm(ctx, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  const needs = form && indexNeeds(form.rules);
  if (!needs || (!needs.departments && needs.fields.size === 0)) return;
  const plan = planTables(
    spaceSchema(ctx.spaceId),
    formId,
    form.definition,
    form.definition,
    await actualTables(ctx.platform.owner, ctx.spaceId, formId),
    zoneOf(ctx.platform, ctx.spaceId),
    needs,
  );
  if (plan.indexes.length === 0) return;
  await changeTables(ctx.platform, ctx.spaceId, formId, { ...plan, statements: [], backfills: [], drops: [] });
}

import type { FixedFilters } from '@formwork/contract/analytics/embed-api.ts';
import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { valuesOf } from '../filter-values.ts';
import { chartSource } from '../result.ts';

/** Refuses filters that narrow nothing of it, or that the person could not set: what they do not see they cannot fix. */
export async function requireFixable(ctx: Ctx, fixed: FixedFilters, sources: readonly string[]): Promise<void> {
  for (const [at, one] of fixed.entries()) {
    if (!sources.includes(one.form))
      throw invalid('analytics.embed.other_source', [
        { path: `body.fixed.${at}.form`, code: 'analytics.embed.other_source' },
      ]);
    await requireSeenFields(ctx, one);
    // the source refuses what fits none of its fields
    const [first] = comparisonsIn(one.where);
    if (first) await valuesOf(ctx, one.form, first.field, [one]);
  }
}

/** Asked again at every reading: of a field that is gone or hidden from whoever embedded it a filter would say nothing. */
export async function requireSeenFields(ctx: Ctx, { form, where }: FixedFilters[number]): Promise<void> {
  const seen = new Set((await chartSource(ctx, form)).fields.map(({ id }) => id));
  if (!comparisonsIn(where).every(({ field }) => seen.has(field))) throw forbidden('analytics.field_unseen');
}

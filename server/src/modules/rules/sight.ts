import type { Ctx } from '../../platform/context.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import {
  canSeeRecord,
  factsOfRecord,
  hiddenBy,
  maskedRecord,
  planOf,
  reaches,
  recordsThen,
  rightsFor,
  viewerOf,
} from '../records/public.ts';
import type { Occurrence } from './happened.ts';
import { inputOf } from './judge.ts';

type Said = { id: string; values: Values; slaves: Record<string, SlaveRow[]> };

/** What a rule is judged on, as whoever it acts as saw it then; undefined where they may not see the record. */
export async function inputSeen(
  ctx: Ctx,
  { formId, recordId, before, after, actor }: Pick<Occurrence, 'formId' | 'recordId' | 'before' | 'after' | 'actor'>,
): Promise<Record<string, unknown> | undefined> {
  if (ctx.user.system) return inputOf(after ?? undefined, before ?? undefined, actor);
  const plan = await planOf(ctx, formId);
  const [rights, viewer] = [await rightsFor(plan, ctx), await viewerOf(ctx)];
  const seen = (record: Said | null | undefined): Said | undefined => {
    if (!record) return undefined;
    const facts = factsOfRecord(record);
    return reaches(plan, rights.view, facts, viewer)
      ? maskedRecord(record, hiddenBy(plan, rights, facts, viewer))
      : undefined;
  };
  const [was, is] = [seen(before), seen(after)];
  if (is || (!after && was)) return inputOf(is, was, actor);
  // by a grant on the record itself they see it whole, or as its rules leave it
  if (after && (await canSeeRecord(ctx, formId, recordId)))
    return inputOf(
      maskedRecord(after, rights.fields?.newHidden),
      before ? maskedRecord(before, rights.fields?.newHidden) : undefined,
      actor,
    );
  return undefined;
}

/** What a record says now, as whoever begins something by it sees it: undefined where it is gone, null where they may not see it. */
export async function seenNow(
  ctx: Ctx,
  formId: string,
  recordId: string,
): Promise<Record<string, unknown> | null | undefined> {
  const plan = await planOf(ctx, formId);
  const [then] = await recordsThen(ctx.platform, plan, [{ recordId, version: latest }]);
  if (!then?.after) return undefined;
  const { after } = then;
  return (await inputSeen(ctx, { formId, recordId, before: after, after, actor: null })) ?? null;
}

const latest = 1_000_000_000;

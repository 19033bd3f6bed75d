import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { keyLabels } from './key-labels.ts';
import type { Pick } from './question.ts';
import { answerTo } from './result.ts';

const mostValues = 1_000;

/** Each value of a field with how many records of the caller's have it; of lists each of their members by itself. */
export async function valuesOf(ctx: Ctx, formId: string, field: string, picks: readonly Pick[]): Promise<ChartResult> {
  const own = picks.filter(({ form }) => form === formId).map(({ where }) => where);
  const answer = await answerTo(ctx, {
    formId,
    where: own.length === 0 ? undefined : { all: own },
    keys: [{ field, step: undefined }],
    figures: [{ fn: 'count' }],
    totals: [],
    limit: mostValues * 5,
  });
  const [column] = answer.columns;
  const counts = new Map<string, number>();
  for (const [key, count] of answer.rows)
    for (const one of key == null ? [] : column!.list ? membersOf(key) : [key])
      counts.set(one, (counts.get(one) ?? 0) + Number(count));
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, mostValues);
  const rows = sorted.map(([key, count]) => [key, String(count)]);
  const [labels] = await keyLabels(ctx, { ...answer, rows });
  const seen = column!.field;
  return {
    columns: [
      {
        id: 'value',
        title: seen ? textIn(seen.title, ctx.locale) : '',
        kind: 'text',
        ...(labels && { labels }),
        ...(seen && { of: { field: seen.id, kind: fieldKind(seen) } }),
      },
      { id: 'count', title: '', kind: 'number' },
    ],
    rows,
    ...(counts.size > mostValues && { cutFrom: counts.size }),
  };
}

function membersOf(key: string): string[] {
  const list: unknown = JSON.parse(key);
  return Array.isArray(list) ? list.map(String) : [key];
}

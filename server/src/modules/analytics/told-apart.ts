import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { isFigure } from '@formwork/contract/analytics/definition.ts';
import type { Ctx } from '../../platform/context.ts';
import { chartTexts } from './pictures/texts.ts';

/** Figures of one field say how each is worked out, where nobody named them. */
export function toldApart(
  { locale }: Pick<Ctx, 'locale'>,
  columns: ChartResult['columns'],
  uses: readonly ChartUse[],
  /** Whose field says yes or no. */
  flags: readonly boolean[],
): ChartResult['columns'] {
  const alike = Map.groupBy(columns.keys(), (at) => (isFigure(uses[at]!) ? columns[at]!.title : ''));
  const text = chartTexts(locale, 'analytics');
  return columns.map((column, at) => {
    const { title, fn, versus } = uses[at]!;
    const isAlone = (alike.get(column.title)?.length ?? 0) < 2 || column.title === '';
    if (isAlone || !isFigure(uses[at]!) || (title && title.zh.trim() !== '') || !fn) return column;
    const way = flags[at] && (fn === 'sum' || fn === 'avg') ? `analytics.fn.yes_${fn}` : `analytics.fn.${fn}`;
    const said = text(versus ? `analytics.versus.${versus}` : way);
    return { ...column, title: text('analytics.use_name', { field: column.title, said }) };
  });
}

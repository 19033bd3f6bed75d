import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { isFigure } from '@formwork/contract/analytics/definition.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ChartAnswer } from '../records/public.ts';
import { chartTexts } from './pictures/texts.ts';

/** Figures of one field say how each is worked out, where nobody named them. */
export function toldApart(
  { locale }: Pick<Ctx, 'locale'>,
  columns: ChartResult['columns'],
  uses: readonly ChartUse[],
  asked: ChartAnswer['columns'],
): ChartResult['columns'] {
  const alike = Map.groupBy(columns.keys(), (at) => (isFigure(uses[at]!) ? columns[at]!.title : ''));
  const text = chartTexts(locale, 'analytics');
  return columns.map((column, at) => {
    const { title, field, fn, versus } = uses[at]!;
    const isAlone = (alike.get(column.title)?.length ?? 0) < 2 || column.title === '';
    if (isAlone || !isFigure(uses[at]!) || (title && title.zh.trim() !== '') || !fn) return column;
    const isFlag = asked.some((one) => one.field?.id === field && one.kind === 'boolean');
    const way = isFlag && (fn === 'sum' || fn === 'avg') ? `analytics.fn.yes_${fn}` : `analytics.fn.${fn}`;
    const said = text(versus ? `analytics.versus.${versus}` : way);
    return { ...column, title: text('analytics.use_name', { field: column.title, said }) };
  });
}

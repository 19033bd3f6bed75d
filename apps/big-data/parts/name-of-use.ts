import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** "Hours (sum)", "Day (month)", or the author's own words. */
export function nameOfUse(
  { title, field, fn, calc, step, versus }: ChartUse,
  fieldOf: (id: string) => SourceField | undefined,
  locale: string,
  t: Translate,
): string {
  if (title && title.zh.trim() !== '') return textIn(title, locale);
  const found = fieldOf(field);
  const own = calc
    ? t('analytics.calculated')
    : field === ''
      ? t('analytics.count_of_records')
      : found
        ? textIn(found.title, locale)
        : t('analytics.field_gone');
  const said = [
    ...(fn && field !== '' ? [t(`analytics.fn.${fn}`)] : []),
    ...(step ? [t(`analytics.step.${step}`)] : []),
    ...(versus ? [t(`analytics.versus.${versus}`)] : []),
  ];
  return said.length === 0 ? own : t('analytics.use_name', { field: own, said: said.join(t('charts.word.and')) });
}

import type { SourceField } from '@formwork/contract/analytics/api.ts';
import { chartFunctions, type ChartFunction, type ChartUse } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** What a figure is called by how it is worked out: of yes and no, sum and average are a count and a share. */
export function wordOf(fn: ChartFunction, field: Pick<SourceField, 'kind'> | undefined): string {
  return field?.kind === 'boolean' && (fn === 'sum' || fn === 'avg') ? `analytics.fn.yes_${fn}` : `analytics.fn.${fn}`;
}

/** What can be worked out of a field. */
export function functionsOf(field: SourceField | undefined): ChartFunction[] {
  const fits = (fn: ChartFunction): boolean =>
    fn !== 'count' &&
    (fn === 'filled' ||
      fn === 'empty' ||
      fn === 'distinct' ||
      field?.measure === true ||
      (field?.time === true && (fn === 'min' || fn === 'max')) ||
      (field?.kind === 'boolean' && (fn === 'sum' || fn === 'avg')));
  return chartFunctions.filter(fits);
}

/** "Hours (sum)", "Day (month)", or the author's own words; a field that is not found is gone, unless its source is unread. */
export function nameOfUse(
  { title, field, fn, calc, step, versus }: ChartUse,
  fieldOf: (id: string) => SourceField | undefined,
  locale: string,
  t: Translate,
  unread = false,
): string {
  if (title && title.zh.trim() !== '') return textIn(title, locale);
  const found = fieldOf(field);
  const own = calc
    ? t('analytics.calculated')
    : field === ''
      ? t('analytics.count_of_records')
      : found
        ? textIn(found.title, locale)
        : unread
          ? '…'
          : t('analytics.field_gone');
  const said = [
    ...(fn && field !== '' ? [t(wordOf(fn, found))] : []),
    ...(step ? [t(`analytics.step.${step}`)] : []),
    ...(versus ? [t(`analytics.versus.${versus}`)] : []),
  ];
  return said.length === 0 ? own : t('analytics.use_name', { field: own, said: said.join(t('charts.word.and')) });
}

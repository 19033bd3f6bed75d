import { goneOption } from '@formwork/contract/forms/field-types/single-select.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { isList } from '@formwork/contract/views/group-condition.ts';
import type { Dimension } from '@formwork/contract/views/pivot.ts';
import { useNames, type NameKind } from '@formwork/web/pickers/names.ts';
import { useRecordTitles } from '../fields/relations/record-titles.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { groupOptions } from './group-options.ts';
import { relationForm } from './view-fields.ts';

const named: ReadonlySet<string> = new Set(['people', 'departments', 'posts', 'roles']);

/** Keys of groups in words: labels of options, names of people, months as they are said. */
export function useGroupLabels(
  field: Field | undefined,
  step: Dimension['step'],
  keys: readonly (string | null)[],
): (key: string | null) => string {
  const t = useT();
  const locale = useLocale();
  const kind = field ? fieldKind(field) : 'text';
  const ids = isList(kind) ? keys.flatMap((key) => (key === null ? [] : (JSON.parse(key) as string[]))) : [];
  const nameOf = useNames((named.has(kind) ? kind : 'people') as NameKind, named.has(kind) ? ids : []);
  const { titleOf } = useRecordTitles((field && relationForm(field)) ?? '', kind === 'records' ? ids : []);
  const options = field ? groupOptions(field, locale) : [];
  const optionOf = (id: string): string => options.find((option) => option.id === id)?.label ?? goneOption(locale);
  return (key) => {
    if (key === null) return t('views.group.empty');
    if (kind === 'boolean') return t(key === 'true' ? 'views.group.yes' : 'views.group.no');
    if (kind === 'option') return optionOf(key);
    if (kind === 'date' || kind === 'dateTime' || kind === 'dateRange' || kind === 'dateTimeRange' || kind === 'slot')
      return dateLabel(key, step ?? 'day', t);
    if (!isList(kind)) return key;
    return (JSON.parse(key) as string[])
      .map((id) =>
        kind === 'options' ? optionOf(id) : kind === 'records' ? (titleOf(id) ?? '…') : (nameOf(id) ?? '…'),
      )
      .join(locale === 'zh-CN' ? '、' : ', ');
  };
}

function dateLabel(
  day: string,
  step: NonNullable<Dimension['step']>,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  const [year = '', month = ''] = day.split('-');
  const texts: Record<NonNullable<Dimension['step']>, () => string> = {
    day: () => day,
    week: () => t('views.group.week', { day }),
    month: () => `${year}-${month}`,
    quarter: () => t('views.group.quarter', { year, quarter: Math.ceil(Number(month) / 3) }),
    year: () => year,
  };
  return texts[step]();
}

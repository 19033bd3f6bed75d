import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { controlOf, filterCondition } from '@formwork/contract/analytics/filter-condition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { BoundsInput } from '@formwork/web/inputs/BoundsInput.tsx';
import { Select } from 'antd';
import { useRef } from 'react';
import type { FilterValue } from './chosen.ts';

interface Props {
  filter: DashboardFilter;
  /** What stands in its field; undefined: on its way, or not for this person. */
  values: ChartResult | undefined;
  value: FilterValue | undefined;
  onValue: (value: FilterValue | undefined) => void;
}

/** A filter: values to choose from, or bounds of days and numbers. Whoever may not see its field has none. */
export function FilterInput({ filter, values, value, onValue }: Props) {
  const t = useT();
  const locale = useLocale();
  const set = value?.value ?? [];
  /** Of values that others no longer leave to choose, too. */
  const names = useRef(new Map<string, string>());
  const [column] = values?.columns ?? [];
  const kind = column?.of?.kind;
  if (!column || !kind) return null;
  const title = filter.title ? textIn(filter.title, locale) : column.title;
  const { field } = filter;
  const change = (next: (string | null)[]) => {
    const where = filterCondition(field, kind, next, timeZone());
    onValue(where && { value: next, where });
  };
  const control = controlOf(kind);
  if (control !== 'values')
    return (
      <div className="analytics-filter" role="group" aria-label={title}>
        <span>{title}</span>
        <BoundsInput of={control} values={set} onChange={change} />
      </div>
    );
  const options = (values?.rows ?? []).map(([key]) => ({
    value: String(key),
    label: column.labels?.[String(key)] ?? String(key),
  }));
  for (const one of options) names.current.set(one.value, one.label);
  const chosen = set.filter((one) => one !== null);
  const others = chosen.filter((one) => !options.some((option) => option.value === one));
  return (
    <div className="analytics-filter">
      <span>{title}</span>
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        aria-label={title}
        placeholder={t('analytics.all')}
        value={chosen}
        options={[...options, ...others.map((one) => ({ value: one, label: names.current.get(one) ?? one }))]}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={change}
      />
    </div>
  );
}

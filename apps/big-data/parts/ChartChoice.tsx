import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';

interface Props {
  value: string | null;
  label: string;
  disabled?: boolean;
  onChange: (chart: string) => void;
}

/** Released charts that one may see. */
export function ChartChoice({ value, label, disabled = false, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const charts = useCharts();
  return (
    <Select
      aria-label={label}
      placeholder={t('analytics.chart_choose')}
      disabled={disabled}
      loading={charts.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={(charts.data?.rows ?? [])
        .filter(({ released }) => released !== null)
        .map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
      notFoundContent={t('analytics.chart_none')}
      onChange={onChange}
    />
  );
}

export function useCharts() {
  return useQuery(q(definitionsApi.list, { params: { kind: 'chart' }, query: { limit: 200 } }));
}

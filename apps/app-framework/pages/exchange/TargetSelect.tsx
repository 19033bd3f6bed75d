import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import type { Target } from './import-draft.ts';

/** The field that a column becomes, or none. */
export function TargetSelect({
  label,
  targets,
  value,
  onChange,
}: {
  label: string;
  targets: readonly Target[];
  value: string | undefined;
  onChange: (path: string | undefined) => void;
}) {
  const t = useT();
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      className="exchange-target"
      aria-label={`${t('exchange.import.field')} ${label}`}
      placeholder={t('exchange.import.leave')}
      value={value}
      onChange={(path: string | undefined) => onChange(path)}
      options={targets.map(({ path, title }) => ({ value: path, label: title }))}
    />
  );
}

import { NumberFormat } from '@formwork/contract/analytics/chart.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, InputNumber, Select } from 'antd';

interface Props {
  format: NumberFormat;
  /** What its field is called. */
  name: string;
  readOnly: boolean;
  onFormat: (format: NumberFormat, group?: string) => void;
}

const own = 'own';
const ways = NumberFormat.shape.as.unwrap().options;

/** How numbers of a field read in every chart of the data set, unless the chart says otherwise. */
export function SetFormat({ format, name, readOnly, onFormat }: Props) {
  const t = useT();
  return (
    <div className="set-format">
      <Select
        size="small"
        disabled={readOnly}
        aria-label={`${name}: ${t('analytics.format')}`}
        value={format.as ?? own}
        options={[own, ...ways].map((value) => ({ value, label: t(`analytics.format_as.${value}`) }))}
        onChange={(as) => onFormat({ ...format, as: ways.find((one) => one === as) })}
      />
      <InputNumber
        size="small"
        disabled={readOnly}
        min={0}
        max={10}
        precision={0}
        aria-label={`${name}: ${t('analytics.decimals')}`}
        placeholder={t('analytics.decimals')}
        value={format.decimals ?? null}
        onChange={(decimals) => onFormat({ ...format, decimals: decimals ?? undefined }, 'decimals')}
      />
      <Input
        size="small"
        disabled={readOnly}
        maxLength={20}
        aria-label={`${name}: ${t('analytics.unit')}`}
        placeholder={t('analytics.unit')}
        value={format.unit ?? ''}
        onChange={({ target }) => onFormat({ ...format, unit: target.value || undefined }, 'unit')}
      />
    </div>
  );
}

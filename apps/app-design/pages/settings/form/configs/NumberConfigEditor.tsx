import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { MoneyConfig } from '@formwork/contract/forms/field-types/money.ts';
import type { NumberConfig } from '@formwork/contract/forms/field-types/number.ts';
import type { PercentConfig } from '@formwork/contract/forms/field-types/percent.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { Line } from '../inspector-parts.tsx';
import { ChoicePart, FlagPart, NumberPart, useLimitsText, withSetting, type ConfigProps } from './parts.tsx';

export function NumberConfigEditor(props: ConfigProps<NumberConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={10} />
      <Limits {...props} />
      <UnitLine {...props} />
      <FlagPart {...props} name="thousands" label={t('design.config.thousands')} />
    </>
  );
}

export function MoneyConfigEditor(props: ConfigProps<MoneyConfig>) {
  const t = useT();
  return (
    <>
      <ChoicePart
        {...props}
        name="currency"
        label={t('design.config.currency')}
        options={['CNY', 'USD', 'EUR', 'GBP', 'JPY', 'HKD']}
        labels="design.config.currency_"
      />
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={6} empty={false} />
      <Limits {...props} />
      <FlagPart {...props} name="uppercase" label={t('design.config.uppercase')} />
    </>
  );
}

export function PercentConfigEditor(props: ConfigProps<PercentConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={6} empty={false} />
      <Limits {...props} />
    </>
  );
}

function Limits<Config extends { min?: number | undefined; max?: number | undefined }>({
  config,
  onChange,
}: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  const t = useT();
  const limits: Pick<PercentConfig, 'min' | 'max'> = config;
  const set = (next: Pick<PercentConfig, 'min' | 'max'>) => onChange(next as Config);
  return (
    <>
      <NumberPart config={limits} onChange={set} name="min" label={t('design.config.min')} fraction />
      <NumberPart
        config={limits}
        onChange={set}
        name="max"
        label={t('design.config.max')}
        fraction
        wrong={useLimitsText(config.min, config.max)}
      />
    </>
  );
}

/** Stands behind the number; blank is none. Those of base data are offered, any other may be typed. */
export function UnitLine<Config extends { unit?: string | undefined }>({
  config,
  onChange,
}: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  const t = useT();
  const locale = useLocale();
  const quantities = useQuery(q(basedataApi.listQuantities));
  const options = (quantities.data ?? [])
    .map(({ id, title, units }) => ({
      title: id,
      label: textIn(title, locale),
      options: units
        .filter(({ disabled }) => !disabled)
        .map((unit) => ({ value: unit.symbol, label: `${unit.symbol} · ${textIn(unit.title, locale)}` })),
    }))
    .filter((group) => group.options.length > 0);
  const set = (unit: string) => onChange(withSetting(config, 'unit', unit.slice(0, 20) || undefined));
  return (
    <Line label={t('design.config.unit')}>
      <AutoComplete
        allowClear
        value={config.unit ?? ''}
        options={options}
        showSearch={{
          filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
        }}
        onChange={(unit: string | undefined) => set(unit ?? '')}
      />
    </Line>
  );
}

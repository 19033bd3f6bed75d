import type { MoneyConfig } from '@formwork/contract/forms/field-types/money.ts';
import type { NumberConfig } from '@formwork/contract/forms/field-types/number.ts';
import type { PercentConfig } from '@formwork/contract/forms/field-types/percent.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { Line } from '../inspector-parts.tsx';
import { ChoicePart, FlagPart, NumberPart, withSetting, type ConfigProps } from './parts.tsx';

export function NumberConfigEditor(props: ConfigProps<NumberConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={10} />
      <NumberPart {...props} name="min" label={t('design.config.min')} />
      <NumberPart {...props} name="max" label={t('design.config.max')} />
      <UnitLine {...props} />
      <FlagPart {...props} name="thousands" label={t('design.config.thousands')} />
    </>
  );
}

export function MoneyConfigEditor(props: ConfigProps<MoneyConfig>) {
  const t = useT();
  return (
    <>
      <ChoicePart {...props} name="currency" label={t('design.config.currency')} options={['CNY', 'USD', 'EUR', 'GBP', 'JPY', 'HKD']} labels="design.config.currency_" />
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={6} empty={false} />
      <NumberPart {...props} name="min" label={t('design.config.min')} />
      <NumberPart {...props} name="max" label={t('design.config.max')} />
      <FlagPart {...props} name="uppercase" label={t('design.config.uppercase')} />
    </>
  );
}

export function PercentConfigEditor(props: ConfigProps<PercentConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="decimals" label={t('design.config.decimals')} min={0} max={6} empty={false} />
      <NumberPart {...props} name="min" label={t('design.config.min')} />
      <NumberPart {...props} name="max" label={t('design.config.max')} />
    </>
  );
}

/** Stands behind the number; blank is none. */
export function UnitLine<Config extends { unit?: string | undefined }>({ config, onChange }: Pick<ConfigProps<Config>, 'config' | 'onChange'>) {
  const t = useT();
  return <Line label={t('design.config.unit')}><Input value={config.unit ?? ''} maxLength={20} onChange={(event) => onChange(withSetting(config, 'unit', event.target.value || undefined))} /></Line>;
}

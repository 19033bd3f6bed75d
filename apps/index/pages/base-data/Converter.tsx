import { converted, type Unit } from '@formwork/contract/basedata/units.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber, Select } from 'antd';
import { useState } from 'react';

/** Tries the factors: an amount in one unit, the same in another. */
export function Converter({ units }: { units: readonly Unit[] }) {
  const t = useT();
  const locale = useLocale();
  const [amount, setAmount] = useState(1);
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(1);
  const options = units.map((unit, value) => ({ value, label: `${unit.symbol} · ${textIn(unit.title, locale)}` }));
  const [one, other] = [units[from] ?? units[0]!, units[to] ?? units[0]!];
  return (
    <fieldset className="base-converter">
      <legend>{t('basedata.unit.convert')}</legend>
      <InputNumber aria-label={t('basedata.unit.amount')} value={amount} onChange={(next) => setAmount(next ?? 0)} />
      <Select aria-label={t('basedata.unit.from')} value={units.indexOf(one)} options={options} onChange={setFrom} />
      <span>=</span>
      <output>{converted(amount, one, other).toLocaleString(locale, { maximumFractionDigits: 12 })}</output>
      <Select aria-label={t('basedata.unit.to')} value={units.indexOf(other)} options={options} onChange={setTo} />
    </fieldset>
  );
}

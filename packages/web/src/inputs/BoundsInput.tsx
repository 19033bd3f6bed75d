import { InputNumber } from 'antd';
import { useT } from '../i18n/i18n.ts';
import { DayInput } from './DayInput.tsx';

type Bound = string | null;

interface BoundsInputProps {
  of: 'days' | 'numbers';
  values: readonly Bound[];
  onChange: (values: [Bound, Bound]) => void;
}

/** From and until of a filter: two days, or two numbers without a digit lost. Either may stay open. */
export function BoundsInput({ of, values: [low = null, high = null], onChange }: BoundsInputProps) {
  const t = useT();
  const ends = [
    { words: t('ui.bounds.from'), value: low, set: (next: Bound) => onChange([next, high]) },
    { words: t('ui.bounds.until'), value: high, set: (next: Bound) => onChange([low, next]) },
  ];
  return ends.map(({ words, value, set }) =>
    of === 'numbers' ? (
      <InputNumber key={words} aria-label={words} placeholder={words} value={value} stringMode onChange={set} />
    ) : (
      <DayInput key={words} onDemand aria-label={words} placeholder={words} value={value} onChange={set} />
    ),
  );
}

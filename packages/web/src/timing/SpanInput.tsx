import { dayMs, spanMs, spanOf } from '@formwork/contract/rules/span.ts';
import { InputNumber, Select } from 'antd';
import { useT } from '../i18n/i18n.ts';
import './timing.css';

const units = { days: dayMs, hours: 3_600_000, minutes: 60_000, seconds: 1_000 } as const;
type Unit = keyof typeof units;

interface SpanInputProps {
  label: string;
  /** An ISO duration, as `PT5M`. */
  value: string;
  onChange: (span: string) => void;
  readOnly?: boolean;
}

/** A length of time: so many minutes, hours or days. */
export function SpanInput({ label, value, onChange, readOnly = false }: SpanInputProps) {
  const t = useT();
  const ms = Math.abs(spanMs(value));
  const unit = unitOf(ms);
  const count = ms / units[unit];
  const offered = (['minutes', 'hours', 'days'] as const).filter((one) => one !== unit);
  const put = (next: number, of: Unit) => onChange(spanOf(Math.max(1, Math.round(next)) * units[of]));
  return (
    <div className="timing-line" role="group" aria-label={label}>
      <InputNumber
        className="timing-count"
        aria-label={label}
        min={1}
        max={100_000}
        precision={0}
        value={count}
        readOnly={readOnly}
        onChange={(next) => put(next ?? 1, unit)}
      />
      <Select<Unit>
        className="timing-unit"
        aria-label={t('timing.unit')}
        disabled={readOnly}
        value={unit}
        options={[unit, ...offered]
          .toSorted((a, b) => units[a] - units[b])
          .map((one) => ({ value: one, label: t(`timing.unit.${one}`) }))}
        onChange={(next) => put(count, next)}
      />
    </div>
  );
}

/** The largest that leaves nothing over. */
function unitOf(ms: number): Unit {
  return (['days', 'hours', 'minutes'] as const).find((unit) => ms > 0 && ms % units[unit] === 0) ?? 'seconds';
}

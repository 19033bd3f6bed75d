import { dayMs, dayShift, spanMs, spanOf } from '@formwork/contract/rules/span.ts';
import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { ClockInput } from '../inputs/ClockInput.tsx';
import { SpanInput } from './SpanInput.tsx';
import './timing.css';

const sides = ['before', 'on', 'after'] as const;
type Side = (typeof sides)[number];

interface ShiftInputProps {
  label: string;
  /** An ISO duration: `-P3D` is three days before. */
  value: string;
  /** Of a day, at a time of that day; of a moment otherwise. */
  ofDay: boolean;
  onChange: (shift: string) => void;
  readOnly?: boolean;
}

/** So long before or after a date. */
export function ShiftInput({ ofDay, ...props }: ShiftInputProps) {
  return ofDay ? <ShiftOfDay {...props} /> : <ShiftOfMoment {...props} />;
}

type Props = Omit<ShiftInputProps, 'ofDay'>;

function ShiftOfDay({ label, value, onChange, readOnly = false }: Props) {
  const t = useT();
  const { days, rest } = dayShift(value);
  const side = sideOf(days);
  const put = (nextDays: number, nextRest: number) => onChange(spanOf(nextDays * dayMs + nextRest));
  return (
    <div className="timing-line" role="group" aria-label={label}>
      {side !== 'on' && (
        <InputNumber
          className="timing-count"
          aria-label={label}
          min={1}
          max={3_650}
          precision={0}
          suffix={t('timing.unit.days')}
          value={Math.abs(days)}
          readOnly={readOnly}
          onChange={(count) => put(Math.max(1, count ?? 1) * Math.sign(days), rest)}
        />
      )}
      <SideSelect
        side={side}
        on={t('timing.side.on_day')}
        readOnly={readOnly}
        onChange={(next) => put(Math.max(1, Math.abs(days)) * signs[next], rest)}
      />
      <ClockInput
        label={t('timing.clock')}
        value={clockOf(rest)}
        disabled={readOnly}
        onChange={(clock) => put(days, msOf(clock))}
      />
    </div>
  );
}

function ShiftOfMoment({ label, value, onChange, readOnly = false }: Props) {
  const t = useT();
  const ms = spanMs(value);
  const side = sideOf(ms);
  // how long it was stays while it is no time at all
  const [kept, setKept] = useState('PT1H');
  return (
    <div className="timing-line" role="group" aria-label={label}>
      {side !== 'on' && (
        <SpanInput
          label={label}
          value={value}
          readOnly={readOnly}
          onChange={(span) => onChange(spanOf(spanMs(span) * signs[side]))}
        />
      )}
      <SideSelect
        side={side}
        on={t('timing.side.on_moment')}
        readOnly={readOnly}
        onChange={(next) => {
          if (ms !== 0) setKept(spanOf(Math.abs(ms)));
          onChange(spanOf((ms === 0 ? spanMs(kept) : Math.abs(ms)) * signs[next]));
        }}
      />
    </div>
  );
}

function SideSelect({
  side,
  on,
  readOnly,
  onChange,
}: {
  side: Side;
  on: string;
  readOnly: boolean;
  onChange: (side: Side) => void;
}) {
  const t = useT();
  return (
    <Select<Side>
      className="timing-unit"
      aria-label={t('timing.side')}
      disabled={readOnly}
      value={side}
      options={sides.map((one) => ({ value: one, label: one === 'on' ? on : t(`timing.side.${one}`) }))}
      onChange={onChange}
    />
  );
}

const signs = { before: -1, on: 0, after: 1 } as const;
const sideOf = (amount: number): Side => (amount < 0 ? 'before' : amount > 0 ? 'after' : 'on');

const clockOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
function msOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

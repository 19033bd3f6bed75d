import dayjs from 'dayjs';
import { useMemo } from 'react';
import { TimePicker } from './heavy-inputs.ts';

/** A time of day as in 08:30, to five minutes. */
export function ClockInput({
  label,
  value,
  className,
  disabled = false,
  onChange,
}: {
  label: string;
  value: string;
  className?: string;
  disabled?: boolean;
  onChange: (clock: string) => void;
}) {
  // another value, also of the same time, takes away what is being typed
  const time = useMemo(() => dayjs(`2000-01-01T${value}`), [value]);
  return (
    <TimePicker
      {...(className !== undefined && { className })}
      aria-label={label}
      format="HH:mm"
      minuteStep={5}
      disabled={disabled}
      allowClear={false}
      needConfirm={false}
      value={time}
      onChange={(next: unknown) => dayjs.isDayjs(next) && onChange(next.format('HH:mm'))}
    />
  );
}

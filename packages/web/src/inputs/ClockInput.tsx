import dayjs from 'dayjs';
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
  return (
    <TimePicker
      {...(className !== undefined && { className })}
      aria-label={label}
      format="HH:mm"
      minuteStep={5}
      disabled={disabled}
      allowClear={false}
      needConfirm={false}
      value={dayjs(`2000-01-01T${value}`)}
      onChange={(time: unknown) => dayjs.isDayjs(time) && onChange(time.format('HH:mm'))}
    />
  );
}

import dayjs from 'dayjs';
import { DatePicker } from './heavy-inputs.ts';

interface DayInputProps {
  /** As in 2026-01-31; nothing is null or empty. */
  value: string | null | undefined;
  onChange: (day: string | null) => void;
  earliest?: string | undefined;
  latest?: string | undefined;
  autoFocus?: boolean | undefined;
  disabled?: boolean;
  id?: string;
  placeholder?: string;
}

const format = 'YYYY-MM-DD';

/** A day by calendar or by typing, as the text that is stored. */
export function DayInput({ value, onChange, earliest, latest, autoFocus = false, ...input }: DayInputProps) {
  return (
    <DatePicker
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus}
      format={format}
      value={value ? dayjs(value) : null}
      minDate={earliest ? dayjs(earliest) : undefined}
      maxDate={latest ? dayjs(latest) : undefined}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format(format) : null)}
    />
  );
}

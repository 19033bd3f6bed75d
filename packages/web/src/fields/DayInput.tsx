import { dateText, looseWall } from '@formwork/contract/forms/values/dates.ts';
import dayjs from 'dayjs';
import { DatePicker } from './heavy-inputs.ts';
import { useTypedDate } from './typed-date.ts';
import './wall-clock.ts';

interface DayInputProps {
  /** As in 2026-01-31; nothing is null or empty. */
  value: string | null | undefined;
  onChange: (day: string | null) => void;
  earliest?: string | undefined;
  latest?: string | undefined;
  /** Hands over what is no day, too: whoever asks so says what is wrong with it. */
  asTyped?: boolean;
  autoFocus?: boolean | undefined;
  disabled?: boolean;
  id?: string;
  placeholder?: string;
}

const format = 'YYYY-MM-DD';
const read = (text: string) => looseWall(text)?.date;

/** A day by calendar or by typing, as the text that is stored. */
export function DayInput({ value, onChange, earliest, latest, asTyped = false, autoFocus = false, ...input }: DayInputProps) {
  const typed = useTypedDate(value, dateText, read, onChange);
  return (
    <DatePicker
      {...input}
      {...(asTyped && typed.input)}
      {...(typed.unread !== undefined && { placeholder: typed.unread })}
      className="fw-editor-wide"
      autoFocus={autoFocus}
      format={format}
      value={typed.shown ? dayjs.utc(typed.shown) : null}
      minDate={earliest ? dayjs.utc(earliest) : undefined}
      maxDate={latest ? dayjs.utc(latest) : undefined}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format(format) : null)}
    />
  );
}

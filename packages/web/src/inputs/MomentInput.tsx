import { instantFromWall, instantText, looseWall } from '@formwork/contract/forms/values/dates.ts';
import { timeZone, useTimeZone } from '@formwork/ui/format/time-zone.ts';
import dayjs from 'dayjs';
import { DatePicker } from './heavy-inputs.ts';
import { useTypedDate } from './typed-date.ts';
import { instantOf, wallClock } from './wall-clock.ts';

interface MomentInputProps {
  value: unknown;
  /** The moment in UTC, as in 2026-01-31T08:00:00.000Z. */
  onChange: (instant: string | null) => void;
  seconds?: boolean;
  /** Days, both within. */
  earliest?: string | undefined;
  latest?: string | undefined;
  /** Hands over what is no moment, too: whoever asks so says what is wrong with it. */
  asTyped?: boolean;
  autoFocus?: boolean | undefined;
  id?: string;
  placeholder?: string;
}

const wall = 'YYYY-MM-DD HH:mm:ss';
const read = (text: string) => {
  const found = looseWall(text);
  return found && instantFromWall(`${found.date} ${found.time ?? '00:00:00'}`, timeZone());
};

/** The picker shows the clock of the enterprise's zone, whatever zone the device is in: the same time for everybody. */
export function MomentInput({
  value,
  onChange,
  seconds = false,
  earliest,
  latest,
  asTyped = false,
  autoFocus = false,
  ...input
}: MomentInputProps) {
  useTimeZone();
  const typed = useTypedDate(value, instantText, read, onChange);
  return (
    <DatePicker
      {...input}
      {...(asTyped && typed.input)}
      {...(typed.unread !== undefined && { placeholder: typed.unread })}
      className="fw-editor-wide"
      autoFocus={autoFocus}
      showTime={{ format: seconds ? 'HH:mm:ss' : 'HH:mm' }}
      format={seconds ? wall : 'YYYY-MM-DD HH:mm'}
      value={typed.shown ? wallClock(typed.shown) : null}
      minDate={earliest ? dayjs.utc(earliest) : undefined}
      maxDate={latest ? dayjs.utc(latest).endOf('day') : undefined}
      onChange={(chosen: unknown) =>
        onChange(dayjs.isDayjs(chosen) ? (instantOf(seconds ? chosen : chosen.second(0)) ?? null) : null)
      }
    />
  );
}

import { instantFromWall, instantText, wallText } from '@formwork/contract/forms/values/dates.ts';
import dayjs from 'dayjs';
import { DatePicker } from './heavy-inputs.ts';

interface MomentInputProps {
  value: unknown;
  /** The moment in UTC, as in 2026-01-31T08:00:00.000Z. */
  onChange: (instant: string | null) => void;
  seconds?: boolean;
  autoFocus?: boolean | undefined;
  id?: string;
  placeholder?: string;
}

const wall = 'YYYY-MM-DD HH:mm:ss';

/** The picker shows the clock of the space's zone, whatever zone the device is in: the same time for everybody. */
export function MomentInput({ value, onChange, seconds = false, autoFocus = false, ...input }: MomentInputProps) {
  const instant = instantText(value);
  return (
    <DatePicker
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus}
      showTime={{ format: seconds ? 'HH:mm:ss' : 'HH:mm' }}
      format={seconds ? wall : 'YYYY-MM-DD HH:mm'}
      value={instant ? dayjs(wallText(instant)) : null}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? (instantFromWall((seconds ? chosen : chosen.second(0)).format(wall)) ?? null) : null)}
    />
  );
}

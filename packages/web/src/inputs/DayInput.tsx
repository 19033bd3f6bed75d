import { dateText, looseWall } from '@formwork/contract/forms/values/dates.ts';
import { Input } from 'antd';
import dayjs from 'dayjs';
import { startTransition, Suspense, useState } from 'react';
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
  /** The calendar comes when somebody goes there, as for a filter on a page that most people only read. */
  onDemand?: boolean;
  disabled?: boolean;
  id?: string;
  placeholder?: string;
  'aria-label'?: string;
}

type Reached = 'not' | 'over' | 'focus' | 'pressed';

const format = 'YYYY-MM-DD';
const read = (text: string) => looseWall(text)?.date;

/** A day by calendar or by typing, as the text that is stored. */
export function DayInput({
  value,
  onChange,
  earliest,
  latest,
  asTyped = false,
  autoFocus = false,
  onDemand = false,
  ...input
}: DayInputProps) {
  const typed = useTypedDate(value, dateText, read, onChange);
  const [reached, setReached] = useState<Reached>(onDemand ? 'not' : 'over');
  const [begun, setBegun] = useState<string>();
  if (reached === 'not') {
    // what is there stays, with what has the focus, until the calendar has come
    const by = (way: Reached) => () => startTransition(() => setReached((was) => (was === 'pressed' ? was : way)));
    return (
      <Input
        {...input}
        className="fw-editor-wide"
        value={begun ?? typed.shown ?? ''}
        onPointerEnter={by('over')}
        onFocus={by('focus')}
        onPointerDown={by('pressed')}
        onBlur={() => setReached((was) => (was === 'focus' ? 'over' : was))}
        onChange={({ target }) => {
          setBegun(target.value);
          const day = read(target.value);
          if (day !== undefined) onChange(day);
        }}
      />
    );
  }
  // the calendar is on its way: nothing else of the page waits for it
  const later = <Input {...input} className="fw-editor-wide" disabled value={typed.shown ?? ''} />;
  return (
    <Suspense fallback={later}>
      <DatePicker
        {...input}
        {...(asTyped && typed.input)}
        {...(typed.unread !== undefined && { placeholder: typed.unread })}
        className="fw-editor-wide"
        autoFocus={autoFocus || reached === 'focus' || reached === 'pressed'}
        defaultOpen={reached === 'pressed'}
        format={format}
        value={typed.shown ? dayjs.utc(typed.shown) : null}
        minDate={earliest ? dayjs.utc(earliest) : undefined}
        maxDate={latest ? dayjs.utc(latest) : undefined}
        onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format(format) : null)}
      />
    </Suspense>
  );
}

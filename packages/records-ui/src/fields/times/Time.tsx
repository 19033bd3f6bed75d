import { looseClock, timeText } from '@formwork/contract/forms/values/dates.ts';
import dayjs from 'dayjs';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { TimePicker } from '@formwork/web/inputs/heavy-inputs.ts';
import { ShownText } from '../ShownText.tsx';
import { useTypedDate } from '@formwork/web/inputs/typed-date.ts';

export const timeUi: FieldUi<'time'> = { size: 'short', Editor: TimeEditor, Cell: ShownText, width: 100 };

function TimeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'time'>) {
  const typed = useTypedDate(value, timeText, looseClock, onChange);
  const format = field.config.precision === 'second' ? 'HH:mm:ss' : 'HH:mm';
  return (
    <TimePicker
      {...input}
      {...typed.input}
      {...(typed.unread !== undefined && { placeholder: typed.unread })}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      needConfirm={false}
      format={format}
      value={typed.shown ? dayjs(`2000-01-01T${typed.shown}`) : null}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format('HH:mm:ss') : null)}
    />
  );
}

import { timeText } from '@formwork/contract/forms/values/dates.ts';
import dayjs from 'dayjs';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { TimePicker } from './heavy-inputs.ts';
import { ShownText } from './ShownText.tsx';

export const timeUi: FieldUi<'time'> = { Editor: TimeEditor, Cell: ShownText, width: 100 };

function TimeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'time'>) {
  const time = timeText(value);
  const format = field.config.precision === 'second' ? 'HH:mm:ss' : 'HH:mm';
  return (
    <TimePicker
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      needConfirm={false}
      format={format}
      value={time ? dayjs(`2000-01-01T${time}`) : null}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format('HH:mm:ss') : null)}
    />
  );
}

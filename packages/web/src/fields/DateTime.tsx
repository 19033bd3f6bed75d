import { instantFromWall, instantText, wallText } from '@formwork/contract/forms/values/dates.ts';
import dayjs from 'dayjs';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { DatePicker } from './heavy-inputs.ts';
import { ShownText } from './ShownText.tsx';

export const dateTimeUi: FieldUi<'dateTime'> = { Editor: DateTimeEditor, Cell: ShownText, width: 156 };

const wall = 'YYYY-MM-DD HH:mm:ss';

/** The picker shows the clock of the space's zone, whatever zone the device is in: the same time for everybody. */
function DateTimeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'dateTime'>) {
  const instant = instantText(value);
  const seconds = field.config.precision === 'second';
  return (
    <DatePicker
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      showTime={{ format: seconds ? 'HH:mm:ss' : 'HH:mm' }}
      format={seconds ? wall : 'YYYY-MM-DD HH:mm'}
      value={instant ? dayjs(wallText(instant)) : null}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? (instantFromWall((seconds ? chosen : chosen.second(0)).format(wall)) ?? null) : null)}
    />
  );
}

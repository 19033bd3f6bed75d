import { dateText } from '@formwork/contract/forms/values/dates.ts';
import dayjs from 'dayjs';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { DatePicker } from './heavy-inputs.ts';
import { ShownText } from './ShownText.tsx';

export const dateUi: FieldUi<'date'> = { Editor: DateEditor, Cell: ShownText, width: 120 };

const format = 'YYYY-MM-DD';

function DateEditor({ field, value, onChange, input, autoFocus }: EditorProps<'date'>) {
  const day = dateText(value);
  return (
    <DatePicker
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      format={format}
      value={day ? dayjs(day) : null}
      minDate={field.config.earliest ? dayjs(field.config.earliest) : undefined}
      maxDate={field.config.latest ? dayjs(field.config.latest) : undefined}
      onChange={(chosen: unknown) => onChange(dayjs.isDayjs(chosen) ? chosen.format(format) : null)}
    />
  );
}

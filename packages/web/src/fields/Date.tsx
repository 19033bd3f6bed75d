import { dateText } from '@formwork/contract/forms/values/dates.ts';
import { DayInput } from './DayInput.tsx';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { ShownText } from './ShownText.tsx';

export const dateUi: FieldUi<'date'> = { Editor: DateEditor, Cell: ShownText, width: 120 };

function DateEditor({ field, value, onChange, input, autoFocus }: EditorProps<'date'>) {
  return <DayInput {...input} autoFocus={autoFocus} value={dateText(value)} earliest={field.config.earliest} latest={field.config.latest} onChange={onChange} />;
}

import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const dateUi: FieldUi<'date'> = { size: 'short', Editor: DateEditor, Cell: ShownText, width: 120 };

function DateEditor({ field, value, onChange, input, autoFocus }: EditorProps<'date'>) {
  return (
    <DayInput
      {...input}
      asTyped
      autoFocus={autoFocus}
      value={typedText(value)}
      earliest={field.config.earliest}
      latest={field.config.latest}
      onChange={onChange}
    />
  );
}

import type { EditorProps, FieldUi } from '../field-ui.ts';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { ShownText } from '../ShownText.tsx';

export const dateTimeUi: FieldUi<'dateTime'> = { size: 'short', Editor: DateTimeEditor, Cell: ShownText, width: 156 };

function DateTimeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'dateTime'>) {
  return (
    <MomentInput
      {...input}
      asTyped
      autoFocus={autoFocus}
      value={value}
      seconds={field.config.precision === 'second'}
      earliest={field.config.earliest}
      latest={field.config.latest}
      onChange={onChange}
    />
  );
}

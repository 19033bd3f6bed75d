import { DecimalInput } from './DecimalInput.tsx';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { ShownText } from './ShownText.tsx';

export const numberUi: FieldUi<'number'> = { Editor: NumberEditor, Cell: ShownText, align: 'end', width: 120 };

function NumberEditor({ field, ...props }: EditorProps<'number'>) {
  return <DecimalInput {...props} after={field.config.unit} />;
}

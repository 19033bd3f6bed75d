import { DecimalInput } from './DecimalInput.tsx';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { ShownText } from './ShownText.tsx';

export const percentUi: FieldUi<'percent'> = { Editor: PercentEditor, Cell: ShownText, align: 'end', width: 110 };

function PercentEditor({ field: _, ...props }: EditorProps<'percent'>) {
  return <DecimalInput {...props} after="%" />;
}

import { DecimalInput } from './DecimalInput.tsx';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { Figure } from './Figure.tsx';

export const numberUi: FieldUi<'number'> = {
  size: 'short',
  Editor: NumberEditor,
  Cell: Figure,
  align: 'end',
  width: 120,
};

function NumberEditor({ field, ...props }: EditorProps<'number'>) {
  return <DecimalInput {...props} after={field.config.unit} />;
}

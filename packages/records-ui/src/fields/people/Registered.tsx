import { Input } from 'antd';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const identityNumberUi: FieldUi<'identityNumber'> = { Editor: RegisteredEditor, Cell: ShownText, width: 180 };
export const creditCodeUi: FieldUi<'creditCode'> = { Editor: RegisteredEditor, Cell: ShownText, width: 190 };
export const postalCodeUi: FieldUi<'postalCode'> = {
  size: 'code',
  Editor: RegisteredEditor,
  Cell: ShownText,
  width: 100,
};

function RegisteredEditor({
  field,
  value,
  onChange,
  input,
  autoFocus,
}: EditorProps<'identityNumber' | 'creditCode' | 'postalCode'>) {
  return (
    <Input
      {...input}
      inputMode={field.type === 'postalCode' ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="characters"
      autoFocus={autoFocus}
      maxLength={40}
      value={typedText(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

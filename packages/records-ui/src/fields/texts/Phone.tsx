import { Input } from 'antd';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const phoneUi: FieldUi<'phone'> = {
  size: 'short',
  Editor: PhoneEditor,
  Cell: ShownText,
  Detail: DialLink,
  width: 140,
};

function PhoneEditor({ value, onChange, input, autoFocus }: EditorProps<'phone'>) {
  return (
    <Input
      {...input}
      inputMode="tel"
      autoComplete="off"
      autoFocus={autoFocus}
      maxLength={40}
      value={typedText(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function DialLink({ value }: ShownProps<'phone'>) {
  return (
    <a className="fw-value-text" href={`tel:${String(value).replace(/[^\d+]/g, '')}`}>
      {String(value)}
    </a>
  );
}

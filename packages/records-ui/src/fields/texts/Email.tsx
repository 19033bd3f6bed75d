import { Input } from 'antd';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const emailUi: FieldUi<'email'> = { Editor: EmailEditor, Cell: ShownText, Detail: MailLink, width: 200 };

function EmailEditor({ value, onChange, input, autoFocus }: EditorProps<'email'>) {
  return (
    <Input
      {...input}
      inputMode="email"
      autoComplete="off"
      autoFocus={autoFocus}
      maxLength={254}
      value={typedText(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function MailLink({ value }: ShownProps<'email'>) {
  return (
    <a className="fw-value-text" href={`mailto:${String(value)}`}>
      {String(value)}
    </a>
  );
}

import { Input } from 'antd';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const longTextUi: FieldUi<'longText'> = {
  Editor: LongTextEditor,
  Cell: ShownText,
  Detail: Paragraphs,
  wide: true,
  width: 240,
};

function LongTextEditor({ field, value, onChange, input, autoFocus }: EditorProps<'longText'>) {
  const rows = field.config.rows ?? 4;
  return (
    <Input.TextArea
      {...input}
      autoFocus={autoFocus}
      value={typedText(value)}
      maxLength={field.config.maxLength}
      autoSize={{ minRows: rows, maxRows: Math.max(rows, 20) }}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Paragraphs({ value }: ShownProps<'longText'>) {
  return <span className="fw-value-lines">{String(value)}</span>;
}

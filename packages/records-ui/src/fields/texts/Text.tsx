import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Input } from 'antd';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { FullText, ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const textUi: FieldUi<'text'> = { Editor: TextEditor, Cell: ShownText, Detail: FullText, width: 180 };

function TextEditor({ field, value, onChange, input, autoFocus }: EditorProps<'text'>) {
  const locale = useLocale();
  return (
    <Input
      {...input}
      autoFocus={autoFocus}
      value={typedText(value)}
      maxLength={longest(field)}
      placeholder={textIn(field.config.placeholder, locale)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function longest(field: FieldOf<'text'>): number {
  return field.config.maxLength ?? 1000;
}

import { Input } from 'antd';
import { useT } from '../i18n/i18n.ts';
import type { EditorProps, FieldUi } from './field-ui.ts';
import { ShownText } from './ShownText.tsx';
import { typedText } from './typed-text.ts';

export const autoNumberUi: FieldUi<'autoNumber'> = { Editor: NumberEditor, Cell: ShownText, width: 150 };

/** Only where people may write a number of their own; blank it is drawn. */
function NumberEditor({ value, onChange, input, autoFocus }: EditorProps<'autoNumber'>) {
  const t = useT();
  return <Input {...input} autoFocus={autoFocus} maxLength={200} placeholder={t('records.form.numbered_on_save')} value={typedText(value)} onChange={(event) => onChange(event.target.value)} />;
}

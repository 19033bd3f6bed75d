import { ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { useRecordContext } from '../record-context.ts';
import { ShownText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const autoNumberUi: FieldUi<'autoNumber'> = { Editor: NumberEditor, Cell: ShownText, width: 150 };

/** Only where people may write a number of their own; blank it is drawn. A number that is taken is changed, or left to be drawn after all. */
function NumberEditor({ value, onChange, input, autoFocus }: EditorProps<'autoNumber'>) {
  const t = useT();
  // a number once given is not taken away
  const given = useRecordContext()?.recordId !== undefined;
  const typed = typedText(value);
  return (
    <Space.Compact block>
      <Input
        {...input}
        autoFocus={autoFocus}
        maxLength={200}
        placeholder={t('records.form.numbered_on_save')}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
      />
      {typed !== '' && !given && (
        <Button
          icon={<ReloadOutlined />}
          aria-label={t('records.form.number_again')}
          title={t('records.form.number_again')}
          onClick={() => onChange(null)}
        />
      )}
    </Space.Compact>
  );
}

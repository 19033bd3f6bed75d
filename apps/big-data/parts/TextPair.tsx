import type { Text } from '@formwork/contract/text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { FieldRow } from './FieldRow.tsx';

/** Words in both languages; the English ones may be left out. */
export function TextPair({
  value,
  label,
  long = false,
  readOnly,
  onChange,
}: {
  value: Text | null | undefined;
  label: string;
  long?: boolean;
  readOnly?: boolean;
  onChange: (value: Text) => void;
}) {
  const t = useT();
  const Field = long ? Input.TextArea : Input;
  const size = long ? { autoSize: { minRows: 2, maxRows: 8 } } : {};
  return (
    <>
      <FieldRow label={label}>
        <Field
          {...size}
          value={value?.zh ?? ''}
          maxLength={2000}
          disabled={readOnly ?? false}
          onChange={(event) => onChange({ ...value, zh: event.target.value })}
        />
      </FieldRow>
      <FieldRow label={t('analytics.in_english')}>
        <Field
          {...size}
          value={value?.en ?? ''}
          maxLength={2000}
          disabled={readOnly ?? false}
          onChange={(event) => {
            const { en: _en, ...rest } = { zh: '', ...value };
            onChange(event.target.value === '' ? rest : { ...rest, en: event.target.value });
          }}
        />
      </FieldRow>
    </>
  );
}

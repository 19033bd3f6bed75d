import { fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue } from '@formwork/contract/forms/values/value.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { FieldEditor } from '@formwork/records-ui/fields/FieldEditor.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** Begin empty in every record: files belong to one record, times are booked for one, a number is drawn, a device answers when it is asked. */
const beginEmpty: ReadonlySet<FieldType> = new Set<FieldType>([
  'attachment',
  'image',
  'signature',
  'timeSlot',
  'autoNumber',
  'devicePoint',
]);

/** What a new record begins with, written in the field's own input, without files; a formula beside it is stronger. */
export function DefaultValue({ field, onChange }: { field: Field; onChange: (value: FieldValue | undefined) => void }) {
  const t = useT();
  if (beginEmpty.has(field.type)) return null;
  const { defaultValue } = field;
  const label = t('design.field.default_value');
  const { error } = isEmptyValue(defaultValue)
    ? {}
    : fieldTypeSpec(field.type).parse(defaultValue, field.config, timeZone());
  const input = {
    id: `default-${field.id}`,
    'aria-label': label,
    'aria-describedby': undefined,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': undefined,
  };
  return (
    <div className="designer-line" role="group" aria-label={label}>
      <span>{label}</span>
      <FieldEditor
        field={field.type === 'richText' ? { ...field, config: { ...field.config, pictures: false } } : field}
        value={defaultValue ?? null}
        input={input}
        onChange={(next) => onChange(isEmptyValue(next) ? undefined : (next as FieldValue))}
      />
      {error && <small role="alert">{t(error.code, error.data)}</small>}
      {field.defaultFormula && !isEmptyValue(defaultValue) && <small>{t('design.field.default_weaker')}</small>}
    </div>
  );
}

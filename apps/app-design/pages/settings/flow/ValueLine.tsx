import { fieldKind, isComputed, newField, type Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldEditor } from '@formwork/records-ui/fields/FieldEditor.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { Line } from '../form/inspector-parts.tsx';

/** What a field holds in a simulation. */
export function ValueLine({
  field,
  id = field.id,
  value,
  onChange,
}: {
  field: Field;
  /** Of its input, where the field stands more than once. */
  id?: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const locale = useLocale();
  const title = textIn(field.title, locale);
  return (
    <Line label={title}>
      <FieldEditor
        field={asGiven(field)}
        value={value ?? null}
        onChange={onChange}
        input={
          {
            id: `simulate-${id}`,
            'aria-label': title,
            'aria-describedby': undefined,
            'aria-invalid': undefined,
            'aria-required': undefined,
          } as never
        }
      />
    </Line>
  );
}

/** What is worked out is given as a plain value of its kind. */
function asGiven(field: Field): Field {
  if (!isComputed(field)) return field;
  const kind = fieldKind(field);
  return newField(
    kind === 'number' || kind === 'date' || kind === 'dateTime' ? kind : kind === 'boolean' ? 'switch' : 'text',
    field.title,
    field.id,
  ) as Field;
}

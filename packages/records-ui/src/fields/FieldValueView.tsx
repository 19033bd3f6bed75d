import type { Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue } from '@formwork/contract/forms/values/value.ts';
import './fields.css';
import { fieldUi } from './fields.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';

/** A value where people read it: `cell` one line in a list, `detail` in a record, `card` on a phone, `past` in a history. */
export function FieldValueView({
  field,
  value,
  place = 'detail',
}: {
  field: Field;
  value: FieldValue | undefined;
  place?: 'cell' | 'detail' | 'card' | 'past';
}) {
  if (value === undefined || value === null || isEmptyValue(value))
    return place === 'cell' ? null : <span className="fw-value-empty">—</span>;
  // a lookup looks like what it shows
  const shown = sourceField(field);
  const ui = fieldUi(shown.type);
  const View =
    place === 'cell'
      ? ui.Cell
      : place === 'card'
        ? (ui.Card ?? ui.Cell)
        : place === 'past'
          ? (ui.Past ?? ui.Card ?? ui.Cell)
          : (ui.Detail ?? ui.Cell);
  return <View field={shown} value={value} />;
}

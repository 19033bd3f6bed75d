import type { FormDefinition } from '../forms/definition.ts';
import { fieldKind, type Field } from '../forms/field.ts';
import type { Option } from '../forms/field-types/single-select.ts';
import { isEmptyValue, type ValueKind } from '../forms/values/value.ts';
import { meaningful } from '../hues/option-colours.ts';
import type { FormRecord } from './record.ts';

/** What says most in one look, in this order, and how many of each; what is of another kind is read below. */
const order: readonly (readonly [ValueKind, number])[] = [
  ['option', 2],
  ['people', 1],
  ['date', 1],
  ['number', 2],
  ['dateTime', 1],
  ['options', 1],
];

/** The fields of a record that tell most of it, among those that hold something; those of its list first, as those are what people look for. */
export function tellingFields(
  fields: readonly Field[],
  { listFields = [], titleField }: Pick<FormDefinition, 'listFields' | 'titleField'>,
  values: FormRecord['values'],
  most: number,
): Field[] {
  const places = new Map(listFields.map((id, at) => [id, at]));
  const placeOf = ({ id }: Field) => places.get(id) ?? Infinity;
  const filled = fields.filter(({ id, type }) => id !== titleField && type !== 'rating' && !isEmptyValue(values[id]));
  const inOrder = filled.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  return order
    .flatMap(([kind, few]) =>
      inOrder
        .filter((field) => fieldKind(field) === kind)
        .toSorted((a, b) => meaningOf(b) - meaningOf(a))
        .slice(0, few),
    )
    .slice(0, most);
}

/** Options whose words are states come before those that merely tell things apart. */
function meaningOf(field: Field): number {
  const { options } = field.config as { options?: Option[] };
  return fieldKind(field) === 'option' && options ? meaningful(options) : 0;
}

import { operators } from '@formwork/contract/condition/operators.ts';
import type { Choosable } from '@formwork/contract/forms/field-types/relation.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { conditionFieldsOf } from '@formwork/records-ui/conditions/condition-fields.ts';
import { comparisonText, operatorKey } from '@formwork/records-ui/conditions/condition-text.ts';
import { fieldTitle, titleAmong, type Around } from './setting.ts';

/** A comparison that a record must stand to be chosen, as a condition reads elsewhere. */
export function choosableText(
  { field, operator, value, from }: Choosable,
  theirs: readonly Field[],
  around: Around,
): string {
  const title = titleAmong(field, theirs, around);
  const among = conditionFieldsOf({ fields: [...theirs] });
  if (from === undefined)
    return `${title} ${comparisonText({ field, operator, ...(value !== undefined && { value }) }, among, around)}`;
  const asked = among.byId.get(field);
  const name = around.t(
    operatorKey(operator, asked && fieldKind(asked)),
    operators[operator] === 'days' ? { count: 'N' } : {},
  );
  return `${title} ${name} ${around.t('design.version.of_record', { field: fieldTitle(from, around) })}`;
}

/** From where to where a value is taken over. */
export function fillText({ from, to }: { from: string; to: string }, theirs: readonly Field[], around: Around): string {
  return `${titleAmong(from, theirs, around)} → ${to === '' ? '—' : fieldTitle(to, around)}`;
}

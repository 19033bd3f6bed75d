import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { namesIn, type Directory } from '../../organization/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { TitleReader } from '../relations/title-reader.ts';

/** Texts alone: a visitor looks up no name and no option. */
export function visitorText(
  locale: Locale,
  { timeZone }: Pick<FormPlan, 'timeZone'>,
  directory: Directory,
  titles: TitleReader,
): (field: Field, value: FieldValue) => string {
  const named = namesIn(directory);
  const nameOf = (id: string): string | undefined => named(id) ?? titles.titleOfId(id);
  return (field, value) =>
    isEmptyValue(value) ? '' : fieldTypeSpec(field.type).toText(value, field.config, { locale, timeZone, nameOf });
}

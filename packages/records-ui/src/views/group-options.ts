import type { Field } from '@formwork/contract/forms/field.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { optionLooks } from '../fields/choices/option-tag.tsx';
import { sourceField } from '@formwork/contract/forms/source-field.ts';

export interface GroupOption {
  id: string;
  label: string;
  hue: HueName;
  /** Kept for old records alone. */
  retired: boolean;
}

/** The options of a field of choices in their order; none for other fields. */
export function groupOptions(field: Field, locale: string): GroupOption[] {
  const { options = [] } = sourceField(field).config as { options?: Option[] };
  return [...optionLooks(options, locale)].map(([id, look]) => ({ id, ...look }));
}

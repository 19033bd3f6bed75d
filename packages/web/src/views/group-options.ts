import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { sourceField } from '../fields/source-field.ts';

export interface GroupOption {
  id: string;
  label: string;
  hue: number | undefined;
  /** Kept for old records alone. */
  retired: boolean;
}

const hues: Record<NonNullable<Option['color']>, number | undefined> = { default: undefined, blue: 0, orange: 1, green: 2, magenta: 3, gold: 4, cyan: 5, red: 6, purple: 7, lime: 8 };

/** The options of a field of choices in their order; none for other fields. */
export function groupOptions(field: Field, locale: string): GroupOption[] {
  const { options = [] } = sourceField(field).config as { options?: (Option & { parent?: string })[] };
  return options.map(({ id, label, color, retired = false }) => ({ id, label: textIn(label, locale), hue: color && hues[color], retired }));
}

export function hueOf(colour: NonNullable<Option['color']>): number | undefined {
  return hues[colour];
}

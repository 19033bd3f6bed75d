import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';

export type OptionWay = 'retire' | 'replace' | 'remove';

/** Options after one has left, in a tree with everything below it. */
export function withoutOption<Offered extends Option>(options: readonly Offered[], id: string, way: OptionWay, by?: string): Offered[] {
  const leaving = new Set([id]);
  for (const option of options) if ('parent' in option && leaving.has((option as TreeOption).parent ?? '')) leaving.add(option.id);
  if (way === 'remove') return options.filter((option) => !leaving.has(option.id));
  return options.map((option) => (leaving.has(option.id) ? { ...option, retired: true, ...(way === 'replace' && by !== undefined && { replacedBy: by }) } : option));
}

import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isLeaf, type TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';

/** Options that may take the place of one; in a tree of what has nothing below it alone, by what may be chosen itself. */
export function replacements<Offered extends Option>(
  field: Field,
  options: readonly Offered[],
  option: string,
): Offered[] {
  const others = options.filter(({ id, retired }) => id !== option && !retired);
  if (field.type !== 'cascade' && field.type !== 'treeSelect') return others;
  if (!isLeaf(option, options)) return [];
  const lastLevel = field.type === 'cascade' ? !field.config.anyLevel : field.config.leavesOnly === true;
  return lastLevel ? others.filter(({ id }) => isLeaf(id, options)) : others;
}

export type OptionWay = 'retire' | 'replace' | 'remove';

/** Options after one has left, in a tree with everything below it. */
export function withoutOption<Offered extends Option>(
  options: readonly Offered[],
  id: string,
  way: OptionWay,
  by?: string,
): Offered[] {
  const leaving = new Set([id]);
  for (const option of options)
    if ('parent' in option && leaving.has((option as TreeOption).parent ?? '')) leaving.add(option.id);
  if (way === 'remove') return options.filter((option) => !leaving.has(option.id));
  return options.map((option) =>
    leaving.has(option.id)
      ? { ...option, retired: true, ...(way === 'replace' && by !== undefined && { replacedBy: by }) }
      : option,
  );
}

import type { Comparison } from '@formwork/contract/condition/condition.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { useRecordTitles } from '../fields/record-titles.ts';
import { sourceField } from '../fields/source-field.ts';
import type { ConditionFields } from './condition-fields.ts';

const none: readonly string[] = [];

/** Titles of the records that comparisons name. Their forms differ from filter to filter, hooks may not: one for each of the first few. */
export function useNamedRecords(comparisons: readonly Comparison[], fields: ConditionFields): (id: string) => string | undefined {
  const byForm = new Map<string, string[]>();
  for (const { field: id, value } of comparisons) {
    const field = fields.byId.get(id);
    if (!field || fields.kindOf(id) !== 'records' || !Array.isArray(value)) continue;
    const { form } = (sourceField(field) as FieldOf<'relation'>).config;
    byForm.set(form, [...(byForm.get(form) ?? []), ...value.map(String)]);
  }
  const [first, second, third] = [...byForm];
  const titles = [useRecordTitles(first?.[0] ?? '', first?.[1] ?? none), useRecordTitles(second?.[0] ?? '', second?.[1] ?? none), useRecordTitles(third?.[0] ?? '', third?.[1] ?? none)];
  return (id) => titles.map(({ titleOf }) => titleOf(id)).find((title) => typeof title === 'string');
}

import { fieldKind, type FieldOf } from '@formwork/contract/forms/field.ts';
import { useRecordTitles } from '../fields/relations/record-titles.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import type { AskedField } from './condition-text.ts';

const none: readonly string[] = [];

/** Titles of the records that comparisons name. Their forms differ from filter to filter, hooks may not: one for each of the first few. */
export function useNamedRecords(asked: readonly AskedField[]): (id: string) => string | undefined {
  const byForm = new Map<string, string[]>();
  for (const { field, ids } of asked) {
    if (fieldKind(field) !== 'records') continue;
    const { form } = (sourceField(field) as FieldOf<'relation'>).config;
    byForm.set(form, [...(byForm.get(form) ?? []), ...ids]);
  }
  const [first, second, third] = [...byForm];
  const titles = [
    useRecordTitles(first?.[0] ?? '', first?.[1] ?? none),
    useRecordTitles(second?.[0] ?? '', second?.[1] ?? none),
    useRecordTitles(third?.[0] ?? '', third?.[1] ?? none),
  ];
  return (id) => titles.map(({ titleOf }) => titleOf(id)).find((title) => typeof title === 'string');
}

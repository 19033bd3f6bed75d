import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { labelsBetween } from './key-labels.ts';

/** Also within the keys of lists. */
export const holdsId = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/;

/** What has no name any more is called by its id: to visitors it has none. Labels of lists name their members one behind the other. */
export function labelForVisitors(label: string): string {
  if (!holdsId.test(label)) return label;
  return label
    .split(labelsBetween)
    .filter((part) => !holdsId.test(part))
    .join(labelsBetween);
}

/** The same picture without what it asks of which form, and with no id of a person, department or record: each is one of a row of short names. */
export function forVisitors(
  { settings }: ChartDefinition,
  { columns, rows, totals, ...rest }: ChartResult,
): { definition: ChartDefinition; result: ChartResult } {
  const names = new Map<string, string>();
  const named = (key: string): string => {
    if (!holdsId.test(key)) return key;
    if (!names.has(key)) names.set(key, `k${names.size + 1}`);
    return names.get(key)!;
  };
  const cell = <C extends string | number | null>(one: C) => (typeof one === 'string' ? named(one) : one);
  const keyed = <V>(of: Record<string, V>): Record<string, V> =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [named(key), value]));
  const labelled = (of: Record<string, string>) =>
    keyed(Object.fromEntries(Object.entries(of).map(([key, label]) => [key, labelForVisitors(label)])));
  const { drill: _drill, ...shown } = settings;
  return {
    definition: {
      form: null,
      where: null,
      settings: {
        ...shown,
        notes: settings.notes.map((note) => ({ ...note, at: named(note.at) })),
        look: { ...settings.look, ...(settings.look.hues && { hues: keyed(settings.look.hues) }) },
      },
    },
    result: {
      ...rest,
      columns: columns.map(({ of: _of, ...column }) => ({
        ...column,
        ...(column.labels && { labels: labelled(column.labels) }),
        ...(column.hues && { hues: keyed(column.hues) }),
      })),
      rows: rows.map((row) => row.map(cell)),
      ...(totals && { totals: totals.map((total) => ({ ...total, cells: total.cells.map(cell) })) }),
    },
  };
}

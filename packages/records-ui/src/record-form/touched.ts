import type { FormData } from './form-data.ts';

/** What a person has left: fields by their id, rows of slave tables by their key, since places change. */

export function touchedRow(table: string, key: string, field?: string): string {
  return field === undefined ? `${table} ${key}` : `${table} ${key} ${field}`;
}

/** Whether an error is to be said by now. A row that was just added has been left by nobody, whatever stands beside it. */
export function isTouched(path: string, touched: ReadonlySet<string>, { slaves }: Pick<FormData, 'slaves'>): boolean {
  if (touched.has(path)) return true;
  const [name = '', place, field = ''] = path.split('.');
  const row = place === undefined ? undefined : slaves[name]?.[Number(place)];
  if (!row) return touched.has(name);
  return touched.has(touchedRow(name, row.key)) || touched.has(touchedRow(name, row.key, field));
}

/** All that stands in a draft: what was wrong with it is said again. */
export function touchedIn(draft: FormData | undefined): ReadonlySet<string> {
  if (!draft) return new Set();
  const rows = Object.entries(draft.slaves).flatMap(([table, all]) => [
    table,
    ...all.map(({ key }) => touchedRow(table, key)),
  ]);
  return new Set([...Object.keys(draft.values), ...rows]);
}

/** The same set where nothing is new, so that nothing is drawn again. */
export function withTouched(now: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> {
  return paths.every((path) => now.has(path)) ? now : new Set([...now, ...paths]);
}

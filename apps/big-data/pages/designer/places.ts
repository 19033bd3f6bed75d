import { momentName, stretchName } from '@formwork/chart/look/dates.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';

/** The values of a key that the chart shows now, and what they are called. */
export function placesOf(use: string | undefined, result: ChartResult | undefined): { value: string; label: string }[] {
  const at = result?.columns.findIndex(({ id }) => id === use) ?? -1;
  const column = result?.columns[at];
  if (!result || !column) return [];
  const keys = new Set(result.rows.flatMap((row) => (row[at] == null ? [] : String(row[at]))));
  return [...keys].map((value) => ({ value, label: column.labels?.[value] ?? nameOfPlace(column, value) }));
}

function nameOfPlace({ kind, step }: ChartResult['columns'][number], value: string): string {
  if (kind === 'moment') return momentName(value);
  return kind === 'date' ? stretchName(value, step) : value;
}

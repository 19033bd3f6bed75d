import { z } from 'zod';
import type { ValueKind } from './values/value.ts';

/** Comparisons that a value must pass: with another field of the record, or with the system's time. */
export const comparisonSigns = { gt: '>', gte: '>=', eq: '=', lt: '<', lte: '<=' } as const;
export type ComparisonOperator = keyof typeof comparisonSigns;

/** In place of a field: this moment, or today where days are compared. */
export const systemTime = '_now';

export const Comparison = z.object({
  operator: z.enum(Object.keys(comparisonSigns) as [ComparisonOperator, ...ComparisonOperator[]]),
  to: z.string().max(24),
});
export type Comparison = z.infer<typeof Comparison>;

const nowOf: Partial<Record<ValueKind, string>> = { date: 'today()', dateTime: 'now()' };
const compared: readonly ValueKind[] = ['number', 'date', 'dateTime', 'time'];

export function canCompare(kind: ValueKind): boolean {
  return compared.includes(kind);
}

export function comparesWithTime(kind: ValueKind): boolean {
  return nowOf[kind] !== undefined;
}

/** As the one expression that browser and server ask; what is not filled in yet is compared with nothing. */
export function comparisonText(field: string, kind: ValueKind, { operator, to }: Comparison): string {
  const sign = comparisonSigns[operator];
  return to === systemTime ? `${field} ${sign} ${nowOf[kind] ?? 'null'}` : `${to} = null or ${field} ${sign} ${to}`;
}

import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { escapedText } from '@formwork/etl/sql.ts';

/** A name in its SQL. */
export const named = (name: string): string => `"${name.replace(/["\\]/g, String.raw`\$&`)}"`;

/** A moment without a zone is one of UTC; a zone that is UTC itself has its other name, so that both are told apart. */
export const zoneOf = (timeZone: string): string => (timeZone === 'UTC' ? 'Etc/UTC' : timeZone);

/** Its type of a column; what it has no type of its own for stays a text. */
export function typeOf({ type, precision, scale }: DataColumn, zone: string): string {
  switch (type) {
    case 'integer':
      return 'Nullable(Int64)';
    case 'decimal':
      return precision !== undefined && precision <= 38
        ? `Nullable(Decimal(${precision}, ${scale ?? 0}))`
        : 'Nullable(Decimal(38, 10))';
    case 'double':
      return 'Nullable(Float64)';
    case 'boolean':
      return 'Nullable(Bool)';
    case 'date':
      return 'Nullable(Date32)';
    case 'timestamp':
      return `Nullable(DateTime64(6, 'UTC'))`;
    case 'timestamptz':
      return `Nullable(DateTime64(6, ${escapedText(zone)}))`;
    default:
      return 'Nullable(String)';
  }
}

/** One of its columns in the words of the house. */
export function columnOf(name: string, native: string): DataColumn {
  const plain = native.replace(/^LowCardinality\((.*)\)$/, '$1').replace(/^Nullable\((.*)\)$/, '$1');
  const [, precision, scale] = /^Decimal\((\d+), (\d+)\)$/.exec(plain) ?? [];
  return {
    name,
    type: kindOf(plain),
    nullable: true,
    native: plain,
    ...(precision !== undefined && { precision: Number(precision), scale: Number(scale) }),
  };
}

function kindOf(plain: string): DataColumn['type'] {
  if (/^U?Int\d+$/.test(plain)) return 'integer';
  if (plain.startsWith('Decimal(')) return 'decimal';
  if (/^Float\d+$/.test(plain)) return 'double';
  if (plain === 'Bool') return 'boolean';
  if (/^Date(32)?$/.test(plain)) return 'date';
  if (plain.startsWith('DateTime')) return plain.endsWith(`'UTC')`) ? 'timestamp' : 'timestamptz';
  return 'text';
}

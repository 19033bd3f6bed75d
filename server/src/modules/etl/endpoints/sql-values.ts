import type { Dialect } from '../../../platform/engine/port.ts';
import { nationalText, textQuoted } from './names.ts';

/** Values as a statement of a dialect writes them. */

/** Whether a backslash within a text means something. */
export const hasEscapes = (dialect: Dialect | undefined): boolean => dialect === 'mysql' || dialect === 'clickhouse';

export function textValue(value: string, dialect: Dialect | undefined): string {
  const text = value.replaceAll('\0', '');
  if (dialect === 'sqlserver') return nationalText(text);
  return textQuoted(hasEscapes(dialect) ? text.replaceAll('\\', '\\\\') : text);
}

/** Two of them have no such literal; the plain date of ClickHouse begins with 1970. */
export function dayValue(day: string, dialect: Dialect | undefined): string {
  if (dialect === 'clickhouse') return `toDate32('${day}')`;
  return dialect === 'sqlserver' ? `cast('${day}' as date)` : `date '${day}'`;
}

/** A sign behind another one would begin a comment. */
export const numberValue = (digits: string): string => (digits.startsWith('-') ? `(${digits})` : digits);

import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Measure } from '@formwork/contract/views/pivot.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';

const counted: ReadonlySet<Measure['fn']> = new Set(['count', 'filled', 'empty', 'distinct']);

/** A figure of the database as its field writes it: money as money, days as days. */
export function summaryText({ fn }: Measure, field: Field | undefined, value: string | null, locale: string): string {
  if (value === null) return '—';
  if (counted.has(fn) || !field) return formatNumber(Number(value), locale);
  const shown = fn === 'avg' ? String(Math.round(Number(value) * 100) / 100) : value;
  try {
    return fieldTypeSpec(field.type).toText(shown, field.config, { locale, timeZone: timeZone() });
  } catch {
    return shown;
  }
}

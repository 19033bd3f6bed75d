import { z } from 'zod';
import type { FieldValue, ValueKind } from '../values/value.ts';
import { wallText } from '../values/dates.ts';
import { formatDecimal } from './number.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const formulaResults = ['number', 'text', 'date', 'dateTime', 'boolean'] as const;

export const FormulaConfig = z.object({
  /** FEEL over ids of fields: in a slave table those of the row and of the main record, in the main table its own and lists of slave rows. */
  expression: z.string().max(10_000),
  result: z.enum(formulaResults).default('number'),
  /** Results are rounded to it, half to even as FEEL does. */
  decimals: z.int().min(0).max(10).optional(),
  thousands: z.boolean().optional(),
  unit: z.string().max(20).optional(),
  /** An empty number counts as 0, or leaves the result empty. A release fills it in; releases from before it read even a sum of no rows as empty. */
  empties: z.enum(['zero', 'null']).optional(),
});
export type FormulaConfig = z.infer<typeof FormulaConfig>;

export const formula: FieldTypeSpec<FormulaConfig> = {
  version: 1,
  config: FormulaConfig,
  initial: { expression: '', result: 'number', empties: 'zero' },
  kind: (config) => config.result satisfies ValueKind,
  canBeUnique: 'words',
  computed: true,
  parse: () => fail('records.value.computed'),
  toText: (value: FieldValue, config, options) => {
    if (config.result === 'number') {
      const shown = formatDecimal(value as number | string, config, options);
      return config.unit ? `${shown} ${config.unit}` : shown;
    }
    if (config.result === 'dateTime') return wallText(String(value), options.timeZone);
    if (config.result === 'boolean') return options.locale === 'zh-CN' ? (value ? '是' : '否') : value ? 'Yes' : 'No';
    return String(value);
  },
};

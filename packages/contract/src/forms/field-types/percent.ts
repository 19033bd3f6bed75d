import { z } from 'zod';
import type { Decimal } from '../values/decimal.ts';
import { formatDecimal, numberFromText, parseDecimal } from './number.ts';
import type { FieldTypeSpec } from './spec.ts';

export const PercentConfig = z.object({
  decimals: z.int().min(0).max(6).default(2),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type PercentConfig = z.infer<typeof PercentConfig>;

/** Kept as people read it: 12.5 means 12.5 %. */
export const percent: FieldTypeSpec<PercentConfig, Decimal> = {
  version: 1,
  config: PercentConfig,
  initial: { decimals: 2 },
  kind: () => 'number',
  canBeUnique: 'words',
  parse: parseDecimal,
  fromText: (text) => numberFromText(text.replace(/\s*[%％]$/, '')),
  toText: (value, { decimals }, options) => `${formatDecimal(value, { decimals }, options)}%`,
};

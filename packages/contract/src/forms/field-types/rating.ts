import { z } from 'zod';
import type { Decimal } from '../values/decimal.ts';
import { numberFromText, parseDecimal, withoutUnit } from './number.ts';
import type { FieldTypeSpec } from './spec.ts';

export const RatingConfig = z.object({ max: z.int().min(2).max(10).default(5) });
export type RatingConfig = z.infer<typeof RatingConfig>;

export const rating: FieldTypeSpec<RatingConfig, Decimal> = {
  version: 1,
  config: RatingConfig,
  initial: { max: 5 },
  kind: () => 'number',
  canBeUnique: 'words',
  parse: (value, config) => parseDecimal(value, { decimals: 0, min: 1, max: config.max }),
  fromText: (text, { max }) => numberFromText(withoutUnit(text, `/${max}`)),
  toText: (value, config) => `${value}/${config.max}`,
};

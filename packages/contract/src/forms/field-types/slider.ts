import { z } from 'zod';
import { decimalPlaces, decimalText, type Decimal } from '../values/decimal.ts';
import { formatDecimal, numberFromText, parseDecimal, withoutUnit } from './number.ts';
import type { FieldTypeSpec } from './spec.ts';

export const SliderConfig = z.object({
  min: z.number().default(0),
  max: z.number().default(100),
  step: z.number().positive().default(1),
  unit: z.string().max(20).optional(),
});
export type SliderConfig = z.infer<typeof SliderConfig>;

export const slider: FieldTypeSpec<SliderConfig, Decimal> = {
  version: 1,
  config: SliderConfig,
  initial: { min: 0, max: 100, step: 1 },
  kind: () => 'number',
  canBeUnique: 'words',
  // a number that is typed or imported may stand between two steps, but has no more places than they have
  parse: (value, { min, max, step }) => parseDecimal(value, { decimals: placesOf(min, step), min, max }),
  fromText: (text, { unit }) => numberFromText(withoutUnit(text, unit)),
  toText: (value, { min, step, unit }, options) => {
    const shown = formatDecimal(value, { decimals: placesOf(min, step) }, options);
    return unit ? `${shown} ${unit}` : shown;
  },
};

const placesOf = (...numbers: readonly number[]): number =>
  Math.max(...numbers.map((one) => decimalPlaces(decimalText(one) ?? '0')));

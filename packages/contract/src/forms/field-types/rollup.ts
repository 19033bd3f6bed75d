import { z } from 'zod';
import type { Decimal } from '../values/decimal.ts';
import { formatDecimal } from './number.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const rollupFunctions = ['sum', 'count', 'avg', 'min', 'max'] as const;
export type RollupFunction = (typeof rollupFunctions)[number];

export const RollupConfig = z.object({
  /** Id of the slave table; blank in a field just added, reported as a problem until chosen. */
  table: z.string(),
  /** Id of a number in it; `count` needs none. */
  field: z.string().optional(),
  function: z.enum(rollupFunctions),
  decimals: z.int().min(0).max(10).optional(),
  thousands: z.boolean().optional(),
  unit: z.string().max(20).optional(),
});
export type RollupConfig = z.infer<typeof RollupConfig>;

export const rollup: FieldTypeSpec<RollupConfig, Decimal> = {
  version: 1,
  config: RollupConfig,
  initial: { table: '', function: 'sum' },
  kind: () => 'number',
  computed: true,
  parse: () => fail('records.value.computed'),
  toText: (value, config, options) => {
    const shown = formatDecimal(value, config, options);
    return config.unit ? `${shown} ${config.unit}` : shown;
  },
};

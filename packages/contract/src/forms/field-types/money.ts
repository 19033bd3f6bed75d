import { z } from 'zod';
import type { Decimal } from '../values/decimal.ts';
import { formatDecimal, numberFromText, parseDecimal } from './number.ts';
import type { FieldTypeSpec } from './spec.ts';

export const MoneyConfig = z.object({
  decimals: z.int().min(0).max(6).default(2),
  min: z.number().optional(),
  max: z.number().optional(),
  currency: z.enum(['CNY', 'USD', 'EUR', 'GBP', 'JPY', 'HKD']).default('CNY'),
  /** Shows the amount in Chinese uppercase below the number. */
  uppercase: z.boolean().optional(),
});
export type MoneyConfig = z.infer<typeof MoneyConfig>;

const signs = { CNY: '¥', USD: '$', EUR: '€', GBP: '£', JPY: 'JP¥', HKD: 'HK$' } satisfies Record<
  MoneyConfig['currency'],
  string
>;

export const money: FieldTypeSpec<MoneyConfig, Decimal> = {
  version: 1,
  config: MoneyConfig,
  initial: { decimals: 2, currency: 'CNY' },
  kind: () => 'number',
  canBeUnique: 'words',
  parse: parseDecimal,
  fromText: numberFromText,
  toText: (value, config, options) => {
    const shown = formatDecimal(value, { decimals: config.decimals, thousands: true }, options);
    return shown.startsWith('-') ? `-${signs[config.currency]}${shown.slice(1)}` : `${signs[config.currency]}${shown}`;
  },
};

import { z } from 'zod';
import {
  compareDecimals,
  decimalOf,
  decimalPlaces,
  decimalText,
  givenDecimal,
  type Decimal,
} from '../values/decimal.ts';
import { fail, type FieldTypeSpec, type Parsed, type TextOptions } from './spec.ts';

export const NumberConfig = z.object({
  /** Most decimal places; a longer number is refused, not rounded. */
  decimals: z.int().min(0).max(10).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  unit: z.string().max(20).optional(),
  thousands: z.boolean().optional(),
});
export type NumberConfig = z.infer<typeof NumberConfig>;

export const number: FieldTypeSpec<NumberConfig, Decimal> = {
  version: 1,
  config: NumberConfig,
  initial: {},
  kind: () => 'number',
  canBeUnique: 'column',
  parse: parseDecimal,
  fromText: (text, { unit }) => numberFromText(withoutUnit(text, unit)),
  toText: (value, config, options) => {
    const shown = formatDecimal(value, config, options);
    return config.unit ? `${shown} ${config.unit}` : shown;
  },
};

export function parseDecimal(
  value: unknown,
  config: { decimals?: number | undefined; min?: number | undefined; max?: number | undefined },
): Parsed<Decimal> {
  // what is written keeps to the one rule of numbers, without exponent; spreadsheets are read by `fromText` before
  const plain = givenDecimal(value);
  if (plain === undefined) return fail('records.value.not_number');
  // 38 digits: more than any measured or paid thing needs, and far inside what the column holds
  if (plain.length > 40) return fail('records.value.too_large', { max: config.max ?? '1e38' });
  if (config.decimals !== undefined && decimalPlaces(plain) > config.decimals)
    return fail('records.value.decimals', { decimals: config.decimals });
  if (config.min !== undefined && compareDecimals(plain, decimalText(config.min) ?? '0') < 0)
    return fail('records.value.too_small', { min: config.min });
  if (config.max !== undefined && compareDecimals(plain, decimalText(config.max) ?? '0') > 0)
    return fail('records.value.too_large', { max: config.max });
  return { value: decimalOf(plain) };
}

/** A cell that shows its unit, as exports do. */
export function withoutUnit(text: string, unit: string | undefined): string {
  const bare = text.trim();
  return unit && bare.length > unit.length && bare.endsWith(unit) ? bare.slice(0, -unit.length).trim() : bare;
}

/** Thousands separators, currency marks, exponents and full-width digits of spreadsheets are understood. */
export function numberFromText(text: string): unknown {
  const half = text
    .trim()
    .replace(/[\uff10-\uff19\uff0e\uff0d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const bare = half.replace(/^([+-]?)\s*(?:[¥￥$€£]|JP¥|HK\$)\s*/, '$1');
  const joined = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  return decimalText(joined) ?? joined;
}

export function formatDecimal(
  value: Decimal,
  config: { decimals?: number | undefined; thousands?: boolean | undefined },
  options: TextOptions,
): string {
  const plain = decimalText(value) ?? String(value);
  const [whole = '', part = ''] = plain.split('.');
  const grouped = config.thousands
    ? whole.replace(
        /\B(?=(\d{3})+(?!\d))/g,
        options.locale.startsWith('zh') || options.locale.startsWith('en') ? ',' : '\u2009',
      )
    : whole;
  const places = config.decimals === undefined ? part : part.padEnd(config.decimals, '0');
  return places ? `${grouped}.${places}` : grouped;
}

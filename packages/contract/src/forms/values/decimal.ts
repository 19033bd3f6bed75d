import { isNumberText } from '../../formats.ts';

/**
 * Decimal values travel as JSON numbers while a double holds them exactly (up to 15 significant digits) and as decimal
 * text beyond that, so nothing is rounded between the database and the page.
 */
export type Decimal = number | string;

const looseRule = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/** Plain decimal text without exponent, leading plus, leading or trailing zeros; undefined when it is no number. */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? plain(String(value)) : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return looseRule.test(text) ? plain(text) : undefined;
}

/** The same of what somebody gives: texts keep to the one rule of numbers, without exponent. */
export function givenDecimal(value: unknown): string | undefined {
  return typeof value === 'string' && !isNumberText(value.trim()) ? undefined : decimalText(value);
}

/** How the decimal travels: a number where that is exact, else its text. */
export function decimalOf(text: string): Decimal {
  return significantDigits(text) <= 15 ? Number(text) : text;
}

export function decimalPlaces(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.length - dot - 1;
}

/** -1, 0 or 1, exact for any length. Both must be plain decimal text. */
export function compareDecimals(left: string, right: string): number {
  const leftNegative = left.startsWith('-');
  if (leftNegative !== right.startsWith('-')) return leftNegative ? -1 : 1;
  const size = compareUnsigned(leftNegative ? left.slice(1) : left, leftNegative ? right.slice(1) : right);
  return leftNegative ? -size : size;
}

function compareUnsigned(left: string, right: string): number {
  const [leftWhole = '', leftPart = ''] = left.split('.');
  const [rightWhole = '', rightPart = ''] = right.split('.');
  if (leftWhole.length !== rightWhole.length) return leftWhole.length < rightWhole.length ? -1 : 1;
  if (leftWhole !== rightWhole) return leftWhole < rightWhole ? -1 : 1;
  const places = Math.max(leftPart.length, rightPart.length);
  const a = leftPart.padEnd(places, '0');
  const b = rightPart.padEnd(places, '0');
  return a === b ? 0 : a < b ? -1 : 1;
}

function significantDigits(text: string): number {
  const digits = text.replace(/^-?0*\.?0*/, '').replace('.', '');
  return text.includes('.') ? digits.length : digits.replace(/0+$/, '').length;
}

/** Most numbers are written as plainly as can be. */
const plainRule = /^(-?[1-9]\d*|0|-?(0|[1-9]\d*)\.\d*[1-9])$/;

function plain(text: string): string {
  if (plainRule.test(text)) return text;
  const negative = text.startsWith('-');
  const [mantissa = '', exponent] = text.replace(/^[+-]/, '').toLowerCase().split('e');
  let [whole = '', part = ''] = mantissa.split('.');
  const shift = exponent ? Number(exponent) : 0;
  if (shift > 0) {
    part = part.padEnd(shift, '0');
    whole += part.slice(0, shift);
    part = part.slice(shift);
  } else if (shift < 0) {
    whole = whole.padStart(-shift + 1, '0');
    part = whole.slice(whole.length + shift) + part;
    whole = whole.slice(0, whole.length + shift);
  }
  whole = whole.replace(/^0+/, '') || '0';
  part = part.replace(/0+$/, '');
  const size = part ? `${whole}.${part}` : whole;
  return negative && size !== '0' ? `-${size}` : size;
}

/** Plain decimal text rounded to so many places, half to even. */
export function roundDecimal(text: string, places: number): string {
  if (decimalPlaces(text) <= places) return text;
  const negative = text.startsWith('-');
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const rest = part.slice(places);
  let units = BigInt(whole + part.slice(0, places));
  const half = rest[0] === '5' && /^50*$/.test(rest);
  if (half ? units % 2n === 1n : (rest[0] ?? '0') >= '5') units += 1n;
  const digits = String(units).padStart(places + 1, '0');
  const size = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return plain(negative ? `-${size}` : size);
}

import { Decimal } from 'decimal.js';

/**
 * A decimal of up to 34 digits in three sizes: a JavaScript integer, an integer with a scale, a BigInt with a scale.
 * The first two carry nearly every number of a form at the speed of plain arithmetic; results always come back in the smallest size.
 */
export type Num = number | Small | Large;

/** n / 10^scale; n is a safe integer that does not end in zero, scale is 1 to 20. */
export interface Small {
  readonly t: 'small';
  readonly n: number;
  readonly scale: number;
}

/** c / 10^scale; a negative scale stands for trailing zeros. */
export interface Large {
  readonly t: 'large';
  readonly c: bigint;
  readonly scale: number;
}

export type Rounding = 'halfEven' | 'halfUp' | 'halfDown' | 'up' | 'down' | 'floor' | 'ceiling';

const PRECISION = 34;
const MAX = Number.MAX_SAFE_INTEGER;
const MAX_BIG = BigInt(MAX);
const SMALL_SCALE = 20;
const MAX_EXPONENT = 6144;
const MIN_EXPONENT = -6176;
/** Two numbers further apart than this do not touch in 34 digits. */
const OUT_OF_REACH = 2 * PRECISION + 4;

const powers = Array.from({ length: 23 }, (_, i) => 10 ** i);
const bigPowers: bigint[] = [];
const pow10 = (n: number): number => powers[n] ?? Infinity;
const bigPow10 = (n: number): bigint => (bigPowers[n] ??= 10n ** BigInt(n));

export function add(a: Num, b: Num): Num | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    return sum <= MAX && sum >= -MAX ? sum : fit(BigInt(a) + BigInt(b), 0);
  }
  if (!isLarge(a) && !isLarge(b)) {
    const sa = scaleOf(a);
    const sb = scaleOf(b);
    const scale = sa > sb ? sa : sb;
    const x = coefficient(a) * pow10(scale - sa);
    const y = coefficient(b) * pow10(scale - sb);
    const sum = x + y;
    if (isSafe(x) && isSafe(y) && isSafe(sum)) return small(sum, scale);
  }
  return addBig(a, b);
}

export const subtract = (a: Num, b: Num): Num | null =>
  typeof a === 'number' && typeof b === 'number' && isSafe(a - b) ? a - b : add(a, negate(b));

export function negate(a: Num): Num {
  if (typeof a === 'number') return a === 0 ? 0 : -a;
  return a.t === 'small' ? { t: 'small', n: -a.n, scale: a.scale } : { t: 'large', c: -a.c, scale: a.scale };
}

export function multiply(a: Num, b: Num): Num | null {
  if (!isLarge(a) && !isLarge(b)) {
    const product = coefficient(a) * coefficient(b);
    if (isSafe(product)) return small(product, scaleOf(a) + scaleOf(b));
  }
  return fit(big(a) * big(b), scaleOf(a) + scaleOf(b));
}

/** Null when b is zero. */
export function divide(a: Num, b: Num): Num | null {
  if (isZero(b)) return null;
  if (typeof a === 'number' && typeof b === 'number' && a % b === 0) return a === 0 ? 0 : a / b;
  let top = big(a);
  let bottom = big(b);
  if (top === 0n) return 0;
  if (bottom < 0n) {
    top = -top;
    bottom = -bottom;
  }
  // enough digits that one digit beyond the precision is sure; a remainder only has to be felt, not kept
  const shift = PRECISION + 2 + Math.max(0, digits(bottom) - digits(top));
  const scaled = top * bigPow10(shift);
  let quotient = scaled / bottom;
  const scale = scaleOf(a) - scaleOf(b) + shift;
  if (scaled % bottom === 0n) return fit(quotient, scale);
  quotient = quotient * 10n + (top < 0n ? -1n : 1n);
  return fit(quotient, scale + 1);
}

export function compare(a: Num, b: Num): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (!isLarge(a) && !isLarge(b)) {
    const sa = scaleOf(a);
    const sb = scaleOf(b);
    const scale = sa > sb ? sa : sb;
    const x = coefficient(a) * pow10(scale - sa);
    const y = coefficient(b) * pow10(scale - sb);
    if (isSafe(x) && isSafe(y)) return x - y;
  }
  return compareBig(a, b);
}

export const equals = (a: Num, b: Num): boolean => compare(a, b) === 0;
export const isZero = (a: Num): boolean => a === 0;
export const sign = (a: Num): number => (typeof a === 'number' ? Math.sign(a) : a.t === 'small' ? Math.sign(a.n) : a.c < 0n ? -1 : 1);
export const absolute = (a: Num): Num => (sign(a) < 0 ? negate(a) : a);

/** The remainder with the sign of the divisor, as the standard's modulo and Excel's MOD have it. */
export function modulo(a: Num, b: Num): Num | null {
  if (isZero(b)) return null;
  if (typeof a === 'number' && typeof b === 'number') {
    const rest = a % b;
    return rest === 0 ? 0 : rest < 0 === b < 0 ? rest : rest + b;
  }
  const scale = Math.max(scaleOf(a), scaleOf(b), 0);
  if (scale - Math.min(scaleOf(a), scaleOf(b)) > MAX_EXPONENT) return null;
  const x = big(a) * bigPow10(scale - scaleOf(a));
  const y = big(b) * bigPow10(scale - scaleOf(b));
  const rest = x % y;
  return fit(rest === 0n || rest < 0n === y < 0n ? rest : rest + y, scale);
}

/** Rounds to so many decimal places; negative places round to tens and hundreds. */
export function round(a: Num, places: number, how: Rounding): Num | null {
  const drop = scaleOf(a) - places;
  if (drop <= 0) return a;
  const c = big(a);
  return drop > digits(c) + 1 ? fit(roundQuotient(0n, c, 10n * absBig(c), how), places) : fit(dropDigits(c, drop, how), places);
}

export function power(a: Num, b: Num): Num | null {
  if (typeof b === 'number' && b >= 0 && b <= 1024) {
    const quick = typeof a === 'number' ? a ** b : NaN;
    if (isSafe(quick)) return quick;
    const c = big(a);
    if (digits(c) * b <= 2048) return fit(c ** BigInt(b), scaleOf(a) * b);
  }
  return fromDecimal(toDecimal(a).pow(toDecimal(b)));
}

/** Null below zero. */
export const squareRoot = (a: Num): Num | null => (sign(a) < 0 ? null : fromDecimal(toDecimal(a, Rounded).sqrt()));
export const exponential = (a: Num): Num | null => fromDecimal(toDecimal(a).exp());
export const logarithm = (a: Num): Num | null => (sign(a) <= 0 ? null : fromDecimal(toDecimal(a).ln()));

/** The number as a JavaScript integer, or null when it is none or too great. */
export const toInteger = (a: Num): number | null => (typeof a === 'number' ? a : null);

/** The whole part, however great. */
export function toBigInt(a: Num): bigint {
  if (typeof a === 'number') return BigInt(a);
  const c = big(a);
  return a.scale <= 0 ? c * bigPow10(-a.scale) : c / bigPow10(a.scale);
}

export const isInteger = (a: Num): boolean => typeof a === 'number' || (a.t === 'large' && (a.scale <= 0 || a.c % bigPow10(a.scale) === 0n));

/** The nearest double, for layout and charts, never for arithmetic. */
export const toDouble = (a: Num): number => (typeof a === 'number' ? a : Number(formatNumber(a)));

/** Doubles are read by their shortest decimal: 0.1 is 0.1. */
export function fromDouble(x: number): Num | null {
  if (Number.isSafeInteger(x)) return x === 0 ? 0 : x;
  return Number.isFinite(x) ? parseNumber(String(x)) : null;
}

/** Reads a bigint coefficient with so many decimal places. */
export const fromCoefficient = (c: bigint, scale: number): Num | null => fit(c, scale);

export function parseNumber(text: string): Num | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text);
  if (!match) return null;
  const [, minus, whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  if (all === '' || all.length > 10_000) return null;
  const scale = fraction.length - Number(exponent);
  if (all.length <= 15) {
    const n = Number(all);
    return small(minus === '-' ? -n : n, scale);
  }
  const c = BigInt(all);
  return fit(minus === '-' ? -c : c, scale);
}

/** Plain decimal notation without trailing zeros. */
export function formatNumber(a: Num): string {
  if (typeof a === 'number') return String(a);
  const c = a.t === 'small' ? BigInt(a.n) : a.c;
  const minus = c < 0n ? '-' : '';
  const text = absBig(c).toString();
  if (a.scale <= 0) return minus + text + '0'.repeat(-a.scale);
  const padded = text.padStart(a.scale + 1, '0');
  const fraction = padded.slice(-a.scale).replace(/0+$/, '');
  return minus + padded.slice(0, -a.scale) + (fraction && `.${fraction}`);
}

export const isNum = (value: unknown): value is Num =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && ((value as Small).t === 'small' || (value as { t?: unknown }).t === 'large'));

const isLarge = (a: Num): a is Large => typeof a !== 'number' && a.t === 'large';
const isSafe = (n: number): boolean => n <= MAX && n >= -MAX;
const scaleOf = (a: Num): number => (typeof a === 'number' ? 0 : a.scale);
const coefficient = (a: number | Small): number => (typeof a === 'number' ? a : a.n);
const big = (a: Num): bigint => (typeof a === 'number' ? BigInt(a) : a.t === 'small' ? BigInt(a.n) : a.c);
const absBig = (c: bigint): bigint => (c < 0n ? -c : c);
const digits = (c: bigint): number => absBig(c).toString().length;

function small(n: number, scale: number): Num | null {
  if (n === 0) return 0;
  if (scale === 0) return n;
  while (scale > 0 && n % 10 === 0) {
    n /= 10;
    scale--;
  }
  if (scale === 0) return n;
  if (scale < 0) {
    const whole = n * pow10(-scale);
    if (isSafe(whole)) return whole;
  } else if (scale <= SMALL_SCALE) return { t: 'small', n, scale };
  return bounded(BigInt(n), scale);
}

function fit(c: bigint, scale: number): Num | null {
  if (c <= MAX_BIG && c >= -MAX_BIG) return small(Number(c), scale);
  const excess = digits(c) - PRECISION;
  if (excess > 0) {
    c = dropDigits(c, excess, 'halfEven');
    scale -= excess;
  }
  while (scale > 0 && c % 10n === 0n) {
    c /= 10n;
    scale--;
  }
  return c <= MAX_BIG && c >= -MAX_BIG ? small(Number(c), scale) : bounded(c, scale);
}

function bounded(c: bigint, scale: number): Num | null {
  const exponent = digits(c) - 1 - scale;
  if (exponent > MAX_EXPONENT) return null;
  return exponent < MIN_EXPONENT ? 0 : { t: 'large', c, scale };
}

function dropDigits(c: bigint, count: number, how: Rounding): bigint {
  const unit = bigPow10(count);
  const quotient = c / unit;
  return roundQuotient(quotient, c - quotient * unit, unit, how);
}

/** `quotient` was cut toward zero; `rest` has the sign of the whole. */
function roundQuotient(quotient: bigint, rest: bigint, unit: bigint, how: Rounding): bigint {
  if (rest === 0n) return quotient;
  const away = rest < 0n ? quotient - 1n : quotient + 1n;
  if (how === 'down') return quotient;
  if (how === 'up') return away;
  if (how === 'floor') return rest < 0n ? away : quotient;
  if (how === 'ceiling') return rest < 0n ? quotient : away;
  const twice = 2n * absBig(rest);
  if (twice !== unit) return twice > unit ? away : quotient;
  if (how === 'halfEven') return quotient % 2n === 0n ? quotient : away;
  return how === 'halfUp' ? away : quotient;
}

function addBig(a: Num, b: Num): Num | null {
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  const apart = scaleOf(a) - scaleOf(b);
  if (apart > OUT_OF_REACH) return b;
  if (apart < -OUT_OF_REACH) return a;
  return apart > 0
    ? fit(big(a) + big(b) * bigPow10(apart), scaleOf(a))
    : fit(big(a) * bigPow10(-apart) + big(b), scaleOf(b));
}

function compareBig(a: Num, b: Num): number {
  const byside = sign(a) - sign(b);
  if (byside !== 0 || isZero(a)) return byside;
  const x = big(a);
  const y = big(b);
  const byLength = digits(x) - scaleOf(a) - (digits(y) - scaleOf(b));
  if (byLength !== 0) return byLength * sign(a);
  const apart = scaleOf(a) - scaleOf(b);
  const difference = apart > 0 ? x - y * bigPow10(apart) : x * bigPow10(-apart) - y;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

const Rounded = Decimal.clone({ precision: PRECISION, rounding: Decimal.ROUND_HALF_EVEN });
/** A few digits more where decimal.js does not promise the last one. */
const Precise = Decimal.clone({ precision: PRECISION + 6, rounding: Decimal.ROUND_HALF_EVEN });
const toDecimal = (a: Num, As = Precise): Decimal => new As(typeof a === 'number' ? a : `${big(a)}e${-a.scale}`);
const fromDecimal = (d: Decimal): Num | null => {
  if (!d.isFinite()) return null;
  return d.isZero() ? 0 : parseNumber(d.toExponential());
};

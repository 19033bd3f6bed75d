import { exponentialOf, logarithmOf, powerOf, rootOf, type Unrounded } from './powers.ts';

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
/** The first integer of 35 digits. */
const TOO_LONG = 10n ** BigInt(PRECISION);
const SMALL_SCALE = 20;
const MAX_EXPONENT = 6144;
const MIN_EXPONENT = -6176;
/** Two numbers further apart than this do not touch in 34 digits. */
const OUT_OF_REACH = 2 * PRECISION + 4;
/** Integers up to this have 15 digits, and so many digits stand for one double only. */
const SURE = 1e15;
const QUICK_SCALE = 6;
const QUICK_PLACES = 3;

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
  if (isZero(a)) return 0;
  return (isLarge(a) || isLarge(b) ? null : divideQuick(a, b)) ?? divideBig(a, b);
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
export const sign = (a: Num): number =>
  typeof a === 'number' ? Math.sign(a) : a.t === 'small' ? Math.sign(a.n) : a.c < 0n ? -1 : 1;
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
  return drop > digits(c) + 1
    ? fit(roundQuotient(0n, c, 10n * absBig(c), how), places)
    : fit(dropDigits(c, drop, how), places);
}

export function power(a: Num, b: Num): Num | null {
  if (typeof b === 'number' && b >= 0 && b <= 1024) {
    const quick = typeof a === 'number' ? a ** b : NaN;
    if (isSafe(quick)) return quick;
    const c = big(a);
    if (digits(c) * b <= 2048) return fit(c ** BigInt(b), scaleOf(a) * b);
  }
  if (isZero(b)) return 1;
  if (isZero(a)) return sign(b) > 0 ? 0 : null;
  if (sign(a) > 0) return fitted(powerOf(unrounded(a), unrounded(b)));
  const size = isInteger(b) ? fitted(powerOf(unrounded(negate(a)), unrounded(b))) : null;
  return size !== null && toBigInt(b) % 2n !== 0n ? negate(size) : size;
}

/** Null below zero. */
export const squareRoot = (a: Num): Num | null => (sign(a) < 0 ? null : fitted(rootOf(unrounded(a))));
export const exponential = (a: Num): Num | null => fitted(exponentialOf(unrounded(a)));
export const logarithm = (a: Num): Num | null => (sign(a) <= 0 ? null : fitted(logarithmOf(unrounded(a))));

/** The number as a JavaScript integer, or null when it is none or too great. */
export const toInteger = (a: Num): number | null => (typeof a === 'number' ? a : null);

/** The whole part of a number as a JavaScript integer: what positions and places are cut to. Null when it is too great. */
export function truncated(a: Num): number | null {
  if (typeof a === 'number') return a;
  const whole = Number(toBigInt(a));
  return isSafe(whole) ? whole : null;
}

/** The whole part, however great. */
export function toBigInt(a: Num): bigint {
  if (typeof a === 'number') return BigInt(a);
  const c = big(a);
  return a.scale <= 0 ? c * bigPow10(-a.scale) : c / bigPow10(a.scale);
}

export const isInteger = (a: Num): boolean =>
  typeof a === 'number' || (a.t === 'large' && (a.scale <= 0 || a.c % bigPow10(a.scale) === 0n));

/** The nearest double, for layout and charts, never for arithmetic. */
export const toDouble = (a: Num): number => (typeof a === 'number' ? a : Number(formatNumber(a)));

/** Doubles are read by their shortest decimal: 0.1 is 0.1. */
export function fromDouble(x: number): Num | null {
  if (Number.isSafeInteger(x)) return x === 0 ? 0 : x;
  for (let scale = 1; scale <= QUICK_SCALE; scale++) {
    const n = Math.round(x * powers[scale]!);
    if (n >= SURE || n <= -SURE) break;
    if (x === n / powers[scale]!) return { t: 'small', n, scale };
  }
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
  const minus = sign(a) < 0 ? '-' : '';
  const text = String(a.t === 'small' ? Math.abs(a.n) : absBig(a.c));
  if (a.scale <= 0) return minus + text + '0'.repeat(-a.scale);
  const padded = text.length > a.scale ? text : text.padStart(a.scale + 1, '0');
  // neither size ends in zero behind the point
  return `${minus}${padded.slice(0, -a.scale)}.${padded.slice(-a.scale)}`;
}

export const isNum = (value: unknown): value is Num =>
  typeof value === 'number' ||
  (typeof value === 'object' &&
    value !== null &&
    ((value as Small).t === 'small' || (value as { t?: unknown }).t === 'large'));

const isLarge = (a: Num): a is Large => typeof a !== 'number' && a.t === 'large';
const isSafe = (n: number): boolean => n <= MAX && n >= -MAX;
const scaleOf = (a: Num): number => (typeof a === 'number' ? 0 : a.scale);
const coefficient = (a: number | Small): number => (typeof a === 'number' ? a : a.n);
const big = (a: Num): bigint => (typeof a === 'number' ? BigInt(a) : a.t === 'small' ? BigInt(a.n) : a.c);
const unrounded = (a: Num): Unrounded => ({ c: big(a), scale: scaleOf(a) });
const fitted = (a: Unrounded | null): Num | null => a && fit(a.c, a.scale);
const absBig = (c: bigint): bigint => (c < 0n ? -c : c);

function digits(c: bigint): number {
  if (c > MAX_BIG || c < -MAX_BIG) return absBig(c).toString().length;
  const n = Math.abs(Number(c));
  let count = 1;
  while (n >= powers[count]!) count++;
  return count;
}

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
  if (c >= TOO_LONG || c <= -TOO_LONG) {
    const excess = digits(c) - PRECISION;
    c = dropDigits(c, excess, 'halfEven');
    scale -= excess;
  }
  while (scale >= 8 && c % 100_000_000n === 0n) {
    c /= 100_000_000n;
    scale -= 8;
  }
  while (scale > 0 && c % 10n === 0n) {
    c /= 10n;
    scale--;
  }
  return c <= MAX_BIG && c >= -MAX_BIG ? small(Number(c), scale) : bounded(c, scale);
}

function bounded(c: bigint, scale: number): Num | null {
  // counting digits is needed only near the ends
  if (PRECISION - scale <= MAX_EXPONENT && -scale >= MIN_EXPONENT) return { t: 'large', c, scale };
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

/** A quotient that ends within a few places, as halves, quarters and hundredths do. */
function divideQuick(a: number | Small, b: number | Small): Num | null {
  const by = coefficient(b);
  for (let places = 0; places <= QUICK_PLACES; places++) {
    const top = coefficient(a) * powers[places]!;
    if (!isSafe(top)) return null;
    if (top % by === 0) return small(top / by, scaleOf(a) - scaleOf(b) + places);
  }
  return null;
}

function divideBig(a: Num, b: Num): Num | null {
  const [x, y] = [big(a), big(b)];
  const top = absBig(x);
  const bottom = absBig(y);
  const minus = x < 0n !== y < 0n;
  // so many zeros that the quotient has 34 or 35 digits
  const shift = Math.max(0, PRECISION + digits(bottom) - digits(top));
  const scaled = top * bigPow10(shift);
  let quotient = scaled / bottom;
  let rest = scaled - quotient * bottom;
  let unit = bottom;
  let scale = scaleOf(a) - scaleOf(b) + shift;
  if (quotient >= TOO_LONG) {
    const last = quotient % 10n;
    quotient /= 10n;
    rest += last * bottom;
    unit *= 10n;
    scale--;
  }
  const rounded = roundQuotient(quotient, rest, unit, 'halfEven');
  return fit(minus ? -rounded : rounded, scale);
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

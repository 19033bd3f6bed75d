/** c / 10^scale, not yet rounded: some digits more than a number keeps. */
export interface Unrounded {
  readonly c: bigint;
  readonly scale: number;
}

/** Places of the calculation: twice the digits of a number, because the logarithm of what is near 1 begins after so many zeros. */
const PLACES = 80;
const ONE = 10n ** BigInt(PLACES);
/** e to a greater power is beyond every number. */
const MOST = 15_000n;

/** The series is short for small powers; the result is squared as often as the power was halved. */
const HALVINGS = 256n;

/** The square root of a number that is not negative. */
export function rootOf({ c, scale }: Unrounded): Unrounded {
  if (c === 0n) return { c, scale: 0 };
  const digits = c.toString().length;
  let shift = Math.max(0, PLACES - digits);
  if ((scale + shift) % 2 !== 0) shift++;
  const square = c * 10n ** BigInt(shift);
  const root = wholeRoot(square);
  const places = (scale + shift) / 2;
  // a one behind the last digit stands for all that follow, so that no half is seen where there is more than a half
  return root * root === square ? { c: root, scale: places } : { c: root * 10n + 1n, scale: places + 1 };
}

function wholeRoot(n: bigint): bigint {
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** The natural logarithm of a number above zero. */
export const logarithmOf = (a: Unrounded): Unrounded => ({ c: logarithm(a), scale: PLACES });

/** e to the power; null where that is too great. */
export const exponentialOf = (a: Unrounded): Unrounded | null => exponential(fixed(a));

/** A number above zero to any power. */
export function powerOf(a: Unrounded, power: Unrounded): Unrounded | null {
  const exponent = logarithm(a) * power.c;
  return exponential(power.scale >= 0 ? exponent / 10n ** BigInt(power.scale) : exponent * 10n ** BigInt(-power.scale));
}

/** With `PLACES` places behind the point; what is further behind changes no digit that is kept. */
const fixed = ({ c, scale }: Unrounded): bigint =>
  scale <= PLACES ? c * 10n ** BigInt(PLACES - scale) : c / 10n ** BigInt(scale - PLACES);

function logarithm({ c, scale }: Unrounded): bigint {
  const digits = c.toString().length;
  // a = m * 10^e with m from 1 to 10, then m = n * 2^k with n near 1
  let n = digits - 1 <= PLACES ? c * 10n ** BigInt(PLACES - digits + 1) : c / 10n ** BigInt(digits - 1 - PLACES);
  let twos = 0n;
  for (; n > (ONE * 7n) / 5n; twos++) n /= 2n;
  return BigInt(digits - 1 - scale) * ln10() + twos * ln2() + 2n * inverseTangent(n - ONE, n + ONE);
}

let two: bigint | undefined;
let ten: bigint | undefined;
const ln2 = (): bigint => (two ??= 2n * inverseTangent(1n, 3n));
// 10 is 8 times 5/4
const ln10 = (): bigint => (ten ??= 3n * ln2() + 2n * inverseTangent(1n, 9n));

/** The area hyperbolic tangent of a fraction well below 1, by its series. */
function inverseTangent(top: bigint, bottom: bigint): bigint {
  const z = (top * ONE) / bottom;
  const square = (z * z) / ONE;
  let sum = z;
  let term = z;
  for (let n = 3n; term !== 0n; n += 2n) {
    term = (term * square) / ONE;
    sum += term / n;
  }
  return sum;
}

function exponential(x: bigint): Unrounded | null {
  if (x > MOST * ONE) return null;
  if (x < -MOST * ONE) return { c: 0n, scale: 0 };
  let tens = x / ln10();
  if (x < 0n) tens--;
  const rest = (x - tens * ln10()) / HALVINGS;
  let sum = ONE;
  let term = ONE;
  for (let n = 1n; term !== 0n; n++) {
    term = (term * rest) / (ONE * n);
    sum += term;
  }
  for (let n = 1n; n < HALVINGS; n *= 2n) sum = (sum * sum) / ONE;
  return { c: sum, scale: PLACES - Number(tens) };
}

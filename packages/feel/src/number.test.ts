import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  divide,
  exponential,
  formatNumber,
  fromDouble,
  logarithm,
  modulo,
  multiply,
  negate,
  parseNumber,
  power,
  round,
  squareRoot,
  subtract,
  toBigInt,
  type Num,
} from './number.ts';

const Exact = Decimal.clone({
  precision: 34,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  minE: -6143,
  maxE: 6144,
});

/** Numbers of every size and scale, whole ones and those of a form most often. */
const decimals = fc.oneof(
  fc.integer().map(String),
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 })).map(([n, scale]) => `${n}e-${scale}`),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }), fc.integer({ min: -40, max: 40 }))
    .map(([n, e]) => `${n}e${e}`),
  fc.maxSafeInteger().map(String),
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '0.1',
    '0.2',
    '5e-1',
    '9007199254740993',
    '9999999999999999999999999999999999',
    '1e-34',
  ),
);
const read = (text: string): Num => parseNumber(text)!;
const shown = (n: Num | null): string | null => (n === null ? null : formatNumber(n));
const plain = (d: Decimal): string => (d.isZero() ? '0' : d.toFixed());

describe('decimals agree with decimal.js', () => {
  const pairs = (run: (a: string, b: string) => void) =>
    fc.assert(fc.property(decimals, decimals, run), { numRuns: 4000 });

  it('added, subtracted and multiplied', () => {
    pairs((a, b) => {
      expect(shown(add(read(a), read(b)))).toBe(plain(new Exact(a).plus(b)));
      expect(shown(subtract(read(a), read(b)))).toBe(plain(new Exact(a).minus(b)));
      expect(shown(multiply(read(a), read(b)))).toBe(plain(new Exact(a).times(b)));
    });
  });

  it('divided', () => {
    pairs((a, b) => {
      const expected = new Exact(b).isZero() ? null : plain(new Exact(a).div(b));
      expect(shown(divide(read(a), read(b)))).toBe(expected);
    });
  });

  it('compared', () =>
    pairs((a, b) => void expect(Math.sign(compare(read(a), read(b)))).toBe(new Exact(a).cmp(b) || 0)));

  it('rounded each way', () => {
    const modes = { halfEven: 6, halfUp: 4, halfDown: 5, up: 0, down: 1, floor: 3, ceiling: 2 } as const;
    fc.assert(
      fc.property(
        decimals,
        fc.integer({ min: -5, max: 12 }),
        fc.constantFrom(...(Object.keys(modes) as (keyof typeof modes)[])),
        (a, places, how) => {
          const unit = new Decimal(10).pow(-places);
          const expected = new (Decimal.clone({ precision: 200 }))(a)
            .div(unit)
            .toDecimalPlaces(0, modes[how])
            .times(unit);
          // what needs more than 34 digits stays as it is
          if (expected.precision() <= 34) expect(shown(round(read(a), places, how))).toBe(plain(expected));
        },
      ),
      { numRuns: 4000 },
    );
  });

  it('read and written', () =>
    fc.assert(
      fc.property(decimals, (a) => void expect(formatNumber(read(a))).toBe(plain(new Decimal(a)))),
      { numRuns: 2000 },
    ));
  it('taken from doubles', () => {
    const doubles = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 9 })).map(([n, scale]) => n / 10 ** scale),
    );
    fc.assert(
      fc.property(doubles, (x) => void expect(fromDouble(x)).toEqual(parseNumber(String(x)))),
      { numRuns: 20_000 },
    );
  });
  it('divided where the quotient is short or long', () => {
    const whole = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.maxSafeInteger());
    fc.assert(
      fc.property(
        whole,
        whole.filter((n) => n !== 0),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        (a, b, x, y) => {
          expect(shown(divide(read(`${a}e-${x}`), read(`${b}e-${y}`)))).toBe(
            plain(new Exact(`${a}e-${x}`).div(`${b}e-${y}`)),
          );
        },
      ),
      { numRuns: 20_000 },
    );
  });
  it('powers and logarithms', () => {
    // more digits than are kept: decimal.js does not promise the last one, and what lies close to the middle of two is told apart only behind twice as many
    const More = Decimal.clone({ precision: 80, toExpNeg: -9e15, toExpPos: 9e15 });
    const positive = decimals.map((text) => text.replace('-', '')).filter((text) => !new Decimal(text).isZero());
    const kept = (d: Decimal) => plain(d.toSignificantDigits(34, Decimal.ROUND_HALF_EVEN));
    const exponents = fc
      .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 0, max: 3 }))
      .map(([n, scale]) => `${n}e-${scale}`);
    fc.assert(
      fc.property(positive, exponents, (a, b) => {
        expect(shown(logarithm(read(a)))).toBe(kept(new More(a).ln()));
        expect(shown(exponential(read(b)))).toBe(kept(new More(b).exp()));
        const expected = new More(a).pow(b);
        if (Math.abs(expected.e) < 6000) expect(shown(power(read(a), read(b)))).toBe(kept(expected));
      }),
      { numRuns: 300, examples: [['9999999999999999999999999999999999', '5e-1']] },
    );
  });
  it('roots', () =>
    fc.assert(
      fc.property(
        decimals,
        (a) =>
          void expect(shown(squareRoot(read(a)))).toBe(
            new Exact(a).isNegative() && !new Exact(a).isZero() ? null : plain(new Exact(a).sqrt()),
          ),
      ),
      { numRuns: 500 },
    ));
});

describe('decimals', () => {
  it.each<[Num | null, string | null]>([
    [add(read('0.1'), read('0.2')), '0.3'],
    [divide(1, 3), '0.3333333333333333333333333333333333'],
    [divide(2, 3), '0.6666666666666666666666666666666667'],
    [divide(1, 0), null],
    [multiply(read('1e4000'), read('1e4000')), null],
    [power(2, 100), '1267650600228229401496703205376'],
    [power(2, -1), '0.5'],
    [power(4, read('0.5')), '2'],
    [power(-8, read('0.5')), null],
    [modulo(-7, 3), '2'],
    [modulo(7, -3), '-2'],
    [modulo(read('5.5'), 2), '1.5'],
    [round(read('2.5'), 0, 'halfEven'), '2'],
    [round(read('-2.5'), 0, 'halfUp'), '-3'],
    [round(read('1e-30'), 2, 'up'), '0.01'],
    [fromDouble(0.1), '0.1'],
    [fromDouble(1e21), '1000000000000000000000'],
    [fromDouble(NaN), null],
    [fromDouble(-0), '0'],
    [negate(0), '0'],
    [exponential(1), '2.718281828459045235360287471352662'],
    [logarithm(1), '0'],
    [logarithm(0), null],
    [parseNumber('007.50'), '7.5'],
    [parseNumber('.5'), '0.5'],
    [parseNumber('1.'), '1'],
    [parseNumber('1e3'), '1000'],
    [parseNumber('abc'), null],
    [parseNumber(''), null],
    [parseNumber('.'), null],
    [parseNumber('1e999999'), null],
  ])('%#: %o is %s', (result, expected) => expect(shown(result)).toBe(expected));

  it('has a whole part', () => expect([toBigInt(read('-7.9')), toBigInt(read('1e20'))]).toEqual([-7n, 10n ** 20n]));
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chineseMoney } from './chinese-money.ts';
import { compareDecimals, decimalOf, decimalPlaces, decimalText, roundDecimal } from './decimal.ts';

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 25n), fc.integer({ min: 0, max: 20 }))
  .map(([negative, digits, places]) => {
    const text = String(digits).padStart(places + 1, '0');
    return `${negative ? '-' : ''}${places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`}`;
  });
/** The same number as a whole number of 10^-30. */
const scaled = (text: string): bigint => {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + part.padEnd(30, '0'));
  return text.startsWith('-') ? -size : size;
};

describe('decimal text', () => {
  test.each([
    ['007.500', '7.5'],
    ['-0.0', '0'],
    ['+.5', '0.5'],
    ['5.', '5'],
    ['1e3', '1000'],
    ['12.5e-3', '0.0125'],
    ['-1.20E+2', '-120'],
    [1e21, '1000000000000000000000'],
    [0.1, '0.1'],
  ])('%s is %s', (given, plain) => expect(decimalText(given)).toBe(plain));
  test.each(['', 'abc', '1,000', '--1', '1e', '0x10', null, true, Number.NaN, Infinity])('%s is no number', (given) =>
    expect(decimalText(given)).toBeUndefined(),
  );

  test('is the same number, and travels without loss', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const plain = decimalText(text)!;
        expect(scaled(plain)).toBe(scaled(text));
        expect(decimalText(decimalOf(plain))).toBe(plain);
        expect(decimalText(JSON.parse(JSON.stringify(decimalOf(plain))))).toBe(plain);
      }),
    );
  });

  test('compares as its numbers do', () => {
    fc.assert(
      fc.property(decimals, decimals, (left, right) => {
        const difference = scaled(left) - scaled(right);
        expect(compareDecimals(decimalText(left)!, decimalText(right)!)).toBe(
          difference === 0n ? 0 : difference < 0n ? -1 : 1,
        );
      }),
    );
  });

  test.each([
    ['0.125', 2, '0.12'],
    ['0.135', 2, '0.14'],
    ['0.1351', 2, '0.14'],
    ['-2.5', 0, '-2'],
    ['-3.5', 0, '-4'],
    ['9.995', 2, '10'],
    ['0.0004', 2, '0'],
    ['7', 2, '7'],
  ])('%s to %i places is %s', (text, places, rounded) => {
    expect(roundDecimal(text, places)).toBe(rounded);
  });

  test('rounded has no more places, and is near', () => {
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 8 }), (text, places) => {
        const rounded = roundDecimal(decimalText(text)!, places);
        expect(decimalPlaces(rounded)).toBeLessThanOrEqual(places);
        const far = scaled(rounded) - scaled(text);
        expect((far < 0n ? -far : far) * 2n).toBeLessThanOrEqual(10n ** BigInt(30 - places));
      }),
    );
  });
});

describe('Chinese money', () => {
  test.each([
    [0, '零元整'],
    [0.05, '伍分'],
    [0.5, '伍角整'],
    [1, '壹元整'],
    [10, '壹拾元整'],
    [100.01, '壹佰元零壹分'],
    [1023.45, '壹仟零贰拾叁元肆角伍分'],
    [10_000, '壹万元整'],
    [10_001, '壹万零壹元整'],
    [100_100, '壹拾万零壹佰元整'],
    [120_000_000, '壹亿贰仟万元整'],
    [100_000_001, '壹亿零壹元整'],
    [-3.2, '负叁元贰角整'],
    ['1.005', '壹元零壹分'],
    ['9999999999999999', '玖仟玖佰玖拾玖兆玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元整'],
    [1_000_000_000_000, '壹兆元整'],
    ['0.001', '零元整'],
  ])('%s is %s', (amount, text) => expect(chineseMoney(amount)).toBe(text));
  test.each(['10000000000000000', 'abc', null])('%s has none', (amount) =>
    expect(chineseMoney(amount)).toBeUndefined(),
  );
});

import { describe, expect, test } from 'vitest';
import { isCreditCode, isIdNumber } from './registered-numbers.ts';

describe('an ID number', () => {
  // The two examples of GB 11643-1999.
  test.each(['11010519491231002X', '440524188001010014'])('%s holds', (text) => expect(isIdNumber(text)).toBe(true));
  test.each([
    '110105194912310021',
    '11010519491331002X',
    '110105194902300021',
    '11010519491231002x',
    '1101051949123100',
    '',
  ])('%s does not', (text) => expect(isIdNumber(text)).toBe(false));
});

describe('a unified social credit code', () => {
  test.each(['91350100M000100Y43', '91110000600037341L', '9144030071526726XG'])('%s holds', (text) =>
    expect(isCreditCode(text)).toBe(true),
  );
  test.each(['91350100M000100Y44', '91350100M000100O43', '91350100m000100y43', '9135010M000100Y43', ''])(
    '%s does not',
    (text) => expect(isCreditCode(text)).toBe(false),
  );

  test('any one changed character is found', () => {
    const code = '91350100M000100Y43';
    for (let at = 8; at < 17; at++)
      expect(isCreditCode(`${code.slice(0, at)}${code[at] === '7' ? '8' : '7'}${code.slice(at + 1)}`)).toBe(false);
  });
});

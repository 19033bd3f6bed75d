import { isNum, parseNumber } from '../number.ts';
import { compare, equal } from '../operate.ts';
import type { Val } from '../values.ts';

/** A criterion of SUMIF and COUNTIF: a value to equal, or a text like ">=10", "<>x" or "A*". */
export function matcher(criterion: Val): (value: Val) => boolean {
  if (typeof criterion !== 'string') return (value) => equal(value, criterion) === true;
  const [, op = '=', rest = ''] = /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(criterion)!;
  const n = parseNumber(rest.trim());
  const wanted: Val = n ?? rest;
  if (op === '=' || op === '<>') {
    const fits = like(rest);
    const same = (value: Val) =>
      rest === ''
        ? value === null || value === ''
        : n !== null && isNum(value)
          ? equal(value, n) === true
          : typeof value === 'string' && fits(value);
    return op === '=' ? same : (value) => !same(value);
  }
  const passes = {
    '<': (order: number) => order < 0,
    '<=': (order: number) => order <= 0,
    '>': (order: number) => order > 0,
    '>=': (order: number) => order >= 0,
  }[op as '<' | '<=' | '>' | '>='];
  return (value) => {
    const order = compare(value, wanted);
    return order !== null && passes(order);
  };
}

/** `*` is any text and `?` any character; a tilde takes them as they are. Upper and lower case are the same. */
function like(pattern: string): (text: string) => boolean {
  const signs = (pattern.match(/~[*?~]|[^]/gu) ?? []).map((sign) =>
    sign.length > 1 && sign.startsWith('~')
      ? sign.slice(1)
      : sign === '*'
        ? many
        : sign === '?'
          ? one
          : sign.toLowerCase(),
  );
  return (text) => {
    const chars = Array.from(text, (char) => char.toLowerCase());
    let at = 0;
    let sign = 0;
    // only the last star is tried again: the time grows with text times pattern
    let star = -1;
    let from = 0;
    while (at < chars.length) {
      if (signs[sign] === many) [star, from] = [sign++, at];
      else if (sign < signs.length && (signs[sign] === one || signs[sign] === chars[at]))
        [sign, at] = [sign + 1, at + 1];
      else if (star >= 0) [sign, at] = [star + 1, ++from];
      else return false;
    }
    return signs.slice(sign).every((rest) => rest === many);
  };
}

const many = Symbol('any text');
const one = Symbol('any character');

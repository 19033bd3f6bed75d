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
    const same = (value: Val) => (rest === '' ? value === null || value === '' : n !== null && isNum(value) ? equal(value, n) === true : typeof value === 'string' && likePattern(rest).test(value));
    return op === '=' ? same : (value) => !same(value);
  }
  const passes = { '<': (order: number) => order < 0, '<=': (order: number) => order <= 0, '>': (order: number) => order > 0, '>=': (order: number) => order >= 0 }[op as '<' | '<=' | '>' | '>='];
  return (value) => {
    const order = compare(value, wanted);
    return order !== null && passes(order);
  };
}

/** `*` is any text and `?` any character; a tilde takes them as they are. */
function likePattern(text: string): RegExp {
  const source = text.replace(/~([*?~])|([*?])|([\\^$.|+()[\]{}])/g, (_, literal?: string, wild?: string, sign?: string) => (literal ? (literal === '~' ? '~' : `\\${literal}`) : wild ? (wild === '*' ? '[^]*' : '[^]') : `\\${sign}`));
  return new RegExp(`^${source}$`, 'iu');
}

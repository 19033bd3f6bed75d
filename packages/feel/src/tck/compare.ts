import { compare as compareNumbers, formatNumber, isNum, round, type Num } from '../number.ts';
import { plainName } from '../types.ts';
import { isContext, isList, toText, type Val } from '../values.ts';

/**
 * Is the value the expected one? Kinds must be the same, dates and times are compared as they are written, offset and zone included. Numbers must be
 * equal; only where the kit gives the first digits of an endless number (seven decimal places or more) are those compared.
 */
export function agrees(expected: Val, actual: Val): boolean {
  if (isNum(expected)) return isNum(actual) && sameNumber(expected, actual);
  if (isList(expected))
    return isList(actual) && expected.length === actual.length && expected.every((item, i) => agrees(item, actual[i]!));
  if (isContext(expected)) {
    if (!isContext(actual) || expected.size !== actual.size) return false;
    const byName = new Map([...actual].map(([key, value]) => [plainName(key), value]));
    return [...expected].every(([key, value]) => byName.has(key) && agrees(value, byName.get(key)!));
  }
  if (expected === null || typeof expected !== 'object') return expected === actual;
  return (
    actual !== null &&
    typeof actual === 'object' &&
    't' in actual &&
    actual.t === expected.t &&
    toText(actual) === toText(expected)
  );
}

const ENDLESS = 7;

function sameNumber(expected: Num, actual: Num): boolean {
  if (compareNumbers(expected, actual) === 0) return true;
  const places = formatNumber(expected).split('.')[1]?.length ?? 0;
  const rounded = places < ENDLESS ? null : round(actual, places, 'halfEven');
  return rounded !== null && compareNumbers(expected, rounded) === 0;
}

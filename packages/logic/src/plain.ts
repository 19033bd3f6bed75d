import { fromDouble, isNum, formatNumber, toDouble } from '@formwork/feel/number.ts';
import { isContext, isList, toPlain, type Val } from '@formwork/feel/values.ts';

/** As JSON has it: numbers are numbers where a double holds them exactly, and decimal texts otherwise. */
export function plainOf(value: Val): unknown {
  if (isNum(value)) {
    const double = toDouble(value);
    const back = fromDouble(double);
    return back !== null && formatNumber(back) === formatNumber(value) ? double : formatNumber(value);
  }
  if (isList(value)) return value.map(plainOf);
  if (isContext(value)) return Object.fromEntries([...value].map(([key, item]) => [key, plainOf(item)]));
  return toPlain(value);
}

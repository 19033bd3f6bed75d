import {
  absolute,
  exponential,
  logarithm,
  modulo,
  round,
  squareRoot,
  truncated,
  type Num,
  type Rounding,
} from '../number.ts';
import { daysDuration, monthsDuration, type DaysDuration, type MonthsDuration } from '../temporal.ts';
import { fault, type Fault } from '../values.ts';
import { type Definition, fn } from './builtin.ts';

/** The limits of decimal128. */
const MIN_SCALE = -6111;
export const MAX_SCALE = 6176;

export function rounded(n: Num, places: Num | undefined, how: Rounding): Num | Fault {
  const scale = places === undefined ? 0 : truncated(places);
  if (scale === null || scale < MIN_SCALE || scale > MAX_SCALE) return fault('feel.wrong_scale');
  return round(n, scale, how) ?? fault('feel.number_out_of_range');
}

const rounding = (how: Rounding): Definition =>
  fn<[Num, Num]>('(n: number, scale: number) -> number', (_, n, scale) => rounded(n, scale, how));
const roundingTo = (how: Rounding): Definition =>
  fn<[Num, Num?]>('(n: number, scale?: number) -> number', (_, n, scale) => rounded(n, scale, how));

/** Half of an even number is whole; of an odd one it ends in .5. */
function parity(n: Num): 0 | 1 | null {
  const rest = modulo(n, 2);
  return rest === 0 || rest === 1 ? rest : null;
}

export const numeric: Readonly<Record<string, Definition>> = {
  decimal: rounding('halfEven'),
  floor: roundingTo('floor'),
  ceiling: roundingTo('ceiling'),
  'round up': rounding('up'),
  'round down': rounding('down'),
  'round half up': rounding('halfUp'),
  'round half down': rounding('halfDown'),
  abs: fn<[Num | DaysDuration | MonthsDuration]>(
    [
      '(n: number) -> number',
      '(n: days and time duration) -> days and time duration',
      '(n: years and months duration) -> years and months duration',
    ],
    (_, n) => {
      if (typeof n === 'object' && n.t === 'days') return daysDuration(n.nanos < 0n ? -n.nanos : n.nanos);
      return typeof n === 'object' && n.t === 'months' ? monthsDuration(Math.abs(n.months)) : absolute(n);
    },
  ),
  modulo: fn<[Num, Num]>(
    '(dividend: number, divisor: number) -> number',
    (_, a, b) => modulo(a, b) ?? fault('feel.division_by_zero'),
  ),
  sqrt: fn<[Num]>('(number: number) -> number', (_, n) => squareRoot(n) ?? fault('feel.negative_root')),
  log: fn<[Num]>('(number: number) -> number', (_, n) => logarithm(n) ?? fault('feel.number_out_of_range')),
  exp: fn<[Num]>('(number: number) -> number', (_, n) => exponential(n) ?? fault('feel.number_out_of_range')),
  odd: fn<[Num]>('(number: number) -> boolean', (_, n) => parity(n) === 1),
  even: fn<[Num]>('(number: number) -> boolean', (_, n) => parity(n) === 0),
};

import { rounded } from '../builtins/numeric.ts';
import {
  absolute,
  add,
  divide,
  fromDouble,
  isNum,
  modulo,
  multiply,
  power,
  round,
  sign,
  squareRoot,
  toDouble,
  type Num,
} from '../number.ts';
import { compare } from '../operate.ts';
import { fault, isList, type Fault, type List, type Val } from '../values.ts';
import { type Definition, fn } from '../builtins/builtin.ts';
import { matcher } from './criteria.ts';

const outOfRange = (n: Num | null): Num | Fault => n ?? fault('feel.number_out_of_range');

/** The numbers among the arguments, lists included; texts and empty cells are skipped as in a spreadsheet. */
const numbersIn = (list: List): readonly Num[] => list.flat(9).filter(isNum);

function total(numbers: readonly Num[]): Num | Fault {
  let sum: Num = 0;
  for (const n of numbers) {
    const next: Num | null = add(sum, n);
    if (next === null) return fault('feel.number_out_of_range');
    sum = next;
  }
  return sum;
}

const aggregate = (of: (numbers: readonly Num[]) => Val | Fault): Definition =>
  fn<[List]>('(number: Any...) -> number', (_, list) => of(numbersIn(list)));

const best = (direction: 1 | -1): Definition =>
  fn<[List]>('(value: list<T>...) -> T', (_, list) => {
    const given = list.flat(9).filter((item) => item !== null && item !== '');
    return given.reduce<Val>(
      (found, item) => (found === null || (compare(item, found) ?? 0) * direction > 0 ? item : found),
      null,
    );
  });

function sumIf(range: List, criterion: Val, values: List): Val | Fault {
  const fits = matcher(criterion);
  return total(values.filter((value, i): value is Num => isNum(value) && fits(range[i] ?? null)));
}

function sumProduct(columns: readonly Val[]): Val | Fault {
  const lists = columns.map((column) => (isList(column) ? column : [column]));
  const rows = lists[0]?.length ?? 0;
  if (lists.some((list) => list.length !== rows)) return fault('feel.different_lengths');
  const products: Num[] = [];
  for (let i = 0; i < rows; i++) {
    let product: Num | null = 1;
    for (const list of lists) {
      const factor = list[i];
      product = product === null ? null : multiply(product, isNum(factor) ? factor : 0);
    }
    if (product === null) return fault('feel.number_out_of_range');
    products.push(product);
  }
  return total(products);
}

/** Away from zero for positive steps, as Excel's CEILING; FLOOR the other way. */
const toMultiple = (how: 'ceiling' | 'floor'): Definition =>
  fn<[Num, Num?]>('(number: number, significance?: number) -> number', (_, n, significance = 1) => {
    if (significance === 0) return 0;
    const count = divide(n, significance);
    const whole = count === null ? null : round(count, 0, how);
    return outOfRange(whole === null ? null : multiply(whole, significance));
  });

const EARTH_RADIUS = 6_371_008.8;

/** Metres between two places along the surface of a sphere, to the centimetre: finer the earth is not round. */
function distance(places: readonly Num[]): Num | Fault {
  const [latitude1, longitude1, latitude2, longitude2] = places.map(
    (degrees) => (toDouble(degrees) * Math.PI) / 180,
  ) as [number, number, number, number];
  if (
    [latitude1, latitude2].some((angle) => Math.abs(angle) > Math.PI / 2) ||
    [longitude1, longitude2].some((angle) => Math.abs(angle) > 2 * Math.PI)
  )
    return fault('feel.number_out_of_range');
  const half =
    Math.sin((latitude2 - latitude1) / 2) ** 2 +
    Math.cos(latitude1) * Math.cos(latitude2) * Math.sin((longitude2 - longitude1) / 2) ** 2;
  return outOfRange(fromDouble(Math.round(200 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(half)))) / 100));
}

export const math: Readonly<Record<string, Definition>> = {
  SUM: aggregate(total),
  AVERAGE: aggregate((numbers) => {
    const sum = total(numbers);
    return numbers.length === 0 ? null : isNum(sum) ? divide(sum, numbers.length) : sum;
  }),
  COUNT: aggregate((numbers) => numbers.length),
  COUNTA: fn<[List]>(
    '(value: Any...) -> number',
    (_, list) => list.flat(9).filter((item) => item !== null && item !== '').length,
  ),
  MIN: best(-1),
  MAX: best(1),
  SUMIF: fn<[List, Val, List?]>(
    ['(range: list<Any>, criterion: Any) -> number', '(range: list<Any>, criterion: Any, values: list<Any>) -> number'],
    (_, range, criterion, values) => sumIf(range, criterion, values ?? range),
  ),
  COUNTIF: fn<[List, Val]>(
    '(range: list<Any>, criterion: Any) -> number',
    (_, range, criterion) => range.filter(matcher(criterion)).length,
  ),
  SUMPRODUCT: fn<[List]>('(column: list<Any>...) -> number', (_, columns) => sumProduct(columns)),
  ROUND: fn<[Num, Num?]>('(number: number, digits?: number) -> number', (_, n, places) => rounded(n, places, 'halfUp')),
  ROUNDUP: fn<[Num, Num?]>('(number: number, digits?: number) -> number', (_, n, places) => rounded(n, places, 'up')),
  ROUNDDOWN: fn<[Num, Num?]>('(number: number, digits?: number) -> number', (_, n, places) =>
    rounded(n, places, 'down'),
  ),
  INT: fn<[Num]>('(number: number) -> number', (_, n) => rounded(n, 0, 'floor')),
  MOD: fn<[Num, Num]>(
    '(number: number, divisor: number) -> number',
    (_, a, b) => modulo(a, b) ?? fault('feel.division_by_zero'),
  ),
  ABS: fn<[Num]>('(number: number) -> number', (_, n) => absolute(n)),
  POWER: fn<[Num, Num]>('(number: number, power: number) -> number', (_, n, exponent) =>
    outOfRange(power(n, exponent)),
  ),
  SQRT: fn<[Num]>('(number: number) -> number', (_, n) =>
    sign(n) < 0 ? fault('feel.negative_root') : outOfRange(squareRoot(n)),
  ),
  CEILING: toMultiple('ceiling'),
  FLOOR: toMultiple('floor'),
  DISTANCE: fn<[Num, Num, Num, Num]>(
    '(latitude1: number, longitude1: number, latitude2: number, longitude2: number) -> number',
    (_, ...places) => distance(places),
  ),
};

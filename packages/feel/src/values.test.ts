import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import {
  any,
  boolean,
  contextOf,
  date,
  dateTime,
  daysDuration,
  type FeelType,
  listOf,
  monthsDuration,
  number,
  string,
  time,
  typeName,
} from './types.ts';
import { fromPlain, toPlain } from './values.ts';

describe('values from outside and back', () => {
  it.each<[unknown, FeelType, unknown]>([
    [1.5, number, '1.5'],
    ['1.50', number, '1.5'],
    ['12345678901234567890.12', number, '12345678901234567890.12'],
    ['x', number, null],
    [NaN, number, null],
    [undefined, number, null],
    [10n, number, '10'],
    ['a', string, 'a'],
    [5, string, '5'],
    [{}, string, null],
    [true, boolean, true],
    ['true', boolean, null],
    ['2026-03-31', date, '2026-03-31'],
    ['2026-03-31T00:00:00Z', date, '2026-03-31'],
    ['2026-02-30', date, null],
    ['08:30', time, '08:30:00'],
    ['08:30:15', time, '08:30:15'],
    ['2026-03-31 08:30', dateTime, '2026-03-31T08:30:00'],
    ['2026-03-31T08:30+08:00', dateTime, '2026-03-31T08:30:00+08:00'],
    [new Date(0), dateTime, '1970-01-01T00:00:00Z'],
    ['PT90M', daysDuration, 'PT1H30M'],
    ['P14M', monthsDuration, 'P1Y2M'],
    [['1', 2], listOf(number), ['1', '2']],
    ['a', listOf(string), ['a']],
    [{ a: '1', b: 2 }, contextOf({ a: number }), { a: '1' }],
    [{ a: [1, { b: null }] }, any, { a: ['1', { b: null }] }],
    [JSON.parse('{"__proto__": 1, "a": 2}'), any, JSON.parse('{"__proto__": "1", "a": "2"}')],
  ])('%o as %o', (value, type, expected) => void expect(toPlain(fromPlain(value, type))).toEqual(expected));

  it('takes the result of another expression', () => {
    const first = compile('0.1 + 0.2', { types: {} });
    const second = compile('x * 10', { types: { x: number } });
    expect(first.ok && second.ok && second.run({ x: first.run({}).value }).value).toBe(3);
  });

  it('tells moments by the clocks of the zone it is given', () => {
    const compiled = compile('HOUR(at)', { types: { at: dateTime } });
    const input = { at: '2026-03-31T20:00:00Z' };
    expect(compiled.ok && [compiled.run(input).value, compiled.run(input, { zone: 'Asia/Shanghai' }).value]).toEqual([
      20, 4,
    ]);
  });

  it('names types as the standard does', () => {
    expect([listOf(number), contextOf({ a: string }), dateTime, listOf(listOf(any))].map(typeName)).toEqual([
      'list<number>',
      'context<a: string>',
      'date and time',
      'list<list<Any>>',
    ]);
  });
});

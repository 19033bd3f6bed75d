import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { toPlain } from '../values.ts';
import { standardBuiltins } from './table.ts';

/** Types are not enforced here, so that wrong calls show what they yield. */
export function answer(text: string): unknown {
  const compiled = compile(text, { types: {}, lenient: true });
  return compiled.ok ? toPlain(compiled.run({}).value) : compiled.problems.map(({ code }) => code);
}

const cases: Record<string, readonly [string, unknown][]> = {
  conversion: [
    ['number("1 000,5", " ", ",")', '1000.5'], ['number("1,000.5", ",", ".")', '1000.5'], ['number("1.5")', '1.5'], ['number("x")', null], ['number(null, ",", ".")', null], ['number("1", ".", ".")', null],
    ['string(1.10)', '1.1'], ['string(null)', null], ['string(true)', 'true'], ['string([1, "a", null])', '[1, "a", null]'], ['string({a: date("2026-01-01")})', '{a: @"2026-01-01"}'], ['string(date("2026-01-01"))', '2026-01-01'],
    ['date("2026-02-29")', null], ['date("2024-02-29")', '2024-02-29'], ['date(2024, 2, 29)', '2024-02-29'], ['date(date and time("2024-02-29T10:00:00"))', '2024-02-29'], ['date(year: 2024, month: 1, day: 2)', '2024-01-02'],
    ['time("10:30:00")', '10:30:00'], ['time("25:00:00")', null], ['time(10, 30, 1.5)', '10:30:01.5'], ['time(10, 30, 0, duration("PT8H"))', '10:30:00+08:00'], ['time("10:30:00@Asia/Shanghai")', '10:30:00@Asia/Shanghai'],
    ['date and time("2024-02-29T10:30:00Z")', '2024-02-29T10:30:00Z'], ['date and time(date("2024-01-01"), time("10:00:00"))', '2024-01-01T10:00:00'], ['date and time("2024-01-01T10:00:00@Europe/Paris")', '2024-01-01T10:00:00+01:00'],
    ['duration("P1Y2M")', 'P1Y2M'], ['duration("P14M")', 'P1Y2M'], ['duration("P1DT2H3M4.5S")', 'P1DT2H3M4.5S'], ['duration("-PT90S")', '-PT1M30S'], ['duration("P")', null], ['duration("x")', null],
    ['years and months duration(date("2011-12-22"), date("2013-08-24"))', 'P1Y8M'], ['years and months duration(date("2013-08-24"), date("2011-12-22"))', '-P1Y8M'],
  ],
  strings: [
    ['substring("foobar", 3, 3)', 'oba'], ['substring("foobar", -2, 1)', 'a'], ['substring("foobar", 0)', null], ['substring("😀ab", 2)', 'ab'], ['string length("")', '0'], ['upper case("aBc4")', 'ABC4'], ['lower case("aBc4")', 'abc4'],
    ['substring before("foobar", "bar")', 'foo'], ['substring before("foobar", "xyz")', ''], ['substring after("foobar", "ob")', 'ar'], ['contains("foobar", "of")', false], ['starts with("foobar", "fo")', true], ['ends with("foobar", "r")', true],
    ['replace("abcd", "(ab)|(a)", "[1=$1][2=$2]")', '[1=ab][2=]cd'], ['replace("abracadabra", "bra", "*")', 'a*cada*'], ['replace("a", "[", "x")', null], ['replace("aA", "a", "x", "i")', 'xx'], ['replace("a.b", "\\\\.", "$0$0")', 'a..b'],
    ['matches("foobar", "^fo*b")', true], ['matches("FOO", "foo", "i")', true], ['split("John Doe", "\\\\s")', ['John', 'Doe']], ['split("a;b;c;;", ";")', ['a', 'b', 'c', '', '']], ['string join(["a", null, "c"], "_")', 'a_c'], ['string join(["a", "c"])', 'ac'], ['contains(null, "a")', null],
  ],
  lists: [
    ['list contains([1, 2, null], null)', true], ['count([1, 2, 3])', '3'], ['count([])', '0'], ['min([3, 1, 2])', '1'], ['min(3, 1, 2)', '1'], ['max("a", "c", "b")', 'c'], ['min([])', null], ['max([1, "a"])', null], ['sum([1, 2.5])', '3.5'], ['sum(1, 2)', '3'], ['sum([])', null], ['sum([1, null])', null], ['sum(["a"])', null],
    ['product([2, 3, 4])', '24'], ['mean([1, 2, 4])', '2.333333333333333333333333333333333'], ['mean(null)', null], ['median(8, 2, 5, 3, 4)', '4'], ['median([6, 1, 2, 3])', '2.5'], ['median([])', null], ['stddev(2, 4, 7, 5)', '2.081665999466132735282297706979931'], ['mode([6, 3, 9, 6, 6])', ['6']], ['mode([])', []],
    ['all([true, null, false])', false], ['all([])', true], ['all([true, null])', null], ['any([false, null, true])', true], ['any(false)', false], ['any([])', false], ['all(true, false)', false],
    ['sublist([1, 2, 3], 2)', ['2', '3']], ['sublist([1, 2, 3], 1, 2)', ['1', '2']], ['sublist([1, 2, 3], -1)', ['3']], ['sublist([1, 2, 3], 0)', null], ['append([1], 2, 3)', ['1', '2', '3']], ['concatenate([1, 2], [3])', ['1', '2', '3']],
    ['insert before([1, 3], 2, 2)', ['1', '2', '3']], ['remove([1, 2, 3], 2)', ['1', '3']], ['reverse([1, 2, 3])', ['3', '2', '1']], ['index of([1, 2, 3, 2], 2)', ['2', '4']], ['union([1, 2], [2, 3])', ['1', '2', '3']],
    ['distinct values([1, 2, 1.0, "1", null, null])', ['1', '2', '1', null]], ['flatten([[1, 2], [[3]], 4])', ['1', '2', '3', '4']], ['sort([3, 1, 2])', ['1', '2', '3']], ['sort(list: [1, 2], precedes: function(x, y) x > y)', ['2', '1']], ['sort([1, "a"])', null],
  ],
  numeric: [
    ['decimal(1/3, 2)', '0.33'], ['decimal(1.5, 0)', '2'], ['decimal(2.5, 0)', '2'], ['decimal(1, 7000)', null], ['floor(1.5)', '1'], ['floor(-1.56, 1)', '-1.6'], ['ceiling(-1.5)', '-1'], ['round up(5.5, 0)', '6'], ['round down(-5.5, 0)', '-5'], ['round half up(-2.5, 0)', '-3'], ['round half down(5.5, 0)', '5'],
    ['abs(-10)', '10'], ['abs(@"-PT5H")', 'PT5H'], ['modulo(10, 4)', '2'], ['modulo(-12, 5)', '3'], ['modulo(10, 0)', null], ['sqrt(16)', '4'], ['sqrt(-1)', null], ['log(1)', '0'], ['odd(5)', true], ['odd(2.5)', false], ['even(-2)', true], ['even(null)', null], ['abs("a")', null], ['abs([-5])', '5'],
  ],
  dates: [
    ['day of week(date("2019-09-17"))', 'Tuesday'], ['month of year(date("2019-09-17"))', 'September'], ['day of year(date("2019-09-17"))', '260'], ['week of year(date("2019-09-17"))', '38'], ['week of year(date("2005-01-01"))', '53'],
    ['date("2024-01-31") + duration("P1M")', '2024-02-29'], ['date and time("2024-01-31T23:00:00") + duration("PT2H")', '2024-02-01T01:00:00'], ['time("23:00:00") + duration("PT2H")', '01:00:00'], ['date("2024-03-01") - date("2024-02-01")', 'P29D'],
    ['date and time("2024-01-01T10:00:00+08:00") - date and time("2024-01-01T02:00:00Z")', 'PT0S'], ['duration("PT1H") * 1.5', 'PT1H30M'], ['duration("P1Y") / 2', 'P6M'], ['duration("P1D") / duration("PT12H")', '2'], ['-duration("P1D")', '-P1D'], ['duration("P1D") > duration("PT23H")', true],
    ['date and time("2024-01-01T10:00:00+08:00") = date and time("2024-01-01T02:00:00Z")', true], ['date("2024-01-01").weekday', '1'], ['duration("P1Y5M").months', '5'], ['time("10:30:05").minute', '30'], ['date("2024-01-01") in [date("2024-01-01")..date("2024-12-31")]', true],
    ['date("-0044-03-15").year', '-44'], ['date("999999999-12-31") + duration("P1D")', null],
  ],
  others: [
    ['for i in 1..3 return (for j in 1..i return partial)', [[[]], [[], [[]]], [[], [[]], [[], [[]]]]]], ['for i in 1..4 return if i = 1 then 1 else partial[-1] * i', ['1', '2', '6', '24']], ['concatenate(null, [1])', null],
    ['(function(f, x) f(x))(abs, -1)', '1'], ['sort([1, 3, 2], after)', ['3', '2', '1']], ['range("[1..3]") = [1..3]', true], ['range("[1..foo]")', null], ['(< 10) = (null..10)', false], ['5 in (null..10]', null],
    ['is(@"10:00:00Z", @"10:00:00+00:00")', true], ['is(@"10:00:00@Etc/UTC", @"10:00:00Z")', false], ['overlaps([1..3], (3..5])', false], ['before(1, "a")', null], ['during(5, (> 4))', true], ['before([1..2], (> 2))', true],
    ['context put({x: {a: 1}}, ["x", "a"], 2)', { x: { a: '2' } }], ['context([{key: "a", value: 1}, {key: "a", value: 2}])', null], ['context merge([{a: 1}, {a: 2, b: 3}])', { a: '2', b: '3' }], ['get value({a: {b: 1}}, ["a", "b"])', '1'],
    ['list replace([1, 2, 3], -1, 4)', ['1', '2', '4']], ['list replace([2, 4, 7], function(item, newItem) item < newItem, 5)', ['5', '5', '7']], ['@"2021-01-02T00:00:00Z" - @"2021-01-02"', 'PT0S'], ['@"2021-01-02T00:00:00" - @"2021-01-02"', null],
    ['not(true)', false], ['not(1)', null], ['get value({a: 1}, "a")', '1'], ['get entries({a: 1})', [{ key: 'a', value: '1' }]], ['[1, 2, 3][item >= 2]', ['2', '3']], ['[{a: 1}, {b: 2}].a', ['1', null]], ['[{item: 1}, {item: 2}][item = 2]', [{ item: '2' }]],
    ['1 in [[1..3], 5]', true], ['"x" in ["y", "x"]', true], ['null in (1, null)', true], ['1 = "1"', null], ['[] = []', true], ['1 < "a"', null], ['5 instance of Any', true], ['null instance of Any', false], ['{a: 1} instance of context<a: number>', true], ['[1..3] instance of range<number>', true],
    ['if 1 then 2 else 3', '3'], ['every x in [] satisfies false', true], ['some x in [] satisfies true', false], ['for x in [] return x', []], ['for x in null return x', null], ['{a: 1, a: 2}.a', null], ['function(x) x', null], ['1 + "a"', null], ['unknown', null],
    ['{f: function(n: number) n + 1, r: f("a")}.r', null], ['(function(a, b) a - b)(b: 1, a: 3)', '2'], ['"😀" > "\uffff"', true], ['"a\\u0041\\n"', 'aA\n'], ['for d in @"2026-01-30"..@"2026-02-01" return d.day', ['30', '31', '1']],
  ],
};

describe.each(Object.entries(cases))('%s', (_, rows) => {
  it.each(rows)('%s', (text, expected) => void expect(answer(text)).toEqual(expected));
});

it('every function has a signature that can be read', () => {
  for (const { signatures } of standardBuiltins.values()) expect(signatures.length).toBeGreaterThan(0);
});

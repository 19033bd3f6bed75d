import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { loadPinyin } from './excel/pinyin.ts';
import { any, contextOf, date, dateTime, listOf, number, string } from './types.ts';
import { toPlain } from './values.ts';

const types = { empty: number, text: string, due: date, at: dateTime, rows: listOf(contextOf({ kind: string, qty: number, price: number })), anything: any };
const input = {
  empty: null, text: '  中文  abc ', due: '2026-03-31', at: '2026-03-31T08:05:09',
  rows: [{ kind: 'A', qty: 2, price: '1.5' }, { kind: 'B', qty: 10, price: 2 }, { kind: 'A', qty: null, price: 3 }], anything: 'x',
};

function answer(text: string): unknown {
  const compiled = compile(text, { types, now: () => Date.UTC(2026, 0, 31, 20), zone: 'Asia/Shanghai' });
  return compiled.ok ? toPlain(compiled.run(input).value) : compiled.problems.map(({ code }) => code);
}

describe('spreadsheet functions', () => {
  it.each<[string, unknown]>([
    ['IF(1 > 2, "a", "b")', 'b'], ['IF(1 > 2, "a")', null], ['IF(empty > 2, 1, 0)', '0'], ['IF(condition: true, result: 1, otherwise: 1 / 0)', '1'],
    ['IFS(1 > 2, "a", 2 > 1, "b")', 'b'], ['IFS(1 > 2, "a")', null], ['SWITCH(2, 1, "one", 2, "two", "other")', 'two'], ['SWITCH(5, 1, "one", "other")', 'other'], ['SWITCH(5, 1, "one")', null],
    ['AND(true, 1 = 1)', true], ['OR(false, false)', false], ['NOT(true)', false], ['XOR(true, true, true)', true], ['ISBLANK(empty)', true], ['ISBLANK("")', true], ['ISBLANK(0)', false], ['IFBLANK(empty, 7)', '7'],
    ['SUM(1, 2, empty)', '3'], ['SUM(rows.qty)', '12'], ['SUM(rows.qty, 1)', '13'], ['sum(rows.qty)', null], ['SUM([])', '0'], ['AVERAGE(rows.qty)', '6'], ['AVERAGE([])', null],
    ['MIN(rows.qty)', '2'], ['MAX(3, rows.qty)', '10'], ['MAX(due, date("2027-01-01"))', '2027-01-01'], ['COUNT(rows.qty)', '2'], ['COUNTA(rows.kind)', '3'],
    ['COUNTIF(rows.kind, "A")', '2'], ['COUNTIF(rows.qty, ">=2")', '2'], ['COUNTIF(rows.kind, "<>A")', '1'], ['SUMIF(rows.kind, "A", rows.price)', '4.5'], ['SUMIF(rows.qty, ">5")', '10'], ['COUNTIF(["abc", "abd", "b"], "a*")', '2'],
    ['SUMPRODUCT(rows.qty, rows.price)', '23'], ['SUMPRODUCT([1, 2], [3])', null],
    ['ROUND(2.5, 0)', '3'], ['ROUND(-2.5)', '-3'], ['ROUND(1.005, 2)', '1.01'], ['ROUND(1234, -2)', '1200'], ['ROUNDUP(1.21, 1)', '1.3'], ['ROUNDDOWN(-1.29, 1)', '-1.2'], ['INT(-1.5)', '-2'], ['MOD(-7, 3)', '2'], ['ROUND(empty, 2)', null],
    ['ABS(-3)', '3'], ['POWER(2, 0.5)', '1.41421356237309504880168872420969808'.slice(0, 35)], ['SQRT(16)', '4'], ['SQRT(-1)', null], ['CEILING(2.1, 0.5)', '2.5'], ['FLOOR(2.7, 0.5)', '2.5'], ['CEILING(1.2)', '2'],
    ['CONCATENATE("a", 1, empty, true, due)', 'a1true2026-03-31'], ['LEFT("中文字", 2)', '中文'], ['LEFT("abc")', 'a'], ['RIGHT("abc", 2)', 'bc'], ['RIGHT("abc", 9)', 'abc'], ['MID("abcdef", 2, 3)', 'bcd'], ['LEN("😀中")', '2'],
    ['TRIM(text)', '中文 abc'], ['UPPER("aB")', 'AB'], ['LOWER("aB")', 'ab'], ['REPLACE("abcdef", 2, 3, "X")', 'aXef'], ['Replace("abc", 1, 1, "")', 'bc'], ['replace("abc", "b", "X")', 'aXc'],
    ['SUBSTITUTE("a-b-c", "-", "+")', 'a+b+c'], ['SUBSTITUTE("a-b-c", "-", "+", 2)', 'a-b+c'], ['FIND("b", "abcb", 3)', '4'], ['FIND("x", "abc")', null], ['FIND("字", "😀字")', '2'],
    ['VALUE("1,234.50")', '1234.5'], ['VALUE("12%")', '0.12'], ['VALUE("￥3")', '3'], ['VALUE("x")', null], ['VALUE(5)', '5'],
    ['DATE(2026, 2, 31)', '2026-03-03'], ['DATE(2026, 14, 1)', '2027-02-01'], ['date(2026, 2, 31)', null], ['TODAY()', '2026-02-01'], ['NOW()', '2026-02-01T04:00:00+08:00'],
    ['YEAR(due)', '2026'], ['MONTH(at)', '3'], ['DAY(due)', '31'], ['HOUR(at)', '8'], ['MINUTE(at)', '5'], ['SECOND(at)', '9'], ['WEEKDAY(due)', '3'], ['WEEKDAY(due, 2)', '2'],
    ['DATEDIF(date("2024-02-29"), due, "Y")', '2'], ['DATEDIF(date("2026-01-31"), due, "M")', '2'], ['DATEDIF(date("2026-03-01"), due, "D")', '30'], ['DATEDIF(date("2025-11-15"), due, "YM")', '4'], ['DATEDIF(date("2025-11-15"), due, "MD")', '16'], ['DATEDIF(due, due, "X")', null],
    ['DATEADD(due, -1, "month")', '2026-02-28'], ['DATEADD(due, 1)', '2026-04-01'], ['DATEADD(at, 16, "hours")', '2026-04-01T00:05:09'], ['DATEADD(due, 2, "weeks")', '2026-04-14'], ['DATEADD(due, 1, "age")', null],
    ['EOMONTH(date("2024-01-31"), 1)', '2024-02-29'], ['EOMONTH(due)', '2026-03-31'],
    ['WEEKDAY(due, 11)', '2'], ['WEEKDAY(due, 12)', '1'], ['WEEKDAY(due, 17)', '3'], ['WEEKDAY(due, 4)', null], ['SPLIT("a,b,,c", ",")', ['a', 'b', '', 'c']], ['LEFT("abc", 1.9)', 'a'], ['COUNTIF(["aXbXc", "ac", "a*c"], "a*b?c")', '1'], ['COUNTIF(["a*c", "abc"], "a~*c")', '1'], ['COUNTIF(["Abc"], "aBC")', '1'],
    ['WORKDAY(date("2026-01-30"), 1)', '2026-02-02'], ['WORKDAY(date("2026-01-30"), 1, [date("2026-02-02")])', '2026-02-03'], ['WORKDAY(date("2026-01-30"), 1, [], [date("2026-01-31")])', '2026-01-31'], ['WORKDAY(date("2026-02-02"), -1)', '2026-01-30'], ['NETWORKDAYS(date("2026-01-01"), date("2026-01-31"))', '22'],
    ['NETWORKDAYS(date("2026-01-01"), date("2026-01-31"), [date("2026-01-01"), date("2026-01-03"), null])', '21'], ['NETWORKDAYS(date("2026-01-31"), date("2026-01-01"))', '-22'],
    ['IDCARDVALID("11010519491231002X")', true], ['IDCARDVALID("110105194912310021")', false], ['IDCARDBIRTHDAY("11010519491231002X")', '1949-12-31'], ['IDCARDBIRTHDAY("110105491231002")', '1949-12-31'], ['IDCARDSEX("11010519491231002X")', '女'], ['IDCARDREGION("11010519491231002x")', '110105'], ['IDCARDAGE("11010519491231002X", date("2026-12-30"))', '76'], ['IDCARDAGE("1")', null],
    ['DISTANCE(39.9042, 116.4074, 31.2304, 121.4737)', '1067311.65'], ['DISTANCE(0, 0, 0, 0)', '0'], ['DISTANCE(91, 0, 0, 0)', null],
    ['ROUND("a", 1)', ['feel.wrong_argument']], ['YEAR(1)', ['feel.wrong_argument']], ['DATE(2026)', ['feel.wrong_argument_count']], ['sqrtt(1)', ['feel.unknown_function_similar']],
  ])('%s', (text, expected) => void expect(answer(text)).toEqual(expected));
});

describe('TEXT', () => {
  it.each<[string, string | null]>([
    ['TEXT(1234.5, "#,##0.00")', '1,234.50'], ['TEXT(0.5, "0%")', '50%'], ['TEXT(0.1234, "0.0%")', '12.3%'], ['TEXT(5, "000")', '005'], ['TEXT(-5, "0.0")', '-5.0'], ['TEXT(-0.001, "0.0")', '0.0'], ['TEXT(1234567, "#,##0")', '1,234,567'],
    ['TEXT(0.5, "#.##")', '.5'], ['TEXT(-5, "0;(0)")', '(5)'], ['TEXT(0, "0;-0;\\"none\\"")', 'none'], ['TEXT(3, "0 \\"件\\"")', '3 件'], ['TEXT(3, "¥0.00元")', '¥3.00元'], ['TEXT(1.25, "General")', '1.25'], ['TEXT(1234567, "0.0,")', '1234.6'],
    ['TEXT(due, "yyyy-mm-dd")', '2026-03-31'], ['TEXT(due, "yyyy年m月d日 aaaa")', '2026年3月31日 星期二'], ['TEXT(at, "yyyy-MM-dd HH:mm:ss")', '2026-03-31 08:05:09'], ['TEXT(at, "h:mm AM/PM")', '8:05 AM'], ['TEXT(at, "mm:ss")', '05:09'], ['TEXT(due, "mmm d, yyyy")', 'Mar 31, 2026'],
    ['TEXT("abc", "@")', 'abc'], ['TEXT(empty, "0")', null],
  ])('%s', (text, expected) => void expect(answer(text)).toEqual(expected));
});

describe('PINYIN', () => {
  it('waits for its table', () => expect(answer('PINYIN("压力")')).toBeNull());

  it.each<[string, string]>([['"压力阀"', 'ya li fa'], ['"压力阀", ""', 'yalifa'], ['"压力阀", true', 'ylf'], ['"绿色 V-204", false', 'lv se V-204'], ['"重庆银行"', 'chong qing yin hang'], ['""', '']])('%s', async (args, expected) => {
    await loadPinyin();
    expect(answer(`PINYIN(${args})`)).toBe(expected);
  });
});

describe('RMBUPPER', () => {
  it.each<[string, string | null]>([
    ['0', '零元整'], ['1', '壹元整'], ['10', '壹拾元整'], ['0.5', '伍角整'], ['0.05', '伍分'], ['0.004', '零元整'], ['1.005', '壹元零壹分'], ['1409.5', '壹仟肆佰零玖元伍角整'], ['6007.14', '陆仟零柒元壹角肆分'], ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['107000.53', '壹拾万柒仟元伍角叁分'], ['16409.02', '壹万陆仟肆佰零玖元零贰分'], ['325.04', '叁佰贰拾伍元零肆分'], ['100000000', '壹亿元整'], ['100000007', '壹亿零柒元整'], ['1000700', '壹佰万零柒佰元整'], ['100010000', '壹亿零壹万元整'],
    ['1000000000000', '壹兆元整'], ['1000000000001', '壹兆零壹元整'], ['-12.3', '负壹拾贰元叁角整'], ['9999999999999999.99', '玖仟玖佰玖拾玖兆玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'], ['10000000000000000', null],
  ])('%s', (amount, expected) => void expect(answer(`RMBUPPER(${amount})`)).toBe(expected));
});

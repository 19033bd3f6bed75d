import { describe, expect, test } from 'vitest';
import { csvCheck, NotSound, type CsvShape } from './csv-check.ts';

// The bytes of a text are looked at as they pass, wherever its chunks end.

const shape: CsvShape = {
  delimiter: 44,
  shapes: ['whole', 'text', 'double', 'date', 'timestamp', 'boolean'],
  heads: ['n', '名', 'x', 'd', 't', 'b'],
};
const head = 'n,名,x,d,t,b\n';

function passed(text: string, cut = text.length, of = shape): number {
  const bytes = Buffer.from(text);
  const check = csvCheck(of);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += cut) out.push(check.pass(bytes.subarray(at, at + cut)));
  check.end();
  expect(Buffer.concat(out).toString()).toBe(text.replace(/^\uFEFF/, ''));
  return check.rows();
}

const sound = [
  `${head}1,雨,2.5,2026-01-02,2026-01-02 10:00:00,true\n-20,,-0.123456789012345678,,,\n`,
  `${head}1,"a ""b"", c\nd",2,2026-01-02,2026-01-02T10:00:00.123,false\n,"",,,,\n`,
  `\uFEFF${head}1,x,2,2026-01-02,,true\n3,y,4,,,`,
  `${head.replace('\n', '\r\n')}1,x,2,2026-01-02,,true\r\n3,y,4,,,\r\n`,
];
test('what is sound passes, however it is cut', () => {
  for (const text of sound) for (const cut of [1, 2, 3, 7, 1_000]) expect(passed(text, cut)).toBe(2);
  expect(passed(head)).toBe(0);
  expect(passed('1,x\n', 4, { delimiter: 44, shapes: ['whole', 'text'], heads: undefined })).toBe(1);
});

describe('the other way reads', () => {
  const rows = {
    'a number with commas': '"1,000",x,1,,,',
    'a number that is a word': 'one,x,1,,,',
    'a number of many digits': '1234567890123456789,x,1,,,',
    'a number with a point': '1.5,x,1,,,',
    'a number with blanks': ' 1,x,1,,,',
    'a number in quotes': '"1",x,1,,,',
    'another kind of day': '1,x,1,02.01.2026,,',
    'a word for a day': '1,x,1,today,,',
    'a moment with a zone': '1,x,1,,2026-01-02 10:00:00+08,',
    'another word for true': '1,x,1,,,yes',
    'a value too many': '1,x,1,,,,',
    'a value too few': '1,x,1,,',
    'a quote within a value': '1,a"b,1,,,',
    'a quote that never closes': '1,"a,1,,,\n2,b,1,,,',
    'something behind a quote': '1,"a"b,1,,,',
    'a blank line': '\n1,x,1,,,',
    'a null byte': '1,a\0b,1,,,',
  };
  for (const [what, row] of Object.entries(rows))
    test(what, () => {
      for (const cut of [1, 5, 1_000]) expect(() => passed(`${head}${row}\n`, cut)).toThrow(NotSound);
    });
  test('other heads', () => {
    for (const text of ['n,名,x,d,t\n', '"n",名,x,d,t,b\n', '名,n,x,d,t,b\n', 'n,名,x,d,t,b'])
      expect(() => passed(text, 3)).toThrow(NotSound);
  });
});

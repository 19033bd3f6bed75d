import { expect, test } from 'vitest';
import { ledIn, notLedIn, shownCell } from './csv.ts';

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'what a spreadsheet may run is led in, and is itself again when it is read: %j',
  (text) => {
    expect(ledIn(text)).toBe(`'${text}`);
    expect(notLedIn(ledIn(text))).toBe(text);
  },
);

test('a cell that is shown is a number, a text, or a text in quotes', () => {
  expect(['-12.50', '+3', '-1e-7', '', '泵', "'quoted'"].map(shownCell)).toEqual([
    '-12.50',
    '+3',
    '-1e-7',
    '',
    '泵',
    "'quoted'",
  ]);
  expect(["-2+3+cmd|' /C calc'!A0", '＝1,2', 'a "b"', '－5'].map(shownCell)).toEqual([
    "'-2+3+cmd|' /C calc'!A0",
    `"'＝1,2"`,
    '"a ""b"""',
    "'－5",
  ]);
});

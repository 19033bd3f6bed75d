import { expect, it } from 'vitest';
import { tokensOf } from './tokens.ts';

const shown = (text: string, names: string[] = []) =>
  tokensOf(text, { names }).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`);

it('names the parts of a text', () => {
  expect(shown('if 数量 > 1.5 then SUM(明细.金额) else "none" // why', ['数量', '明细'])).toEqual([
    'keyword if',
    'name 数量',
    'operator >',
    'number 1.5',
    'keyword then',
    'function SUM',
    'bracket (',
    'name 明细',
    'property 金额',
    'bracket )',
    'keyword else',
    'string "none"',
    'comment // why',
  ]);
  expect(shown('date("2026-01-01") + @"P1D" = null')).toEqual([
    'function date',
    'bracket (',
    'string "2026-01-01"',
    'bracket )',
    'operator +',
    'moment @"P1D"',
    'operator =',
    'constant null',
  ]);
});

it('reads a name of several words as one', () =>
  expect(shown('unit price * 2', ['unit price'])).toEqual(['name unit price', 'operator *', 'number 2']));

it('colours what there is of a broken text', () =>
  expect(shown('1 + (')).toEqual(['number 1', 'operator +', 'bracket (']));

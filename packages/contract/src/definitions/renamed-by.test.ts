import { expect, test } from 'vitest';
import { emptyRule, ruleKind } from '../rules/document.ts';
import { renamedBy } from './kind.ts';

const called = (name: string) => ({ ...emptyRule(), rule: { ...emptyRule().rule, name } });
const renamed = (name: { zh: string; en?: string }, was: string, is: string) =>
  renamedBy(ruleKind, name, called(was), called(is));

test('a definition is called as its body says once somebody writes another name there', () => {
  expect(renamed({ zh: '新规则' }, '新规则', '点检')).toEqual({ zh: '点检' });
  expect(renamed({ zh: 'A', en: 'A' }, 'A', 'B')).toEqual({ zh: 'B', en: 'B' });
  expect(renamed({ zh: '甲', en: 'First' }, '甲', '乙')).toEqual({ zh: '乙', en: 'First' });
  expect(renamed({ zh: '副本' }, '甲', '甲')).toEqual({ zh: '副本' });
  expect(renamed({ zh: '甲' }, '甲', '  ')).toEqual({ zh: '甲' });
  expect(renamedBy({ ...ruleKind, titleIn: undefined }, { zh: '甲' }, called('甲'), called('乙'))).toEqual({
    zh: '甲',
  });
});

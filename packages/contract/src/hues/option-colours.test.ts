import { expect, test } from 'vitest';
import { coloured, colourForNew, coloursInTurn, coloursOf, meaningful, scaleColours } from './option-colours.ts';

const options = (...labels: string[]) => labels.map((zh) => ({ label: { zh } }));

test('words of states have their colour, the others the next one that is free', () => {
  expect(coloursOf(options('车床', '立即', '循环泵', '已取消', '已完成'))).toEqual([
    'blue',
    'red',
    'orange',
    'default',
    'green',
  ]);
  expect(coloursOf([{ label: { zh: '甲', en: 'Urgent' } }])).toEqual(['red']);
  expect(coloursOf(options('不正常'))).toEqual(['blue']);
  expect(meaningful(options('待派工', '维修中', '甲'))).toBe(2);
});

test('a chosen colour stays, and no two of fifteen are the same', () => {
  expect(coloursOf([{ label: { zh: '甲' }, color: 'pink' }, ...options('乙')])).toEqual(['pink', 'blue']);
  expect(new Set(coloursOf(options(...Array.from({ length: 15 }, (_, at) => `n${at}`)))).size).toBe(15);
  expect(coloursOf(options(...Array.from({ length: 20 }, (_, at) => `n${at}`)))[15]).toBe('blue');
});

test('more than thirty are grey unless somebody chose', () => {
  const many = options(...Array.from({ length: 31 }, (_, at) => `n${at}`));
  expect(new Set(coloursOf(many))).toEqual(new Set(['default']));
  expect(coloursOf([{ ...many[0]!, color: 'red' as const }, ...many.slice(1)])[0]).toBe('red');
  expect(colourForNew({ zh: '新的' }, many)).toBe('default');
});

test('a new option is told from those beside it', () => {
  const stored = coloured(options('甲', '乙'));
  expect(stored.map(({ color }) => color)).toEqual(['blue', 'green']);
  expect(colourForNew({ zh: '丙' }, stored)).toBe('orange');
  expect(colourForNew({ zh: '失败' }, stored)).toBe('red');
  expect(coloursInTurn).not.toContain('default');
});

test('a scale goes from red to green', () => {
  expect(scaleColours(4)).toEqual(['red', 'orange', 'gold', 'green']);
  expect(scaleColours(3)).toEqual(['red', 'gold', 'green']);
  expect(scaleColours(6)[5]).toBe('green');
});

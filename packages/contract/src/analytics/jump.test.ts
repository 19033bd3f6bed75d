import { describe, expect, test } from 'vitest';
import { comparisonsIn, Condition } from '../condition/condition.ts';
import { filterCondition } from './filter-condition.ts';
import { filterValues, isJump, isJumpAddress, jumpAddress } from './jump.ts';

describe('addresses that a click leads to', () => {
  test('are of http or https, to a host that no value can change', () => {
    for (const good of ['https://a.example/x?line={value}', 'http://10.0.0.1:8080/{key}', 'https://a.example'])
      expect(isJumpAddress(good), good).toBe(true);
    for (const bad of [
      'javascript:alert({value})',
      'https://{value}.example/',
      'https://{value}',
      'https://user@a.example/',
      'https:\\\\a.example',
      '//a.example',
      '',
      'https://a.example/ x',
      'data:text/html,{value}',
    ])
      expect(isJumpAddress(bad), bad).toBe(false);
  });

  test('hold what was clicked encoded', () => {
    const clicked = { value: '一线 & "b"/../?x=#', key: 'a' };
    expect(jumpAddress('https://a.example/{key}?line={value}', clicked)).toBe(
      `https://a.example/a?line=${encodeURIComponent(clicked.value)}`,
    );
    // what stands in a value is no place for another one
    expect(jumpAddress('https://a.example/?v={value}', { value: '{key}', key: 'b' })).toBe(
      'https://a.example/?v=%7Bkey%7D',
    );
    expect(jumpAddress('javascript:{value}', clicked)).toBeUndefined();
  });

  test('lead nowhere until a target is chosen', () => {
    expect(isJump({ to: 'dashboard', id: null })).toBe(false);
    expect(isJump({ to: 'address', address: 'https://' })).toBe(false);
    expect(isJump({ to: 'form', id: 'abc' })).toBe(true);
  });
});

describe('a value that a filter is set to', () => {
  const zone = 'Asia/Shanghai';
  test('of lists each of their members', () => {
    expect(filterValues('people', { kind: 'people' }, '["p","q"]', zone)).toEqual(['p', 'q']);
    expect(filterValues('option', { kind: 'option' }, 'a', zone)).toEqual(['a']);
    expect(filterValues('option', { kind: 'option' }, null, zone)).toBeUndefined();
  });

  test('of a department with those below it all of them, however many', () => {
    const holds = { 工厂A: ['工厂A', '一车间'] };
    const all = filterValues('text', { kind: 'text', holds }, '工厂A', zone)!;
    expect(all).toEqual(holds.工厂A);
    expect(filterValues('text', { kind: 'text', holds }, '工厂B', zone)).toEqual(['工厂B']);
    expect(filterCondition('dept', 'text', all, zone)).toEqual({ field: 'dept', operator: 'in', value: all });
    const many = Array.from({ length: 2_500 }, (_, at) => `d${at}`);
    const where = filterCondition('dept', 'text', many, zone)!;
    expect(Condition.parse(where)).toEqual(where);
    expect(comparisonsIn(where).flatMap(({ value }) => value)).toEqual(many);
    expect(comparisonsIn(where)).toHaveLength(3);
  });

  test('of days the whole stretch', () => {
    expect(filterValues('date', { kind: 'date', step: 'month' }, '2026-02-01', zone)).toEqual([
      '2026-02-01',
      '2026-02-28',
    ]);
    expect(filterValues('dateTime', { kind: 'dateTime' }, '2026-02-03T20:00:00Z', zone)).toEqual([
      '2026-02-04',
      '2026-02-04',
    ]);
    expect(filterValues('date', { kind: 'text' }, 'May', zone)).toBeUndefined();
  });

  test('of numbers the number itself', () => {
    expect(filterValues('number', { kind: 'number' }, '3.5', zone)).toEqual(['3.5', '3.5']);
    expect(filterValues('number', { kind: 'text' }, 'x', zone)).toBeUndefined();
  });
});

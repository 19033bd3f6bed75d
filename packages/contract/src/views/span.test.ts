import { expect, it } from 'vitest';
import { groupCondition } from './group-condition.ts';
import { spanCondition, spanOf, spanValues } from './span.ts';

it('reads days, moments and ranges, and writes back what it read', () => {
  const day = { start: { id: 'a', kind: 'date' }, end: { id: 'b', kind: 'date' } } as const;
  expect(spanOf(day, { a: '2026-01-05', b: '2026-01-06' })).toEqual({ start: '2026-01-05', end: '2026-01-07', wholeDays: true });
  expect(spanOf(day, { a: '2026-01-05', b: null })).toEqual({ start: '2026-01-05', end: '2026-01-06', wholeDays: true });
  expect(spanOf(day, { a: null, b: '2026-01-06' })).toBeUndefined();
  expect(spanValues(day, { start: '2026-01-05', end: '2026-01-07' })).toEqual({ a: '2026-01-05', b: '2026-01-06' });
  const range = { start: { id: 'r', kind: 'dateRange' } } as const;
  expect(spanOf(range, { r: { start: '2026-01-05', end: '2026-01-06' } })).toEqual({ start: '2026-01-05', end: '2026-01-07', wholeDays: true });
  expect(spanValues(range, { start: '2026-01-05', end: '2026-01-07' })).toEqual({ r: { start: '2026-01-05', end: '2026-01-06' } });
  const moment = { start: { id: 'm', kind: 'dateTime' } } as const;
  expect(spanOf(moment, { m: '2026-01-05T01:00:00.000Z' })).toEqual({ start: '2026-01-05 09:00:00', end: '2026-01-05 09:30:00', wholeDays: false });
  expect(spanValues(moment, { start: '2026-01-05 09:00:00', end: '2026-01-05 09:30:00' })).toEqual({ m: '2026-01-05T01:00:00.000Z' });
  const slot = { start: { id: 's', kind: 'slot' } } as const;
  const value = ['2026-01-05T01:00:00.000Z', '2026-01-05T03:00:00.000Z'];
  expect(spanValues(slot, spanOf(slot, { s: value })!)).toEqual({ s: value });
});

it('asks for what touches a stretch of days', () => {
  expect(spanCondition({ start: { id: 'a', kind: 'date' } }, '2026-01-01', '2026-02-01')).toEqual({ all: [{ field: 'a', operator: 'gte', value: '2026-01-01' }, { field: 'a', operator: 'lte', value: '2026-01-31' }] });
  expect(spanCondition({ start: { id: 'r', kind: 'dateRange' } }, '2026-01-01', '2026-02-01')).toEqual({ field: 'r', operator: 'overlaps', value: ['2026-01-01', '2026-01-31'] });
});

it('finds the records of a group again', () => {
  expect(groupCondition({ field: 'd', step: 'month' }, 'date', '2026-02-01')).toEqual({ field: 'd', operator: 'between', value: ['2026-02-01', '2026-02-28'] });
  expect(groupCondition({ field: 'd', step: 'quarter' }, 'dateTime', '2026-10-01')).toEqual({ all: [{ field: 'd', operator: 'gte', value: '2026-09-30T16:00:00.000Z' }, { field: 'd', operator: 'lt', value: '2026-12-31T16:00:00.000Z' }] });
  expect(groupCondition({ field: 'p' }, 'people', '["x"]')).toEqual({ field: 'p', operator: 'hasOnly', value: ['x'] });
  expect(groupCondition({ field: 't' }, 'text', null)).toEqual({ field: 't', operator: 'isEmpty' });
});

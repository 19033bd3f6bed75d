import { expect, it } from 'vitest';
import { groupCondition } from './group-condition.ts';
import { spanCondition, spanOf, spanValues } from './span.ts';

const zone = 'Asia/Shanghai';

it('reads days, moments and ranges, and writes back what it read', () => {
  const day = { start: { id: 'a', kind: 'date' }, end: { id: 'b', kind: 'date' } } as const;
  expect(spanOf(day, { a: '2026-01-05', b: '2026-01-06' }, zone)).toEqual({
    start: '2026-01-05',
    end: '2026-01-07',
    wholeDays: true,
  });
  expect(spanOf(day, { a: '2026-01-05', b: null }, zone)).toEqual({
    start: '2026-01-05',
    end: '2026-01-06',
    wholeDays: true,
  });
  expect(spanOf(day, { a: null, b: '2026-01-06' }, zone)).toBeUndefined();
  expect(spanValues(day, { start: '2026-01-05', end: '2026-01-07' }, zone)).toEqual({
    a: '2026-01-05',
    b: '2026-01-06',
  });
  const range = { start: { id: 'r', kind: 'dateRange' } } as const;
  expect(spanOf(range, { r: { start: '2026-01-05', end: '2026-01-06' } }, zone)).toEqual({
    start: '2026-01-05',
    end: '2026-01-07',
    wholeDays: true,
  });
  expect(spanValues(range, { start: '2026-01-05', end: '2026-01-07' }, zone)).toEqual({
    r: { start: '2026-01-05', end: '2026-01-06' },
  });
  const moment = { start: { id: 'm', kind: 'dateTime' } } as const;
  expect(spanOf(moment, { m: '2026-01-05T01:00:00.000Z' }, zone)).toEqual({
    start: '2026-01-05 09:00:00',
    end: '2026-01-05 09:30:00',
    wholeDays: false,
  });
  expect(spanValues(moment, { start: '2026-01-05 09:00:00', end: '2026-01-05 09:30:00' }, zone)).toEqual({
    m: '2026-01-05T01:00:00.000Z',
  });
  const slot = { start: { id: 's', kind: 'slot' } } as const;
  const value = ['2026-01-05T01:00:00.000Z', '2026-01-05T03:00:00.000Z'];
  expect(spanValues(slot, spanOf(slot, { s: value }, zone)!, zone)).toEqual({ s: value });
});

it('asks for what touches a stretch of days', () => {
  expect(spanCondition({ start: { id: 'a', kind: 'date' } }, '2026-01-01', '2026-02-01', zone)).toEqual({
    all: [
      { field: 'a', operator: 'gte', value: '2026-01-01' },
      { field: 'a', operator: 'lte', value: '2026-01-31' },
    ],
  });
  expect(spanCondition({ start: { id: 'r', kind: 'dateRange' } }, '2026-01-01', '2026-02-01', zone)).toEqual({
    field: 'r',
    operator: 'overlaps',
    value: ['2026-01-01', '2026-01-31'],
  });
});

it('finds the records of a group again', () => {
  expect(groupCondition({ field: 'd', step: 'month' }, 'date', '2026-02-01', zone)).toEqual({
    field: 'd',
    operator: 'between',
    value: ['2026-02-01', '2026-02-28'],
  });
  expect(groupCondition({ field: 'd', step: 'quarter' }, 'dateTime', '2026-10-01', zone)).toEqual({
    all: [
      { field: 'd', operator: 'gte', value: '2026-09-30T16:00:00.000Z' },
      { field: 'd', operator: 'lt', value: '2026-12-31T16:00:00.000Z' },
    ],
  });
  expect(groupCondition({ field: 'p' }, 'people', '["x"]', zone)).toEqual({
    field: 'p',
    operator: 'hasOnly',
    value: ['x'],
  });
  expect(groupCondition({ field: 't' }, 'text', null, zone)).toEqual({ field: 't', operator: 'isEmpty' });
});

it('keeps to the clock of another zone, also on a day of 23 hours', () => {
  const newYork = 'America/New_York';
  const moment = { start: { id: 'm', kind: 'dateTime' } } as const;
  expect(spanOf(moment, { m: '2026-03-08T07:30:00.000Z' }, newYork)).toEqual({
    start: '2026-03-08 03:30:00',
    end: '2026-03-08 04:00:00',
    wholeDays: false,
  });
  expect(spanValues(moment, { start: '2026-03-08 03:30:00', end: '2026-03-08 04:00:00' }, newYork)).toEqual({
    m: '2026-03-08T07:30:00.000Z',
  });
  expect(groupCondition({ field: 'd' }, 'dateTime', '2026-03-08', newYork)).toEqual({
    all: [
      { field: 'd', operator: 'gte', value: '2026-03-08T05:00:00.000Z' },
      { field: 'd', operator: 'lt', value: '2026-03-09T04:00:00.000Z' },
    ],
  });
  expect(spanCondition({ start: { id: 'm', kind: 'dateTime' } }, '2026-06-01', '2026-06-02', 'Asia/Kolkata')).toEqual({
    all: [
      { field: 'm', operator: 'gte', value: '2026-05-31T18:30:00.000Z' },
      { field: 'm', operator: 'lt', value: '2026-06-01T18:30:00.000Z' },
    ],
  });
});

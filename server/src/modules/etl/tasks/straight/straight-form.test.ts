import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { describe, expect, test } from 'vitest';
import { columnOf } from '../../endpoints/postgres/postgres.ts';
import { straightForm } from './straight-form.ts';

const form = (from: string, to: string) => straightForm([columnOf('a', from, true)], [columnOf('a', to, true)]);

describe('a column goes by way of the engine', () => {
  const [moment, loose] = ['timestamp with time zone', 'double precision'];
  const pairs: [string, string][] = [
    // by the clock of the enterprise there
    ...['timestamp without time zone', 'date', 'time without time zone', 'text', 'character varying(40)'].map(
      (to): [string, string] => [moment, to],
    ),
    // with a point there
    ...['text', 'character varying', 'character(9)', 'integer'].flatMap((to): [string, string][] => [
      [loose, to],
      ['real', to],
      ['numeric', to],
      ['numeric(60,2)', to],
    ]),
  ];
  for (const [from, to] of pairs) test(`from ${from} to ${to}`, () => expect(form(from, to)).toBeUndefined());
});

test('what is the same both ways goes straight', () => {
  expect(form(moment(3), moment(6))).toMatchObject({ form: 'binary', casts: false });
  expect(form('double precision', 'double precision')).toMatchObject({ form: 'binary', casts: false });
  expect(form('numeric', 'numeric(12,2)')).toMatchObject({ form: 'binary', casts: false });
  expect(form('smallint', 'numeric(12,2)')).toMatchObject({ form: 'binary', casts: false });
  expect(form('character varying(9)', 'text')).toMatchObject({ form: 'binary', casts: false });
  expect(form('numeric(12,2)', 'text')).toMatchObject({ form: 'text', casts: true });
});

const moment = (digits: number) => `timestamp(${digits}) with time zone`;

test('what an insert would cast is said', () => {
  for (const [from, to] of [
    ['numeric(12,2)', 'integer'],
    ['double precision', 'numeric(12,2)'],
    ['double precision', 'real'],
    ['character(9)', 'text'],
    ['timestamp without time zone', 'date'],
  ] as const)
    expect(form(from, to)).toMatchObject({ form: 'text', casts: true });
});

test('what FEEL writes otherwise than the engine goes by way of it too', () => {
  const figure = (type: DataColumn['type'], to: string) =>
    straightForm([], [columnOf('f', to, true)], [{ name: 'f', type, nullable: true }]);
  for (const [type, to] of [
    ['double', 'text'],
    ['decimal', 'text'],
    ['double', 'integer'],
    ['timestamp', 'text'],
  ] as const)
    expect(figure(type, to)).toBeUndefined();
  for (const [type, to] of [
    ['double', 'numeric'],
    ['integer', 'text'],
    ['text', 'date'],
    ['timestamp', 'date'],
  ] as const)
    expect(figure(type, to)).toMatchObject({ form: 'text' });
});

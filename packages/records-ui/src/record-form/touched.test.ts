import { expect, test } from 'vitest';
import type { FormData } from './form-data.ts';
import { isTouched, touchedRow } from './touched.ts';

const data: Pick<FormData, 'slaves'> = {
  slaves: {
    rows: [
      { key: 'a', isNew: true, values: {} },
      { key: 'b', isNew: true, values: {} },
    ],
  },
};
const said = (touched: string[]) =>
  ['name', 'name.0', 'rows', 'rows.0.who', 'rows.1.who', 'rows.1.hours'].filter((path) =>
    isTouched(path, new Set(touched), data),
  );

test('an error is said once its field, its row or its cell was left', () => {
  expect(said([])).toEqual([]);
  expect(said(['name'])).toEqual(['name', 'name.0']);
  expect(said([touchedRow('rows', 'a')])).toEqual(['rows.0.who']);
  expect(said([touchedRow('rows', 'b', 'who')])).toEqual(['rows.1.who']);
});

test('that a table was left says nothing of a row that came since', () => {
  expect(said(['rows', touchedRow('rows', 'a')])).toEqual(['rows', 'rows.0.who']);
});

import { expect, test } from 'vitest';
import type { Dialect } from '../../../platform/engine/port.ts';
import { haveMovedOn, withParameters } from './parameters.ts';

test.each<[Dialect, string]>([
  ['clickhouse', `toDate32('1900-01-01')`],
  ['sqlserver', `cast('1900-01-01' as date)`],
  ['postgres', `date '1900-01-01'`],
])('a day before 1970 stays that day: %s', (dialect, written) => {
  const parameters = [{ name: 'since', kind: 'date' as const, value: '1900-01-01', moment: null }];
  expect(withParameters('select :since', parameters as never, { dialect, today: '2026-11-29' })).toBe(
    `select ${written}`,
  );
});

test.each<[Dialect, string]>([
  // a backslash and the line break behind it are nothing to it within a text
  ['sqlserver', "N'it''s\\\\\n\ncut'"],
  ['clickhouse', "'it''s\\\\\ncut'"],
  ['postgres', "'it''s\\\ncut'"],
])('a text arrives as it is: %s', (dialect, written) => {
  const parameters = [{ name: 'note', kind: 'text' as const, value: "it's\\\ncut", moment: null }];
  expect(withParameters('select :note', parameters as never, { dialect, today: '2026-11-29' })).toBe(
    `select ${written}`,
  );
});

test.each([
  ['today', '2026-11-29', '2026-11-30', true],
  ['today', '2026-11-29', '2026-11-29', false],
  ['monthStart', '2026-11-01', '2026-11-30', false],
  ['quarterStart', '2026-12-31', '2027-01-01', true],
  [null, '2026-11-29', '2027-11-29', false],
] as const)('a day that moves on has done so: %s from %s to %s', (moment, then, today, moved) => {
  const since = { id: 'p1', name: 'since', kind: 'date' as const, value: '2026-01-01', moment };
  expect(haveMovedOn([since], then, today)).toBe(moved);
  expect(haveMovedOn([{ ...since, kind: 'text' }], then, today)).toBe(false);
});

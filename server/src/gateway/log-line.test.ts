import { expect, test } from 'vitest';
import { lineOf } from './log-line.ts';
import { openLogPlaces } from './log-places.ts';
import type { LogRow } from './log-row.ts';
import type { Passage } from './call.ts';
import type { SpaceState } from './state.ts';

const names = [
  'plain',
  'a "quoted" one',
  'back\\slash',
  '\u0000\u001f\u007f',
  'Kürzel',
  '零件',
  '😀',
  '\ud800',
  '<&>',
  '',
];

test('a line reads as the row that it was made of, whatever stands in it', () => {
  for (const name of names) {
    const passage = {
      api: { api: { id: 'a', name } },
      operation: { shownName: `GET /${name}` },
      application: { id: 'p', shownName: `${name} / ${name}` },
    } as unknown as Passage;
    const place = openLogPlaces().of(passage, { spaceId: 'demo', environment: name } as SpaceState);
    const { lead: _lead, sum: _sum, round: _round, ...common } = place;
    const row: LogRow = {
      ...common,
      at: 1_796_130_438_953,
      id: 'g1',
      method: 'GET',
      path: `/${name}?${name}=…`,
      status: 200,
      code: '',
      policy: null,
      ms: 1.5,
      upstreamMs: name === '' ? null : 0.001,
      sourceMs: 0,
      bytesIn: 0,
      bytesOut: 2 ** 40,
      address: '::1',
      detail: { target: name, [name]: name, missing: ['a'], tries: 2, cache: true, fault: { delayMs: 5 } },
      requestBody: name,
      responseBody: null,
    };
    const line = lineOf(row, place);
    expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(row)));
    // one line alone, and bytes that the database takes as a text
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(Buffer.from(line).toString()).toBe(line);
  }
});

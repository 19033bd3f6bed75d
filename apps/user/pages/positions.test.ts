import { expect, test } from 'vitest';
import { positionsOf } from './positions.ts';

const named = (name: string) => ({ id: name, name });

test('my home names the main post and every part-time one', () => {
  const person = {
    department: named('Works'),
    post: named('Fitter'),
    partTime: [
      { department: named('Line 2'), post: named('Foreman') },
      { department: named('Office'), post: null },
    ],
  };
  expect(positionsOf(person, (key: string) => key)).toEqual([
    ['personal.info.department', 'Works'],
    ['personal.info.position', 'Fitter'],
    ['personal.info.part_time', 'Line 2 · Foreman'],
    ['personal.info.part_time', 'Office'],
  ]);
});

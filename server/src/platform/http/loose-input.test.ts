import { expect, test } from 'vitest';
import { z } from 'zod';
import { looseReader } from './loose-input.ts';

const schema = z.object({
  limit: z.number().optional(),
  active: z.boolean(),
  tags: z.array(z.string()),
  note: z.string().nullable(),
  until: z.number().nullable(),
  nested: z.object({ at: z.number() }),
  either: z.union([z.number(), z.boolean()]),
});
const read = looseReader(schema);

test('turns text into what the schema expects', () => {
  expect(
    read({ limit: '20', active: '1', tags: 'one', note: '', until: '-3.5', nested: { at: '7' }, either: 'false' }),
  ).toEqual({ limit: 20, active: true, tags: ['one'], note: null, until: -3.5, nested: { at: 7 }, either: false });
});

test('leaves what does not fit for the schema to refuse', () => {
  expect(
    read({ limit: '1e3', active: 'yes', tags: ['a', 'b'], note: '12', until: 'x', nested: 'y', either: 'maybe' }),
  ).toEqual({ limit: '1e3', active: 'yes', tags: ['a', 'b'], note: '12', until: 'x', nested: 'y', either: 'maybe' });
});

test('keeps text text where text is allowed', () => {
  const free = looseReader(z.object({ value: z.union([z.string(), z.number()]) }));
  expect(free({ value: '007' })).toEqual({ value: '007' });
});

test('a fixed text is the text alone: beside it a number is read', () => {
  const version = looseReader(
    z.object({
      from: z.union([z.literal('draft'), z.number()]),
      state: z.union([z.enum(['all', 'none']), z.number()]),
    }),
  );
  expect(version({ from: '2', state: '3' })).toEqual({ from: 2, state: 3 });
  expect(version({ from: 'draft', state: 'all' })).toEqual({ from: 'draft', state: 'all' });
});

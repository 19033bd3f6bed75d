import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diff, same, stillHolds } from './diff.ts';
import { apply, Op, valueAt } from './ops.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
);
const element = fc.record(
  {
    id,
    title: fc.record({ zh: fc.string(), en: fc.string() }, { requiredKeys: ['zh'] }),
    size: fc.integer(),
    cards: fc.uniqueArray(fc.record({ id, text: leaf }), { selector: (one) => one.id, maxLength: 4 }),
  },
  { requiredKeys: ['id'] },
);
const document = fc.record(
  {
    name: fc.string(),
    settings: fc.dictionary(fc.constantFrom('x', 'y', 'z'), leaf),
    fields: fc.uniqueArray(element, { selector: (one) => one.id, maxLength: 7 }),
    words: fc.array(fc.string(), { maxLength: 3 }),
  },
  { requiredKeys: ['fields'] },
);

describe('the operations between two documents', () => {
  test('make the one of the other, and are told by the schema', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const ops = diff(before, after);
        const { body, lost } = apply(before, ops);
        expect(body).toEqual(after);
        expect(lost).toEqual([]);
        expect(diff(after, body)).toEqual([]);
        for (const op of ops) expect(Op.parse(op)).toEqual(op);
      }),
      { numRuns: 500 },
    );
  });

  test('are taken back by those of the other way, which all still hold', () => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const ops = diff(after, before);
        expect(ops.every((op) => stillHolds(after, op))).toBe(true);
        expect(apply<unknown>(after, ops).body).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  test('leave what they do not touch the same object', () => {
    const before = { a: { deep: [1] }, fields: [{ id: 'a', x: 1 }, { id: 'b' }] };
    const { body } = apply(before, diff(before, { ...before, fields: [{ id: 'a', x: 2 }, { id: 'b' }] }));
    expect(body.a).toBe(before.a);
    expect(body.fields[1]).toBe(before.fields[1]);
    expect(valueAt(body, ['fields', '#a', 'x'])).toBe(2);
  });

  test('move as few elements as need it', () => {
    const list = (...ids: string[]) => ({ fields: ids.map((one) => ({ id: one })) });
    expect(diff(list('a', 'b', 'c', 'd'), list('d', 'a', 'b', 'c'))).toEqual([
      { do: 'move', at: ['fields'], id: 'd', after: null, was: 'c' },
    ]);
  });
});

describe('an operation', () => {
  const body = { fields: [{ id: 'a', title: 'A' }], words: ['x'] };

  test('that finds no place is lost, the others are not', () => {
    const { body: after, lost } = apply(body, [
      { do: 'set', at: ['fields', '#gone', 'title'], value: 'B' },
      { do: 'take', at: ['fields'], id: 'gone' },
      { do: 'move', at: ['fields'], id: 'gone', after: null },
      { do: 'put', at: ['words'], id: 'b', after: null, value: { id: 'b' } },
      { do: 'put', at: ['fields'], id: 'b', after: null, value: { id: 'c' } },
      { do: 'set', at: ['fields', '#a'], value: undefined },
      { do: 'set', at: ['fields', '#a', 'title'], value: 'B' },
    ]);
    expect(lost).toEqual([0, 1, 2, 3, 4, 5]);
    expect(after.fields[0]?.title).toBe('B');
  });

  test('puts an element once, at the end when its neighbour is gone', () => {
    const put: Op = { do: 'put', at: ['fields'], id: 'a', after: 'gone', value: { id: 'a', title: 'again' } };
    expect(
      apply({ fields: [...body.fields, { id: 'b', title: '' }] }, [put]).body.fields.map((one) => one.title),
    ).toEqual(['', 'again']);
  });

  test('does not reach into what every object has', () => {
    expect(Op.safeParse({ do: 'set', at: ['__proto__', 'x'], value: 1 }).success).toBe(false);
    expect(apply({ a: {} }, [{ do: 'set', at: ['toString', 'x'], value: 1 }]).lost).toEqual([0]);
    expect(valueAt({}, ['toString'])).toBeUndefined();
  });

  test('compares as JSON does', () => {
    expect(same({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1, d: undefined })).toBe(true);
    expect(same([1], { 0: 1 })).toBe(false);
  });
});

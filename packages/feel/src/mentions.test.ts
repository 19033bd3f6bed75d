import { describe, expect, test } from 'vitest';
import { mentionsIn, withWord } from './mentions.ts';

const besides = (text: string) =>
  mentionsIn(text).words.map(({ value, beside }) => `${value}: ${[...beside].join(' ')}`);

describe('what a text mentions', () => {
  test('is every name and member, functions left out', () => {
    expect([...mentionsIn('sum(parts[qty > least].amount) + labour').names].sort()).toEqual([
      'amount',
      'labour',
      'least',
      'parts',
      'qty',
    ]);
    expect([...mentionsIn('').names]).toEqual([]);
    expect([...mentionsIn('total > and gone = 1').names]).toContain('gone');
  });

  test('are words with what they are held against', () => {
    expect(besides('level = "urgent" and state = "open"')).toEqual(['urgent: level', 'open: state']);
    expect(besides('list contains(["a", "b"], level)')).toEqual(['a: level', 'b: level']);
    expect(besides('(some entry in ["a"] satisfies list contains(tags, entry))')).toEqual(['a: tags entry']);
    expect(besides('level in ("a", "b")')).toEqual(['a: level', 'b: level']);
    expect(besides('if level = "a" then "b" else "c"')).toEqual(['a: level', 'b: ', 'c: ']);
  });

  test('are replaced where they are held against the field, and nowhere else', () => {
    expect(withWord('level = "a" or state = "a" or list contains(["a", "x"], level)', 'level', 'a', 'b')).toBe(
      'level = "b" or state = "a" or list contains(["b", "x"], level)',
    );
    expect(withWord('"a"', 'level', 'a', 'b')).toBe('"a"');
  });
});

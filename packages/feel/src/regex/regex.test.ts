import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compile } from '../compile.ts';
import { toPlain } from '../values.ts';
import { compileRegex } from './regex.ts';

const flags = { ignoreCase: false, dotAll: false, lines: false };

function answer(text: string): unknown {
  const compiled = compile(text, { types: {} });
  if (!compiled.ok) return compiled.problems.map(({ code }) => code);
  const { value, warnings } = compiled.run({});
  return value === null && warnings.length > 0 ? warnings[0]!.code : toPlain(value);
}

describe('patterns of XPath', () => {
  it.each<[string, unknown]>([
    ['matches("abc", "b")', true],
    ['matches("abc", "^b")', false],
    ['matches("a\\nb", "^b$")', false],
    ['matches("a\\nb", "^b$", "m")', true],
    ['matches("a\\nb", "a.b")', false],
    ['matches("a\\rb", "a.b")', false],
    ['matches("a\\nb", "a.b", "s")', true],
    ['matches("ABC", "b", "i")', true],
    ['matches("a b", "a b", "x")', false],
    ['matches("a b", "a[ ]b", "x")', true],
    ['matches("a.c", "a.c", "q")', true],
    ['matches("abc", "a.c", "q")', false],
    ['matches("A.C", "a.c", "qi")', true],
    ['matches("粗1", "\\p{IsCJKUnifiedIdeographs}\\d")', true],
    ['matches("x", "\\p{Lu}", "i")', false],
    ['matches("É", "\\w")', true],
    ['matches("a_b", "^\\w+$")', false],
    ['matches("-", "\\w")', false],
    ['matches("٣", "\\d")', true],
    ['matches("😀", "^.$")', true],
    ['matches("a:b-1", "^\\i\\c*$")', true],
    ['matches("x", "[a-z-[aeiou]]")', true],
    ['matches("e", "[a-z-[aeiou]]")', false],
    ['matches("-", "[a-]")', true],
    ['matches("]", "[\\]]")', true],
    ['matches("O", "[A-Z-[OI]]", "i")', false],
    ['matches("q", "[^Q]", "i")', false],
    ['matches("abab", "^(ab)\\1$")', true],
    ['matches("aA", "(a)\\1", "i")', true],
    ['matches("abcabd", "^(?:ab[cd]){2}$")', true],
    ['matches("aaa", "^a{2}$")', false],
    ['matches("aaa", "^a{2,}$")', true],
    ['matches("", "^(a*)*$")', true],
    ['replace("abcd", "(ab)|(a)", "[1=$1][2=$2]")', '[1=ab][2=]cd'],
    ['replace("2026-03-31", "(\\d+)-(\\d+)-(\\d+)", "$3.$2.$1")', '31.03.2026'],
    ['replace("abc", "b", "\\\\$1")', 'a$1c'],
    ['replace("abc", "(b)", "$12")', 'ab2c'],
    ['replace("a.b", ".", "$", "q")', 'a$b'],
    ['replace("😀x", "x", "y")', '😀y'],
    ['split("a1b22c", "\\d+")', ['a', 'b', 'c']],
    ['split("a;b;;", ";")', ['a', 'b', '', '']],
    ['split("abc", "x")', ['abc']],
    ['replace("abc", "b*", "-")', 'feel.matches_nothing'],
    ['split("abc", "")', 'feel.matches_nothing'],
    ['replace("abc", "b", "$")', 'feel.wrong_replacement'],
    ['replace("abc", "b", "\\\\n")', 'feel.wrong_replacement'],
    ...[
      '(',
      'a)',
      '[',
      '[]',
      '[b-a]',
      'a**',
      '*',
      'a{2,1}',
      '\\\\b',
      '(?=a)',
      '(?<n>a)',
      '\\\\1',
      '(\\\\1)',
      '[\\\\1]',
      '\\\\p{Xx}',
      'a{',
      'x]',
    ].map((pattern): [string, unknown] => [`matches("a", "${pattern}")`, 'feel.wrong_pattern']),
    ['matches("a", "a", "g")', 'feel.wrong_pattern'],
  ])('%s', (text, expected) => void expect(answer(text)).toEqual(expected));
});

/** Engines differ in how often they repeat what matches the empty text. */
const takesNothing = (pattern: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test('');

const piece = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'regex' },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', 'c'),
    fc.tuple(tie('part'), tie('part')).map(([a, b]) => a + b),
    fc.tuple(tie('part'), tie('part')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('part'), fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}'))
      .map(([a, times]) => `(?:${takesNothing(a) ? `${a}c` : a})${times}`),
    tie('part').map((a) => `(${a})`),
  ),
})).part;

test('finds what the engine of JavaScript finds, where both mean the same', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.constantFrom('', '^'), piece, fc.constantFrom('', '$')).map((parts) => parts.join('')),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '\n'), maxLength: 8 }),
      (pattern, text) => {
        const native = new RegExp(pattern, 'u').exec(text);
        const found = compileRegex(pattern, flags)!.over(text, { left: 1_000_000 })(0);
        const ends = typeof found === 'string' ? null : [found[0], found[1]];
        expect(ends).toEqual(native && [native.index, native.index + native[0].length]);
      },
    ),
    { numRuns: 5000 },
  );
});

describe('patterns that make other engines run for ever', () => {
  const long = 'a'.repeat(10_000);
  it.each<[string, unknown]>([
    ['(a+)+b', false],
    ['(a|a)*b', false],
    ['(a|aa)+$', true],
    ['(a*)*b', false],
    ['(.*)*x', false],
    ['(a?){50}a{50}b', false],
    ['.*.*.*=.*', false],
  ])('%s ends', (pattern, expected) => {
    const compiled = compile(`matches(text, "${pattern}")`, { types: { text: { kind: 'string' } } });
    expect(compiled.ok && compiled.run({ text: long }).value).toBe(expected);
  });

  it('says that it was stopped where groups are referred to', () => {
    const compiled = compile('matches(text, "(a*)*\\1b")', { types: { text: { kind: 'string' } } });
    expect(compiled.ok && compiled.run({ text: 'a'.repeat(40) })).toMatchObject({
      value: null,
      warnings: [{ code: 'feel.pattern_too_slow' }],
    });
  });

  it('replaces and splits in time that grows with the text', () => {
    const compiled = compile('[string length(replace(text, "a(b?)", "x$1")), count(split(text, "a"))]', {
      types: { text: { kind: 'string' } },
    });
    expect(compiled.ok && toPlain(compiled.run({ text: long }).value)).toEqual(['10000', '10001']);
  });
});

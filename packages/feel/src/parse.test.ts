import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { MAX_DEPTH } from './limits.ts';
import { parse } from './parse.ts';
import { problemGaps } from './problems.ts';
import { references } from './references.ts';
import { any, plainName } from './types.ts';

describe('parse', () => {
  it('keeps positions', () => {
    const { ast } = parse('a + sum(b.c)');
    expect(ast).toMatchObject({
      kind: 'arithmetic',
      from: 0,
      to: 12,
      right: {
        kind: 'call',
        from: 4,
        to: 12,
        args: [{ value: { kind: 'path', name: 'c', nameSpan: { from: 10, to: 11 } } }],
      },
    });
  });

  it('reads what it can around an error', () => {
    const { ast, problems } = parse('if a > 1 then b');
    expect(problems).toMatchObject([{ from: 15, code: 'feel.unexpected_end' }]);
    expect(ast).toMatchObject({
      kind: 'if',
      condition: { kind: 'compare' },
      then: { kind: 'name', name: 'b' },
      otherwise: { kind: 'missing' },
    });
  });

  it.each<[string, string[]]>([
    ['收入-成本 * 2', ['收入-成本']],
    ['A b+1', ['A b']],
    ['x.y z', ['x']],
  ])('%s with known names', (text, names) => {
    expect(references(parse(text, { names: [...names, 'y z'] }).ast)).toEqual(names.map(plainName));
  });

  it.each<[string, string[]]>([
    ['a + b * c', ['a', 'b', 'c']],
    ['for x in rows return x + y', ['rows', 'y']],
    ['{a: 1, b: a + c}', ['c']],
    ['rows[item > min]', ['rows', 'min']],
    ['function(x) x + z', ['z']],
    ['some x in xs, y in x satisfies y = k', ['xs', 'k']],
    ['f(a)', ['a']],
  ])('%s reads', (text, names) => void expect(references(parse(text).ast)).toEqual(names));

  const long = {
    chain: (op: string, n: number) => Array.from({ length: n }, (_, i) => `value_number_${i}`).join(op),
    nested: (open: string, close: string, n: number) => open.repeat(n) + '1' + close.repeat(n),
  };
  const codes = (text: string) => parse(text).problems.map(({ code }) => code);

  it.each<[string, (n: number) => string]>([
    ['sums', (n) => long.chain(' + ', n)],
    ['products', (n) => long.chain(' * ', n)],
    ['conjunctions', (n) => long.chain(' and ', n)],
    ['alternatives', (n) => long.chain(' or ', n)],
    ['paths', (n) => long.chain('.', n)],
    ['brackets', (n) => long.nested('(', ')', n)],
    ['lists', (n) => long.nested('[', ']', n)],
    ['contexts', (n) => long.nested('{a: ', '}', n)],
    ['calls', (n) => long.nested('abs(', ')', n)],
    ['conditions', (n) => long.nested('IF(a > b, 1, ', ')', n)],
    ['else if', (n) => 'if a then 1 else '.repeat(n) + '2'],
    ['loops', (n) => 'for x in y return '.repeat(n) + '2'],
    ['functions', (n) => 'function(x) '.repeat(n) + '2'],
    ['minus', (n) => '- '.repeat(n) + 'x'],
    ['filters', (n) => 'x' + '[1]'.repeat(n)],
    ['filters inside', (n) => long.nested('x[', ']', n)],
    ['powers', (n) => long.chain(' ** ', n)],
    ['mixed', (n) => 'a and (1 + '.repeat(n) + '1' + ')'.repeat(n)],
  ])('%s are read up to the limit and then called too complex', (_, make) => {
    expect(codes(make(100))).toEqual([]);
    for (const n of [150, 200, 240, 300, 1000, 4000])
      expect([[], ['feel.too_complex'], ['feel.too_long']]).toContainEqual(codes(make(n)));
    expect(codes(make(MAX_DEPTH + 2))).toEqual(['feel.too_complex']);
  });

  it('reads a long text that is flat', () => {
    const text = `[${Array.from({ length: 9000 }, (_, i) => `a + ${i} * b`).join(',')}]`
      .slice(0, 99_990)
      .replace(/,[^,]*$/, ']');
    expect(codes(text)).toEqual([]);
  });

  it('never throws', () => {
    const pieces = [
      '1',
      'a',
      'b c',
      '+',
      '-',
      '*',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '.',
      '..',
      '"',
      '"x"',
      'if ',
      ' then ',
      ' else ',
      'for ',
      ' in ',
      ' return ',
      'some ',
      ' satisfies ',
      'not',
      '=',
      '<',
      '>',
      '@',
      '?',
      'function',
      ' instance of ',
      'range<',
      'date',
      ' and ',
      ' between ',
      '（',
      '//',
      '/*',
      '\n',
      '`',
      '\\',
      '😀',
      'sum',
      'IF',
      'null',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 25 }),
        (parts) => {
          const text = parts.join('');
          for (const lenient of [false, true]) {
            const compiled = compile(text, { types: { a: any, 'b c': any }, lenient });
            const found = compiled.ok
              ? compiled.run({ a: [{ x: 1 }], 'b c': 'text' }, { budget: 10_000 }).warnings
              : compiled.problems;
            for (const { from, to, code, data = {} } of found) {
              expect(from >= 0 && from <= to && to <= text.length).toBe(true);
              expect(Object.keys(data)).toEqual(expect.arrayContaining([...problemGaps[code]]));
            }
          }
        },
      ),
      { numRuns: 5000 },
    );
  });
});

import { excelBuiltins, standardBuiltins } from '../builtins/table.ts';

/** A repeatable source of chance. */
export interface Dice {
  /** 0 to n - 1 */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
}

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
  return { below, pick: (from) => from[below(from.length)]! };
}

const functions = [...standardBuiltins.keys(), ...excelBuiltins.keys()];
const signatures = new Map([...standardBuiltins, ...excelBuiltins].map(([name, { signatures: all }]) => [name, all]));

/** Values that are at the edge of something. */
const literals: Readonly<Record<string, readonly string[]>> = {
  number: [
    '0',
    '1',
    '-1',
    '2',
    '0.5',
    '1e6144',
    '-1e-6176',
    '9999999999999999999999999999999999',
    '9007199254740993',
    '1e400',
    '3',
    'n',
    'big',
    '10000000000',
  ],
  string: [
    '""',
    '"a"',
    '"abc"',
    '"中文"',
    '"😀x"',
    '"2026-02-29"',
    '"P1D"',
    '"(a+)+$"',
    '"[a-z"',
    '"$1"',
    '"\\\\"',
    '"\\u0000"',
    '"#,##0.00;(0)"',
    '"Y"',
    '"month"',
    's',
    '" "',
    '"1,234.5"',
    '"<>a*"',
    '"10:00:00@Europe/Paris"',
    '"110105194912310029"',
  ],
  boolean: ['true', 'false', 'null', 'b'],
  date: [
    '@"2026-02-28"',
    'date("2024-02-29")',
    'd',
    'date(999999999, 12, 31)',
    'date("-999999999-01-01")',
    'date(0, 1, 1)',
  ],
  time: ['@"10:00:00"', 'time("23:59:59.999999999Z")', 't', 'time("00:00:00@Asia/Shanghai")'],
  dateTime: [
    '@"2026-02-28T24:00:00"',
    'm',
    'now()',
    'date and time("2026-03-29T02:30:00@Europe/Paris")',
    'date and time("999999999-12-31T23:59:59Z")',
    'date and time("-999999999-01-01T00:00:00+18:00")',
  ],
  daysDuration: ['@"P1D"', 'duration("-PT0.000000001S")', 'duration("P999999999999999999D")', '@"PT0S"'],
  monthsDuration: ['@"P1M"', 'duration("-P999999999999Y")', '@"P0M"'],
  list: ['[]', '[1, 2, 3]', '[null]', '[1, "a", null]', '[[1], [2, [3]]]', 'l', 'rows', 'rows.q', '[d, d]'],
  context: ['{}', '{a: 1}', '{a: {b: 2}}', 'rows[1]', '{key: "a", value: 1}'],
  range: ['[1..3]', '(1..3)', '["a".."c"]', '[d..d]', '(> 5)', '[1..null]'],
  function: ['function(x) x', 'function(a, b) a < b', 'min', 'function(x) f(x)', 'function() 1'],
};
const kinds = Object.keys(literals);
const operators = [
  ' + ',
  ' - ',
  ' * ',
  ' / ',
  ' ** ',
  ' = ',
  ' != ',
  ' < ',
  ' <= ',
  ' > ',
  ' >= ',
  ' and ',
  ' or ',
  ' in ',
  '..',
  '.',
  ', ',
  ' instance of ',
  ' between 1 and ',
];
const words = [
  'if',
  'then',
  'else',
  'for',
  'in',
  'return',
  'some',
  'every',
  'satisfies',
  'and',
  'or',
  'not',
  'between',
  'instance of',
  'function',
  'external',
  'true',
  'null',
  '?',
  'item',
  'partial',
  '-',
  '@',
  '"',
  '`',
  '\\',
  '//',
  '/*',
  '*/',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  '..',
  '.',
  '=',
  '==',
  '<',
  '%',
  '&',
  '，',
  '（',
  ' ',
  '\n',
  '1',
  '1.2.3',
  '.5',
  '1e',
  'x',
  'rows',
  'q',
  '中文',
  '😀',
  '\0',
  '\u{10ffff}',
  '\ud800',
  'list<',
  'range<',
  'context<a:',
  '>',
];

/** A text that may be an expression: grown by the grammar, grown and then damaged, or thrown together. */
export function inputOf(chance: Dice): string {
  switch (chance.below(8)) {
    case 0:
      return Array.from({ length: 1 + chance.below(30) }, () => chance.pick(words)).join(chance.pick(['', ' ']));
    case 1:
      return Array.from({ length: chance.below(40) }, () =>
        String.fromCodePoint(chance.below(chance.pick([128, 0x3000, 0xd7ff]))),
      ).join('');
    case 2:
    case 3:
      return damaged(grown(chance, 4), chance);
    default:
      return grown(chance, 4);
  }
}

function damaged(text: string, chance: Dice): string {
  const at = chance.below(text.length + 1);
  const length = chance.below(6);
  switch (chance.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + chance.pick(words) + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(3) + text.slice(at);
    default:
      return text.slice(0, at);
  }
}

function grown(chance: Dice, depth: number, kind = chance.pick(kinds)): string {
  const inner = (of?: string): string => grown(chance, depth - 1, of);
  if (depth <= 0 || chance.below(4) === 0)
    return chance.pick(literals[chance.below(12) === 0 ? chance.pick(kinds) : kind] ?? literals.number!);
  switch (chance.below(14)) {
    case 0:
      return `(${inner()}${chance.pick(operators)}${inner()})`;
    case 1:
      return `(${inner(kind)}${chance.pick(operators)}${inner(kind)})`;
    case 2:
      return `if ${inner('boolean')} then ${inner(kind)} else ${inner(kind)}`;
    case 3:
      return `for x in ${inner(chance.pick(['list', 'range']))} return ${inner()}`;
    case 4:
      return `(${chance.pick(['some', 'every'])} x in ${inner('list')} satisfies ${inner('boolean')})`;
    case 5:
      return `${inner('list')}[${inner(chance.pick(['number', 'boolean']))}]`;
    case 6:
      return `${inner()}.${chance.pick(['a', 'q', 'year', 'days', 'timezone', 'start', 'time offset'])}`;
    case 7:
      return `{a: ${inner()}, b c: a}.${chance.pick(['a', 'b c', 'z'])}`;
    case 8:
      return `(${inner()} in (${inner()}, ${chance.pick(['> ', '= ', ''])}${inner()}))`;
    default:
      return called(chance, inner);
  }
}

/** Mostly with arguments of the right kinds: only so a function shows what it does. */
function called(chance: Dice, inner: (kind?: string) => string): string {
  const name = chance.pick(functions);
  const signature = chance.pick(signatures.get(name)!);
  const args = (signature?.params ?? []).flatMap(({ type, optional, rest }) =>
    optional && chance.below(2) === 0
      ? []
      : Array.from({ length: rest ? chance.below(4) : 1 }, () => inner(type.kind in literals ? type.kind : undefined)),
  );
  if (chance.below(10) === 0) args.push(inner());
  return `${name}(${args.join(', ')})`;
}

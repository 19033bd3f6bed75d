import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standardBuiltins } from '../builtins/table.ts';
import { compileTable, compileTableSteps, type DecisionTable } from './decision-table.ts';
import { standardNames } from '../tck/standard-names.ts';
import { number, string } from '../types.ts';
import { toPlain } from '../values.ts';

const types = { age: number, kind: string };

const discount = (change: Partial<DecisionTable>): DecisionTable => ({
  hitPolicy: 'unique',
  inputs: [{ text: 'age' }, { text: 'kind', allowed: '"child", "guest"' }],
  outputs: [{ name: 'rate', values: '30, 20, 10' }],
  rules: [
    { tests: ['< 10', '-'], outputs: ['10'] },
    { tests: ['[5..18)', '"child"'], outputs: ['20'] },
    { tests: ['-', 'not("guest")'], outputs: ['10 + 20'] },
    { tests: ['? = 99', ''], outputs: ['30'] },
  ],
  ...change,
});

function run(table: DecisionTable, age: number, kind: string): unknown {
  const compiled = compileTable(table, { types });
  if (!compiled.ok) return compiled.problems;
  const { value, warnings } = compiled.run({ age, kind });
  return warnings.length > 0 ? warnings.map(({ code }) => code) : toPlain(value);
}

describe('decision tables', () => {
  it.each<[Partial<DecisionTable>, number, string, unknown]>([
    [{}, 3, 'guest', '10'],
    [{}, 6, 'child', ['feel.several_rules']],
    [{}, 50, 'guest', null],
    [{}, 6, 'dog', ['feel.input_not_allowed']],
    [{ hitPolicy: 'any' }, 99, 'child', '30'],
    [{ hitPolicy: 'any' }, 3, 'child', ['feel.several_rules']],
    [{ hitPolicy: 'first' }, 6, 'child', '10'],
    [{ hitPolicy: 'priority' }, 6, 'child', '30'],
    [{ hitPolicy: 'output order' }, 6, 'child', ['30', '20', '10']],
    [{ hitPolicy: 'rule order' }, 6, 'child', ['10', '20', '30']],
    [{ hitPolicy: 'collect' }, 6, 'child', ['10', '20', '30']],
    [{ hitPolicy: 'collect', aggregation: 'sum' }, 6, 'child', '60'],
    [{ hitPolicy: 'collect', aggregation: 'min' }, 6, 'child', '10'],
    [{ hitPolicy: 'collect', aggregation: 'max' }, 6, 'child', '30'],
    [{ hitPolicy: 'collect', aggregation: 'count' }, 6, 'child', '3'],
    [{ hitPolicy: 'collect', aggregation: 'count' }, 50, 'guest', '0'],
    [{ hitPolicy: 'collect', aggregation: 'sum' }, 50, 'guest', null],
    [{ outputs: [{ name: 'rate', otherwise: '0' }] }, 50, 'guest', '0'],
    [{ hitPolicy: 'collect', outputs: [{ name: 'rate', otherwise: '0' }] }, 50, 'guest', '0'],
  ])('%j for %d and %s', (change, age, kind, expected) => {
    expect(run(discount(change), age, kind)).toEqual(expected);
  });

  it('with several outputs answer with a context', () => {
    const table = discount({
      outputs: [{ name: 'rate' }, { name: 'note', otherwise: '"none"' }],
      rules: [{ tests: ['< 10'], outputs: ['1', '"young"'] }],
    });
    expect([run(table, 3, 'guest'), run(table, 30, 'guest')]).toEqual([
      { rate: '1', note: 'young' },
      { rate: null, note: 'none' },
    ]);
  });

  it('sort by several outputs, the first one first', () => {
    const rules = [
      ['"b"', '1'],
      ['"a"', '2'],
      ['"a"', '1'],
    ].map((outputs) => ({ tests: [], outputs }));
    const table: DecisionTable = {
      hitPolicy: 'output order',
      inputs: [{ text: 'age' }],
      outputs: [
        { name: 'x', values: '"a", "b"' },
        { name: 'y', values: '1, 2' },
      ],
      rules,
    };
    expect(run(table, 1, '')).toEqual([
      { x: 'a', y: '1' },
      { x: 'a', y: '2' },
      { x: 'b', y: '1' },
    ]);
  });

  it('find by lookup what trying every rule would find', () => {
    const cell = fc.constantFrom('-', '"a"', '"b", "c"', '"c"', '"d"');
    const rule = fc.record({ kind: cell, age: fc.constantFrom('-', '1', '2, 3', '> 2') });
    const passes = (test: string, value: string | number) =>
      test === '-' || (test === '> 2' ? Number(value) > 2 : test.split(', ').includes(JSON.stringify(value)));
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 12 }),
        fc.constantFrom('a', 'c', 'e'),
        fc.integer({ min: 0, max: 4 }),
        (rules, kind, age) => {
          const table: DecisionTable = {
            hitPolicy: 'collect',
            inputs: [{ text: 'kind' }, { text: 'age' }],
            outputs: [{ name: 'n' }],
            rules: rules.map((tests, n) => ({ tests: [tests.kind, tests.age], outputs: [String(n)] })),
          };
          const expected = rules.flatMap((tests, n) =>
            passes(tests.kind, kind) && passes(tests.age, age) ? [String(n)] : [],
          );
          expect(run(table, age, kind)).toEqual(expected.length === 0 ? null : expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('say in which cell a text is wrong', () => {
    expect(run(discount({ rules: [{ tests: ['< 10', '<'], outputs: ['1'] }] }), 1, '')).toMatchObject([
      { place: 'rules.0.tests.1', code: 'feel.unexpected_end' },
    ]);
    expect(run(discount({ rules: [{ tests: ['-', '-'], outputs: ['agee'] }] }), 1, '')).toMatchObject([
      { place: 'rules.0.outputs.0', code: 'feel.unknown_name_similar' },
    ]);
    expect(run(discount({ rules: [{ tests: ['"x"', '-'], outputs: ['1'] }] }), 1, '')).toMatchObject([
      { place: 'rules.0.tests.0', code: 'feel.wrong_operands' },
    ]);
  });
});

it('every function of the standard is there', () => {
  expect([...standardNames].filter((name) => !standardBuiltins.has(name))).toEqual([]);
});

it('large tables are compiled in steps, and found in through every column', () => {
  const rules = Array.from({ length: 2_000 }, (_, i) => ({
    tests: [`"R${i % 4}"`, `[${Math.floor(i / 4) * 0.5}..${Math.floor(i / 4) * 0.5 + 0.5})`],
    outputs: [String(i)],
  }));
  const large = {
    hitPolicy: 'unique',
    inputs: [{ text: 'kind' }, { text: 'age' }],
    outputs: [{ name: 'x' }],
    rules,
  } as const;
  const steps = compileTableSteps(large, { types });
  let count = 0;
  let step = steps.next();
  for (; !step.done; count++) step = steps.next();
  expect(count).toBeGreaterThan(rules.length / 10);
  const compiled = step.value;
  if (!compiled.ok) throw new Error('not compiled');
  for (const at of [0, 1, 777, 1_999]) {
    const age = Math.floor(at / 4) * 0.5 + 0.25;
    expect(compiled.run({ kind: `R${at % 4}`, age }).value).toBe(at);
  }
  expect(compiled.run({ kind: 'R9', age: 1 }).value).toBe(null);
  expect(compiled.run({ kind: null, age: null }).value).toBe(null);
});

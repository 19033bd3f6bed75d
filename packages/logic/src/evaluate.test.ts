import type { Statement } from '@formwork/contract/rules/rule.ts';
import { describe, expect, it } from 'vitest';
import { compileRule } from './compile.ts';
import { evaluate, type World } from './evaluate.ts';
import { facts, ruleOf } from './testing/rules.ts';
import { masked } from './trace.ts';

const world: World = { now: 0, zone: 'UTC', trace: true };
type Body = Parameters<typeof ruleOf>[0];

function judge(body: Body, input: Readonly<Record<string, unknown>>, change: Partial<World> = {}) {
  const compiled = compileRule(ruleOf(body), facts);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return evaluate(compiled, input, { ...world, ...change });
}

const set = (target: string, value: string): Statement => ({
  id: `set-${target}-${value}`,
  kind: 'set',
  target: [target],
  value,
});
const grade: Body = [
  {
    kind: 'when',
    branches: [
      { condition: 'amount > 100', body: [set('level', '"A"')] },
      { condition: 'amount > 10', body: [set('level', '"B"')] },
    ],
    otherwise: [set('level', '"C"')],
  },
];

describe('a rule', () => {
  it.each([
    [200, 'A'],
    [50, 'B'],
    [1, 'C'],
  ])('takes the branch that holds first: %d', (amount, level) => {
    expect(judge(grade, { amount }).changes).toMatchObject([{ target: ['level'], value: level }]);
  });

  it('does nothing where nobody can decide, and says what was missing', () => {
    const outcome = judge(grade, { amount: null });
    expect(outcome.changes).toEqual([]);
    expect(outcome.undecided).toMatchObject([{ missing: ['amount'] }]);
    const [when] = grade as [Extract<Statement, { kind: 'when' }>];
    expect(judge([{ ...when, emptyIsNo: true }], {}).changes).toMatchObject([{ value: 'C' }]);
  });

  it('reads what it has set, and sets by tables', () => {
    const { changes, trace } = judge(
      [
        set('amount', 'amount * 2'),
        {
          kind: 'match',
          into: 'set',
          table: {
            policy: 'first',
            inputs: [{ text: 'amount' }],
            outputs: [{ name: 'price' }, { name: 'level' }],
            rules: [
              { tests: ['< 10'], outputs: ['1', '"low"'] },
              { tests: ['>= 10'], outputs: ['2', '"high"'] },
            ],
          },
        },
      ],
      { amount: 5 },
    );
    expect(changes.map(({ target, value }) => [target[0], value])).toEqual([
      ['amount', '10'],
      ['price', '2'],
      ['level', 'high'],
    ]);
    expect(trace.find(({ hits }) => hits)?.hits).toEqual([1]);
  });

  it('waits for what it goes on with, and comes to the same when it is judged again', () => {
    const body: Body = [
      {
        kind: 'act',
        action: 'records.create',
        target: 'orders',
        as: 'made',
        input: [{ name: 'amount', value: 'amount + 1' }],
      },
      set('level', 'made.id'),
      {
        kind: 'each',
        item: 'one',
        list: 'items',
        body: [{ id: 'mail', kind: 'act', action: 'messages.mail', input: [{ name: 'text', value: 'one.code' }] }],
      },
      { kind: 'stop', field: 'amount', text: '"no more than " + string(amount)' },
    ];
    const input = {
      amount: 7,
      items: [
        { qty: 1, code: 'x' },
        { qty: 2, code: 'y' },
      ],
    };
    const first = judge(body, input);
    expect(first).toMatchObject({
      state: 'waiting',
      effects: [{ key: 's1:1', input: { amount: 8 }, target: 'orders' }],
    });
    const then = judge(body, input, { answers: new Map([['s1:1', { id: 'r1' }]]) });
    expect(then.effects.map(({ key, input: given }) => [key, given])).toEqual([
      ['s1:1', { amount: 8 }],
      ['mail:1', { text: 'x' }],
      ['mail:2', { text: 'y' }],
    ]);
    expect(then).toMatchObject({
      state: 'stopped',
      stop: { field: 'amount', text: 'no more than 7' },
      changes: [{ value: 'r1' }],
    });
  });

  it('ends when it goes on for too long', () => {
    const body: Body = [{ kind: 'each', item: 'i', list: 'for x in 1..20000 return x', body: [set('amount', 'i')] }];
    expect(judge(body, {})).toMatchObject({ state: 'failed', failure: { code: 'rules.too_long' } });
  });

  it('tells nobody what is hidden from them', () => {
    const { trace } = judge(grade, { amount: 200 });
    expect(JSON.stringify(masked(trace, (path) => path === 'amount'))).not.toContain('200');
  });
});

describe('problems of a rule', () => {
  const problems = (body: Body, change: Parameters<typeof ruleOf>[1] = {}) => {
    const compiled = compileRule(ruleOf(body, change), facts);
    return compiled.ok ? [] : compiled.problems.map(({ code, at, part }) => [code, at, part]);
  };

  it('are told where they stand', () => {
    expect(problems([{ kind: 'when', branches: [{ condition: 'amount >', body: [set('nothing', '1')] }] }])).toEqual([
      ['feel.unexpected_end', 's1', 'branches.0.condition'],
      ['rules.problem.unknown_field', 'set-nothing-1', 'target'],
    ]);
    expect(problems([{ kind: 'act', action: 'devices.send', input: [] }])).toEqual([
      ['rules.problem.unknown_action', 's1', 'action'],
    ]);
  });

  it('name what a moment forbids', () => {
    const mail: Body = [{ kind: 'act', action: 'messages.mail', input: [] }];
    expect(problems(mail, { at: 'before' })).toEqual([['rules.problem.not_before', 's1', undefined]]);
    expect(problems(mail, { at: 'after' })).toEqual([['rules.problem.not_after', 's1', undefined]]);
    expect(problems([], { at: 'before', starts: [{ on: 'created', form: 'f' }] })).toEqual([
      ['rules.problem.start_at', undefined, 'starts.0'],
    ]);
  });

  it('refuse tables that are too large or of mixed types', () => {
    const table = (rows: number, columns: number, cell: (n: number) => string) => ({
      policy: 'first' as const,
      inputs: Array.from({ length: columns }, () => ({ text: 'amount' })),
      outputs: [{ name: 'x' }],
      rules: Array.from({ length: rows }, (_, n) => ({
        tests: Array.from({ length: columns }, () => cell(n)),
        outputs: ['1'],
      })),
    });
    const codes = (given: ReturnType<typeof table>) =>
      problems([{ kind: 'match', into: 'let', table: given }]).map(([code]) => code);
    expect(codes(table(10_001, 1, () => '1'))).toEqual(['rules.problem.too_many_rows']);
    expect(codes(table(1, 30, () => '1'))).toEqual(['rules.problem.too_many_columns']);
    expect(codes(table(2, 1, (n) => (n === 0 ? '1' : '"a"')))).toContain('rules.problem.mixed_types');
  });
});

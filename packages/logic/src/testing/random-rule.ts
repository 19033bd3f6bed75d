import { ruleFormat, statementsIn, type Rule, type Start, type Statement } from '@formwork/contract/rules/rule.ts';
import { hitPolicies, type Table } from '@formwork/contract/rules/table.ts';
import fc from 'fast-check';

const plainNames = [
  'amount',
  'f_x1',
  '金额',
  '单价2',
  'then',
  'set',
  'when',
  'my field',
  'a-b',
  '则',
  'do',
  'index',
  'end',
  '9 lives',
  'feel',
];
export const randomName = (): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...plainNames), fc.stringMatching(/^[a-z甲乙][a-z甲 ]{0,6}[a-z]$/));

/** What people write, what they write by mistake, and what nobody would. */
export const randomFeel = (): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'amount > 100',
        '金额 + 1',
        '`then` = "set"',
        'if a then b else c',
        'if if a then b else c then 1 else 2',
        '[1, 2, 3][item > 1]',
        'x.then',
        '"a | b, then"',
        'f(a, b)',
        '{a: 1, b: [2]}',
        'every x in y satisfies x > 1',
        '[1..5)',
        '"http://x"',
        '"更多 则"',
        'true',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'a >',
        'f(',
        '"open',
        '))',
        'then',
        'a then b',
        'set',
        'a // note',
        '/* c */ 1',
        '`open',
        'a\n  and b',
        'a\nset b = 1',
        '(\nx\n)',
        '(\nx\n) + (\ny\n)',
        'feel"x"',
        ' spaced ',
        '\ttab',
        'rule "x"',
        'a,b',
        '| bar |',
        '"two\nlines"',
        '- 5',
        'a "',
        '(\n',
        '// x',
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    { weight: 1, arbitrary: fc.constant('') },
  );

const text = (): fc.Arbitrary<string> =>
  fc.oneof(fc.stringMatching(/^[a-z 甲"\\]{1,8}$/), fc.constantFrom('"', '订单', 'a\nb', 'end'));
const note = () => fc.option(fc.stringMatching(/^[a-z 甲]{1,8}(\n[a-z]{0,4})?$/), { nil: undefined });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const given = () => fc.array(fc.record({ name: randomName(), value: randomFeel() }), { maxLength: 3 });

export function randomTable(): fc.Arbitrary<Table> {
  return fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 })).chain(([inputs, outputs]) => {
    const times = <T>(n: number, arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { minLength: n, maxLength: n });
    return fc
      .record({
        policy: fc.constantFrom(...hitPolicies),
        aggregation: maybe(fc.constantFrom('sum' as const, 'min' as const, 'max' as const, 'count' as const)),
        inputs: times(
          inputs,
          fc.record({
            text: randomFeel(),
            type: maybe(fc.constantFrom('number', 'list<string>')),
            allowed: maybe(randomFeel()),
          }),
        ),
        outputs: times(
          outputs,
          fc.record({
            name: randomName(),
            type: maybe(fc.constant('number')),
            values: maybe(randomFeel()),
            otherwise: maybe(randomFeel()),
          }),
        ),
        rules: fc.array(
          fc.record({ tests: times(inputs, randomFeel()), outputs: times(outputs, randomFeel()), note: note() }),
          { maxLength: 4 },
        ),
      })
      .map(({ aggregation, ...table }) =>
        table.policy === 'collect' && aggregation ? { ...table, aggregation } : table,
      );
  });
}

function statement(depth: number): fc.Arbitrary<Statement> {
  const base = { id: fc.constant(''), note: note() };
  const body: fc.Arbitrary<Statement[]> =
    depth > 0 ? fc.array(statement(depth - 1), { maxLength: 3 }) : fc.constant<Statement[]>([]);
  const simple: fc.Arbitrary<Statement>[] = [
    fc.record({ ...base, kind: fc.constant('let' as const), name: randomName(), value: randomFeel() }),
    fc.record({
      ...base,
      kind: fc.constant('set' as const),
      target: fc.array(randomName(), { minLength: 1, maxLength: 2 }),
      value: randomFeel(),
    }),
    fc.record({
      ...base,
      kind: fc.constant('act' as const),
      action: fc.constantFrom('records.create', 'records.update', 'records.delete', 'messages.mail', 'x "y"'),
      target: maybe(randomName()),
      as: maybe(randomName()),
      where: maybe(randomFeel()),
      most: maybe(fc.integer({ min: 1, max: 10_000 })),
      input: given(),
    }),
    fc.record({ ...base, kind: fc.constant('run' as const), rule: text(), as: maybe(randomName()), input: given() }),
    fc.record({
      ...base,
      kind: fc.constant('script' as const),
      script: text(),
      as: maybe(randomName()),
      input: given(),
    }),
    fc.record({ ...base, kind: fc.constant('stop' as const), field: maybe(randomName()), text: maybe(randomFeel()) }),
    fc.oneof(
      fc.record({
        ...base,
        kind: fc.constant('match' as const),
        into: fc.constant('let' as const),
        name: maybe(randomName()),
        table: randomTable(),
      }),
      fc.record({
        ...base,
        kind: fc.constant('match' as const),
        into: fc.constant('set' as const),
        table: randomTable(),
      }),
    ),
  ];
  if (depth === 0) return fc.oneof(...simple);
  return fc.oneof(
    ...simple,
    fc.record({
      ...base,
      kind: fc.constant('when' as const),
      branches: fc.array(fc.record({ condition: randomFeel(), body }), { minLength: 1, maxLength: 3 }),
      otherwise: maybe(body),
      emptyIsNo: fc.constantFrom(true, undefined),
    }),
    fc.record({ ...base, kind: fc.constant('each' as const), item: randomName(), list: randomFeel(), body }),
  );
}

const form = { form: randomName() };
const starts = (): fc.Arbitrary<Start> =>
  fc.oneof(
    fc.record({
      on: fc.constantFrom('created' as const, 'deleted' as const, 'saving' as const),
      ...form,
    }) as fc.Arbitrary<Start>,
    fc.record({ on: fc.constant('changed' as const), ...form, fields: fc.array(randomName(), { maxLength: 3 }) }),
    fc.record({
      on: fc.constant('date' as const),
      ...form,
      field: randomName(),
      shift: fc.constantFrom('P3D', '-PT5M'),
      working: fc.boolean(),
    }),
    fc.record({ on: fc.constant('time' as const), cron: fc.constant('0 8 * * 1'), working: fc.boolean() }),
    fc.record({ on: fc.constant('every' as const), span: fc.constant('PT5M'), working: fc.boolean() }),
    fc.record({ on: fc.constant('message' as const), name: text() }),
    fc.record({ on: fc.constant('step' as const), ...form, node: text() }),
    fc.record({ on: fc.constant('button' as const), ...form, button: text() }),
    fc.record({ on: fc.constant('webhook' as const), key: text() }),
    fc.constant({ on: 'call' as const }),
  );
const typed = () =>
  fc.array(
    fc.record({ name: randomName(), type: fc.constantFrom('number', 'list<context<qty: number>>', 'Any', 'no such') }),
    { maxLength: 2 },
  );

/** Rules of every kind of statement, with their statements numbered and placed. */
export function randomRule(): fc.Arbitrary<Rule> {
  return fc
    .record({
      format: fc.constant(ruleFormat as typeof ruleFormat),
      name: text(),
      at: fc.constantFrom('before' as const, 'after' as const, 'later' as const),
      runsAs: fc.constantFrom('author' as const, 'person' as const, 'system' as const),
      inputs: typed(),
      outputs: typed(),
      types: typed(),
      starts: fc.array(starts(), { maxLength: 3 }),
      body: fc.array(statement(2), { maxLength: 5 }),
      layout: fc.constant({}),
    })
    .map((rule) => {
      const copy = JSON.parse(JSON.stringify(rule)) as Rule;
      const all = statementsIn(copy.body);
      for (const [i, one] of all.entries()) one.id = `s${i}`;
      copy.layout = Object.fromEntries(
        all.map(({ id }, i) => [id, { x: i * 10, y: i, ...(i % 3 === 0 && { fold: true }) }]),
      );
      return copy;
    });
}

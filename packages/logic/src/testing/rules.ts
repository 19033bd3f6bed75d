import { ruleFormat, type Rule, type Statement } from '@formwork/contract/rules/rule.ts';
import type { Facts } from '../facts.ts';
import { any, listOf, number, string } from '@formwork/feel/types.ts';

type Loose<T> = T extends unknown ? Omit<T, 'id'> & { id?: string } : never;

/** A rule of statements, numbered where they have no id. */
export function ruleOf(body: readonly Loose<Statement>[], change: Partial<Rule> = {}): Rule {
  let next = 0;
  const numbered = (statements: readonly Loose<Statement>[]): Statement[] =>
    statements.map((one) => {
      const statement: Statement = { ...one, id: one.id ?? `s${++next}` };
      if (statement.kind === 'each') statement.body = numbered(statement.body);
      if (statement.kind === 'when') {
        statement.branches = statement.branches.map((branch) => ({ ...branch, body: numbered(branch.body) }));
        if (statement.otherwise) statement.otherwise = numbered(statement.otherwise);
      }
      return statement;
    });
  return {
    format: ruleFormat,
    name: 'rule',
    at: 'later',
    runsAs: 'author',
    inputs: [],
    outputs: [],
    types: [],
    starts: [],
    body: numbered(body),
    layout: {},
    ...change,
  };
}

export const facts: Facts = {
  types: {
    amount: number,
    level: string,
    price: number,
    items: listOf({ kind: 'context', fields: { qty: number, code: string } }),
  },
  actions: new Map([
    ['records.create', { effect: 'space', output: any }],
    ['messages.mail', { effect: 'outside', output: any }],
  ]),
};

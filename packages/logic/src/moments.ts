import { statementsIn, type Rule, type Statement } from '@formwork/contract/rules/rule.ts';
import type { Facts } from './facts.ts';
import type { Problem } from './problem.ts';

/** Whether a rule does nothing that its moment forbids: before a save it is pure, behind it nothing leaves the house. */
export function momentProblems(rule: Rule, { actions }: Facts): Problem[] {
  const found: Problem[] = [];
  for (const [i, { on }] of rule.starts.entries()) {
    const fits =
      rule.at === 'before'
        ? on === 'saving' || on === 'call'
        : rule.at === 'after'
          ? inTransaction.has(on)
          : on !== 'saving';
    if (!fits) found.push({ code: 'rules.problem.start_at', data: { start: on, at: rule.at }, part: `starts.${i}` });
  }
  for (const statement of statementsIn(rule.body)) {
    if (rule.at === 'before' && !isPure(statement)) found.push({ code: 'rules.problem.not_before', at: statement.id });
    if (rule.at === 'after' && leavesHouse(statement, actions))
      found.push({ code: 'rules.problem.not_after', at: statement.id });
  }
  return found;
}

const inTransaction: ReadonlySet<string> = new Set(['created', 'changed', 'deleted', 'call']);

function isPure(statement: Statement): boolean {
  // a related record is another one, which only an action may change
  if (statement.kind === 'set') return statement.target.length === 1;
  return statement.kind !== 'act' && statement.kind !== 'script';
}

const leavesHouse = (statement: Statement, actions: Facts['actions']): boolean =>
  statement.kind === 'script' || (statement.kind === 'act' && actions?.get(statement.action)?.effect === 'outside');

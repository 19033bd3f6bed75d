import { comparisonFits, comparisonsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { compileCondition } from '../read/condition-sql.ts';

/**
 * The rules of a form as they can be run. A condition over a field that is gone, or that no longer fits it, grants nothing
 * and refuses everything: whoever changes the form must not open it by that.
 */
export function soundRules(
  rules: readonly PermissionRule[],
  columns: ReadonlyMap<string, PlanColumn>,
): PermissionRule[] {
  return rules.flatMap((rule): PermissionRule[] => {
    if (!rule.condition || runs(rule.condition, columns)) return [rule];
    const { condition: _gone, ...rest } = rule;
    return rule.effect === 'refuse' ? [{ ...rest, scope: 'all' }] : [];
  });
}

function runs(condition: Condition, columns: ReadonlyMap<string, PlanColumn>): boolean {
  const fits = comparisonsIn(condition).every((comparison) => {
    const column = columns.get(comparison.field);
    return column !== undefined && comparisonFits(comparison, column.kind);
  });
  if (!fits) return false;
  try {
    compileCondition(condition, [], {
      columnOf: (id) => columns.get(id),
      me: nobody,
      now: new Date(),
      timeZone: 'UTC',
    });
    return true;
  } catch {
    return false;
  }
}

import { bodiesOf, type Statement, type StatementKind } from '@formwork/contract/rules/rule.ts';

/** Short and of its own: ids of statements are names in the rule language nowhere. */
export const newStatementId = (): string => `s${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;

export function newStatement(kind: StatementKind, id = newStatementId()): Statement {
  switch (kind) {
    case 'let':
      return { id, kind, name: 'value', value: '1' };
    case 'set':
      return { id, kind, target: ['field'], value: '""' };
    case 'when':
      return { id, kind, branches: [{ condition: 'true', body: [] }] };
    case 'match':
      return {
        id,
        kind,
        into: 'let',
        name: 'result',
        table: {
          policy: 'first',
          inputs: [{ text: 'true' }],
          outputs: [{ name: 'result' }],
          rules: [{ tests: ['-'], outputs: ['""'] }],
        },
      };
    case 'each':
      return { id, kind, item: 'one', list: '[]', body: [] };
    case 'act':
      return { id, kind, action: 'records.update', input: [] };
    case 'run':
      return { id, kind, rule: '', input: [] };
    case 'script':
      return { id, kind, script: '', input: [] };
    case 'stop':
      return { id, kind, text: '""' };
  }
}

export const statementKinds: readonly StatementKind[] = [
  'when',
  'match',
  'set',
  'let',
  'each',
  'act',
  'run',
  'script',
  'stop',
];

/** The statement in place of the one with its id, wherever that stands. */
export function withStatement(body: readonly Statement[], next: Statement): Statement[] {
  return body.map((one) => (one.id === next.id ? next : withBodies(one, (inner) => withStatement(inner, next))));
}

export function withoutStatement(body: readonly Statement[], id: string): Statement[] {
  return body.filter((one) => one.id !== id).map((one) => withBodies(one, (inner) => withoutStatement(inner, id)));
}

/** Up or down among those it stands with. */
export function moved(body: readonly Statement[], id: string, by: -1 | 1): Statement[] {
  const at = body.findIndex((one) => one.id === id);
  if (at < 0) return body.map((one) => withBodies(one, (inner) => moved(inner, id, by)));
  const to = at + by;
  if (to < 0 || to >= body.length) return [...body];
  const next = [...body];
  [next[at], next[to]] = [next[to]!, next[at]!];
  return next;
}

/** Behind the last of a branch, by its number; without one at the end of the rule. */
export function addedTo(
  body: readonly Statement[],
  into: { id: string; branch: number } | undefined,
  made: Statement,
): Statement[] {
  if (!into) return [...body, made];
  return body.map((one) => {
    if (one.id !== into.id) return withBodies(one, (inner) => addedTo(inner, into, made));
    if (one.kind === 'each') return { ...one, body: [...one.body, made] };
    if (one.kind !== 'when') return one;
    if (into.branch >= one.branches.length) return { ...one, otherwise: [...(one.otherwise ?? []), made] };
    return {
      ...one,
      branches: one.branches.map((branch, at) =>
        at === into.branch ? { ...branch, body: [...branch.body, made] } : branch,
      ),
    };
  });
}

function withBodies(statement: Statement, change: (body: Statement[]) => Statement[]): Statement {
  if (bodiesOf(statement).length === 0) return statement;
  if (statement.kind === 'each') return { ...statement, body: change(statement.body) };
  if (statement.kind !== 'when') return statement;
  return {
    ...statement,
    branches: statement.branches.map((branch) => ({ ...branch, body: change(branch.body) })),
    ...(statement.otherwise && { otherwise: change(statement.otherwise) }),
  };
}

/** What a statement says, in a line. */
export function lineOf(statement: Statement, nameOf: (id: string) => string): string {
  switch (statement.kind) {
    case 'let':
      return `${statement.name} = ${statement.value}`;
    case 'set':
      return `${statement.target.map(nameOf).join('.')} = ${statement.value}`;
    case 'when':
      return statement.branches[0]?.condition ?? '';
    case 'match':
      return `${statement.table.rules.length} × ${statement.table.inputs.length + statement.table.outputs.length}`;
    case 'each':
      return `${statement.item}: ${statement.list}`;
    case 'act':
      return [nameOf(statement.action), statement.target === undefined ? '' : nameOf(statement.target)]
        .filter(Boolean)
        .join(' · ');
    case 'run':
      return nameOf(statement.rule);
    case 'script':
      return nameOf(statement.script);
    case 'stop':
      return statement.text ?? '';
  }
}

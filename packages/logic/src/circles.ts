import { bodiesOf, type Rule, type Start, type Statement } from '@formwork/contract/rules/rule.ts';
import type { Problem } from './problem.ts';

export interface KnownRule {
  readonly id: string;
  readonly rule: Rule;
}

/** Where a relation of a form leads. */
export type FormOf = (form: string, field: string) => string | undefined;

interface Step {
  readonly to: string;
  /** Whether anything has to hold for it. */
  readonly conditional: boolean;
}

/**
 * Circles of rules that start each other through what they write: refused where nothing has to hold on the way round, a warning where
 * something has. Each is told once, by the names along its way.
 */
export function circlesOf(rules: readonly KnownRule[], formOf: FormOf = () => undefined): Problem[] {
  const steps = new Map(rules.map((one) => [one.id, stepsOf(one, rules, formOf)]));
  const names = new Map(rules.map(({ id, rule }) => [id, rule.name]));
  const told = new Set<string>();
  const found: Problem[] = [];
  for (const conditional of [false, true])
    for (const { id } of rules) {
      const way = shortestCircle(id, steps, conditional);
      const key = way?.toSorted().join('\n');
      if (!way || key === undefined || told.has(key)) continue;
      told.add(key);
      found.push({
        code: conditional ? 'rules.problem.perhaps_circle' : 'rules.problem.circle',
        at: id,
        data: { path: [...way, id].map((one) => names.get(one) ?? one).join(' → ') },
        ...(conditional && { severity: 'warning' as const }),
      });
    }
  return found;
}

function shortestCircle(
  from: string,
  steps: ReadonlyMap<string, readonly Step[]>,
  conditional: boolean,
): string[] | null {
  const ways = new Map<string, readonly string[]>([[from, [from]]]);
  for (const [id, way] of ways)
    for (const step of steps.get(id) ?? []) {
      if (step.conditional && !conditional) continue;
      if (step.to === from) return [...way];
      if (!ways.has(step.to)) ways.set(step.to, [...way, step.to]);
    }
  return null;
}

function stepsOf({ rule }: KnownRule, rules: readonly KnownRule[], formOf: FormOf): Step[] {
  const forms = [...new Set(rule.starts.flatMap((start) => ('form' in start ? [start.form] : [])))];
  const found: Step[] = [];
  const look = (body: readonly Statement[], conditional: boolean): void => {
    for (const statement of body) {
      // what stops may keep the rest from happening
      const writes = writesOf(statement, rule, forms, formOf);
      for (const { id, rule: other } of rules)
        if (
          (statement.kind === 'run' && statement.rule === id) ||
          writes.some((write) => other.starts.some((start) => begins(start, write)))
        )
          found.push({ to: id, conditional });
      for (const inner of bodiesOf(statement)) look(inner, true);
    }
  };
  look(rule.body, false);
  return found;
}

interface Write {
  readonly on: 'created' | 'changed' | 'deleted';
  readonly form: string;
  /** Null: any of them. */
  readonly field: string | null;
}

function writesOf(statement: Statement, { at }: Rule, forms: readonly string[], formOf: FormOf): Write[] {
  if (statement.kind === 'match' && statement.into === 'set')
    return statement.table.outputs.flatMap(({ name }) => setWrites(name.split('.'), at, forms, formOf));
  if (statement.kind === 'set') return setWrites(statement.target, at, forms, formOf);
  if (statement.kind !== 'act' || statement.target === undefined) return [];
  const { action, target: form, input } = statement;
  if (action === 'records.create') return [{ on: 'created', form, field: null }];
  if (action === 'records.delete') return [{ on: 'deleted', form, field: null }];
  return action === 'records.update' ? input.map(({ name }): Write => ({ on: 'changed', form, field: name })) : [];
}

/** What is set before a save is part of that save and starts nothing of its own. */
function setWrites(target: readonly string[], at: Rule['at'], forms: readonly string[], formOf: FormOf): Write[] {
  const [first = '', field] = target;
  if (field === undefined) return at === 'before' ? [] : forms.map((form) => ({ on: 'changed', form, field: first }));
  return forms.flatMap((form): Write[] => {
    const other = formOf(form, first);
    return other === undefined ? [] : [{ on: 'changed', form: other, field }];
  });
}

function begins(start: Start, { on, form, field }: Write): boolean {
  if (start.on !== on || start.form !== form) return false;
  return start.on !== 'changed' || field === null || start.fields.length === 0 || start.fields.includes(field);
}

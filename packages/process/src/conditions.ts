import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { defaultTimeZone } from '@formwork/contract/forms/values/dates.ts';
import { mainTypes } from '@formwork/contract/records/expressions.ts';
import { compile } from '@formwork/feel/compile.ts';
import type { FeelType } from '@formwork/feel/types.ts';

/** What a condition of a process may read: what a formula of the form may; `user` is whoever submits. */
export function conditionTypes(definition: FormDefinition): Readonly<Record<string, FeelType>> {
  let types = known.get(definition);
  if (!types) known.set(definition, (types = mainTypes(definition)));
  return types;
}

/** Codes of what is wrong with a condition; nothing when it can be run. */
export function conditionErrors(definition: FormDefinition, text: string): string[] {
  const compiled = compile(text, { types: conditionTypes(definition) });
  if (!compiled.ok) return compiled.problems.map((problem) => problem.code);
  const { kind } = compiled.type;
  return kind === 'boolean' || kind === 'any' ? [] : ['workflow.problem.not_a_condition'];
}

/** Codes of what is wrong with a text that gives a field its value. */
export function valueErrors(definition: FormDefinition, text: string): string[] {
  const compiled = compile(text, { types: conditionTypes(definition) });
  return compiled.ok ? [] : compiled.problems.map((problem) => problem.code);
}

export interface ConditionInput {
  values: object;
  slaves: Readonly<Record<string, readonly { values: object }[]>>;
  user: string;
}

/** Whether a condition holds for a record, by the clock of the enterprise; null when it cannot be decided, such as over an empty field. */
export function holds(definition: FormDefinition, text: string, { values, slaves, user }: ConditionInput): boolean | null {
  const compiled = compile(text, { types: conditionTypes(definition) });
  if (!compiled.ok) return null;
  const rows = Object.fromEntries(Object.entries(slaves).map(([table, list]) => [table, list.map((row) => row.values)]));
  const { value } = compiled.run({ ...rows, ...values, user: { id: user } }, { zone: defaultTimeZone });
  return typeof value === 'boolean' ? value : null;
}

// A definition in memory stays the same object, so its types are worked out once.
const known = new WeakMap<FormDefinition, Readonly<Record<string, FeelType>>>();

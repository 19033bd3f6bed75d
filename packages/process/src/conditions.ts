import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isEmptyValue, type Values } from '@formwork/contract/forms/values/value.ts';
import { valuesWithReplaced } from '@formwork/contract/forms/replaced-options.ts';
import { mainTypes, type ExpressionType } from '@formwork/contract/records/expressions.ts';
import {
  belongsTo,
  processTypes,
  processValues,
  type ProcessPerson,
} from '@formwork/contract/workflow/process-fields.ts';
import { compile } from '@formwork/feel/compile.ts';
import type { Func, Val } from '@formwork/feel/values.ts';
import type { EdgeReads } from './state.ts';

/** What a condition of a process may read: what a formula of the form may, who began it and who submits, which is `user` too. */
export function conditionTypes(definition: FormDefinition): Readonly<Record<string, ExpressionType>> {
  let types = known.get(definition);
  if (!types) known.set(definition, (types = { ...processTypes, ...mainTypes(definition) }));
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
  /** By whose clock days and hours are told. */
  timeZone: string;
  values: object;
  slaves: Readonly<Record<string, readonly { values: object }[]>>;
  initiator: ProcessPerson;
  submitter: ProcessPerson;
  /** A department and all above it. */
  wayUp: (department: string) => readonly string[];
}

/** Whether a condition holds for a record, by the clock of the enterprise; null when it cannot be decided, such as over an empty field. A sum of no rows is 0. */
export function holds(definition: FormDefinition, text: string, input: ConditionInput): boolean | null {
  const compiled = compile(text, { types: conditionTypes(definition), empties: 'null' });
  if (!compiled.ok) return null;
  const { value } = compiled.run(readable(asDecided(definition, input)), { zone: input.timeZone });
  return typeof value === 'boolean' ? value : null;
}

/** What a condition reads of a record, which of it is empty, and what else keeps it from being decided. */
export function readsOf(definition: FormDefinition, text: string, input: ConditionInput): EdgeReads {
  const compiled = compile(text, { types: conditionTypes(definition), empties: 'null' });
  if (!compiled.ok) return { values: {}, missing: [], reason: compiled.problems[0]?.code };
  const given = readable(asDecided(definition, input));
  const paths = compiled.reads.filter((path) => path !== belongsTo && path !== 'user.id' && path !== 'user');
  const values = Object.fromEntries(paths.map((path) => [path, valueAt(given, path)]));
  const missing = paths.filter((path) => [values[path]].flat().some((value) => isEmptyValue(value)));
  const { value, warnings } = compiled.run(given, { zone: input.timeZone });
  const reason = typeof value === 'boolean' || missing.length > 0 ? undefined : warnings[0]?.code;
  return { values, missing, ...(reason !== undefined && { reason }) };
}

/** By the options of today, and a switch that nobody touched is no. */
function asDecided(definition: FormDefinition, input: ConditionInput): ConditionInput {
  const values = valuesWithReplaced(definition.fields, input.values as Values);
  const untouched = definition.fields.filter((field) => field.type === 'switch' && isEmptyValue(values[field.id]));
  return { ...input, values: { ...values, ...Object.fromEntries(untouched.map(({ id }) => [id, false])) } };
}

/** Of rows the values of all of them; a table as a whole counts as how many there are. */
function valueAt(given: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = '', field] = path.split('.');
  const value = given[name] ?? null;
  if (field === undefined)
    return Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null) ? value.length : value;
  if (Array.isArray(value)) return value.map((row) => (row as Record<string, unknown> | null)?.[field] ?? null);
  return (value as Record<string, unknown> | null)?.[field] ?? null;
}

/** What texts of a process are run with, by the names in `conditionTypes`. */
export function readable({
  values,
  slaves,
  wayUp,
  initiator,
  submitter,
}: Omit<ConditionInput, 'timeZone'>): Record<string, unknown> {
  const rows = Object.fromEntries(
    Object.entries(slaves).map(([table, list]) => [table, list.map((row) => row.values)]),
  );
  return {
    ...rows,
    ...values,
    ...processValues({ initiator, submitter }),
    user: { id: submitter.id },
    [belongsTo]: belonging(wayUp),
  };
}

function belonging(wayUp: ConditionInput['wayUp']): Func {
  const listed = (value: Val | undefined) => (Array.isArray(value) ? value : [value]);
  return {
    t: 'function',
    params: ['departments', 'within'],
    call: ([departments, within]) => {
      if (departments === null || within === null) return null;
      const wanted = new Set(listed(within));
      return listed(departments).some((one) => typeof one === 'string' && wayUp(one).some((id) => wanted.has(id)));
    },
  };
}

// A definition in memory stays the same object, so its types are worked out once.
const known = new WeakMap<FormDefinition, Readonly<Record<string, ExpressionType>>>();

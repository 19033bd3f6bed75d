import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type ValueKind, type Values } from '@formwork/contract/forms/values/value.ts';
import { valuesWithReplaced } from '@formwork/contract/forms/replaced-options.ts';
import { mainTypes, type ExpressionType } from '@formwork/contract/records/expressions.ts';
import { belongsTo, processTypes, processValues, type ProcessPerson } from '@formwork/contract/workflow/process-fields.ts';
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

/** Fields over whose emptiness a condition cannot be decided; none where it says itself what empty means. Tried: decided with a value, undecided without, whatever the other fields hold. */
export function mayBeEmpty(definition: FormDefinition, text: string): string[] {
  const compiled = compile(text, { types: conditionTypes(definition), empties: 'null' });
  if (!compiled.ok) return [];
  const somebody = { id: 'x', departments: ['x'], posts: ['x'], roles: ['x'] };
  const slaves = Object.fromEntries(definition.tables.map(({ id }) => [id, []]));
  const isDecided = (values: object) => typeof compiled.run(readable({ values, slaves, initiator: somebody, submitter: somebody, wayUp: () => ['x'] }), { zone: 'UTC' }).value === 'boolean';
  const read = definition.fields.filter(({ id }) => compiled.reads.includes(id));
  const tried = new Map(read.map((field) => [field.id, triedOf(field, text)]));
  return read.filter((field) => !neverEmpty(field)).flatMap(({ id }) => {
    const given = tried.get(id)!;
    const undecided = combined(read.filter((other) => other.id !== id).map((other) => [other.id, tried.get(other.id)!])).some((others) =>
      !isDecided({ ...others, [id]: null }) && (given.length === 0 || given.some((value) => isDecided({ ...others, [id]: value }))));
    return undecided ? [id] : [];
  });
}

const samples: Partial<Record<ValueKind, readonly unknown[]>> = {
  text: ['x'], option: ['x'], number: [0], boolean: [true, false], date: ['1900-01-01', '2999-12-31'], dateTime: ['1900-01-01T00:00:00Z', '2999-12-31T00:00:00Z'], time: ['00:00:00', '23:59:59'],
  options: [['x']], people: [['x']], departments: [['x']], posts: [['x']], roles: [['x']], records: [['x']],
};
const mostTried = 8;

/** Values of a field on either side of what a condition compares it with. */
function triedOf(field: Field, text: string): readonly unknown[] {
  const kind = fieldKind(field);
  const own = samples[kind] ?? [];
  const texts = [...text.matchAll(/"([^"]*)"/g)].map((found) => found[1]!);
  const numbers = [...text.matchAll(/\d+(\.\d+)?/g)].map((found) => Number(found[0]));
  const named = kind === 'number' ? numbers.flatMap((one) => [one, one + 1, one - 1]) : kind === 'text' || kind === 'option' ? texts : Array.isArray(own[0]) ? texts.map((one) => [one]) : [];
  return [...own, ...named].slice(0, mostTried);
}

/** Records of these fields with one of their values each, at most a hundred. */
function combined(fields: readonly (readonly [string, readonly unknown[]])[]): object[] {
  return fields.reduce<object[]>((records, [id, values]) => records.flatMap((record) => (values.length === 0 ? [null] : values).map((value) => ({ ...record, [id]: value }))).filter((_, at, all) => at % Math.ceil(all.length / 100) === 0), [{}]);
}

/** Required, or worked out in a way that always has a result. */
function neverEmpty(field: Field): boolean {
  if (samples[fieldKind(field)] === undefined) return false;
  if (field.type === 'rollup') return field.config.function === 'sum' || field.config.function === 'count';
  if (field.type === 'formula') return field.config.result === 'number' && field.config.empties === 'zero';
  return field.required === true || field.type === 'switch';
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
  if (field === undefined) return Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null) ? value.length : value;
  if (Array.isArray(value)) return value.map((row) => (row as Record<string, unknown> | null)?.[field] ?? null);
  return (value as Record<string, unknown> | null)?.[field] ?? null;
}

/** What texts of a process are run with, by the names in `conditionTypes`. */
export function readable({ values, slaves, wayUp, initiator, submitter }: Omit<ConditionInput, 'timeZone'>): Record<string, unknown> {
  const rows = Object.fromEntries(Object.entries(slaves).map(([table, list]) => [table, list.map((row) => row.values)]));
  return { ...rows, ...values, ...processValues({ initiator, submitter }), user: { id: submitter.id }, [belongsTo]: belonging(wayUp) };
}

function belonging(wayUp: ConditionInput['wayUp']): Func {
  const listed = (value: Val | undefined) => (Array.isArray(value) ? value : [value]);
  return {
    t: 'function', params: ['departments', 'within'],
    call: ([departments, within]) => {
      if (departments === null || within === null) return null;
      const wanted = new Set(listed(within));
      return listed(departments).some((one) => typeof one === 'string' && wayUp(one).some((id) => wanted.has(id)));
    },
  };
}

// A definition in memory stays the same object, so its types are worked out once.
const known = new WeakMap<FormDefinition, Readonly<Record<string, ExpressionType>>>();

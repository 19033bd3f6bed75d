import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { ValueError } from '@formwork/contract/forms/field-types/spec.ts';
import { resourceKeys, slotTiming } from '@formwork/contract/forms/field-types/time-slot.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { isReading, type Reading } from '@formwork/contract/forms/values/reading.ts';
import {
  isEmptyValue,
  type AddressValue,
  type FieldValue,
  type Values,
} from '@formwork/contract/forms/values/value.ts';
import { rowsShown } from '@formwork/contract/records/part.ts';
import type { SlaveInput, SlaveRow } from '@formwork/contract/records/record.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import { choosesRetired, configWithStanding } from './standing-options.ts';
import { storeHtml } from './stored-html.ts';
import { invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { namesIn, type Directory } from '../../organization/public.ts';
import type { LogicContext, WorkingRecord } from '@formwork/contract/records/logic.ts';
import type { KnownValues } from './known-values.ts';
import type { RuleNote } from '../plan/form-rules.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { requireNameable, type NameableFiles } from '../files/named-files.ts';
import { fillReadings, isKept, type KnownReading } from '../plan/readings.ts';
import type { AllowedFields } from './process-types.ts';

export interface GivenRecord {
  values: Readonly<Record<string, unknown>>;
  slaves?: SlaveInput | undefined;
}

export interface PreparedRecord {
  values: Values;
  slaves: Record<string, SlaveRow[]>;
  errors: FieldError[];
  /** What rules did to it. */
  ruled?: readonly RuleNote[] | undefined;
}

export interface PrepareOptions extends LogicContext {
  /** `person`: what the form itself lets people change; `all`: everything but what is computed. */
  allowed: AllowedFields | 'person' | 'all';
  draft?: boolean | undefined;
  /** What the person does not see and therefore may not name, not even to keep it as it is: the answer would tell the value. */
  hidden?: ReadonlySet<string> | undefined;
  /** What the person may see and not change; nobody asks them to fill it in either. */
  closed?: ReadonlySet<string> | undefined;
  directory: Directory;
  /** What the server knows of the given values, see `withKnown`. */
  known?: KnownValues | undefined;
  /** Whoever writes a record says which files it may newly name. */
  files: NameableFiles;
  /** Slots that are booked already and only change hands: that their time has passed does not undo them. */
  booked?: readonly FieldValue[] | undefined;
}

/** A field that was taken away since is passed over; more strange keys than fields are no record of this form. */
function requireKnownKeys(values: Readonly<Record<string, unknown>>, fields: readonly Field[]): void {
  const keys = Object.keys(values);
  if (keys.length <= fields.length) return;
  const known = new Set(fields.map(({ id }) => id));
  const unknown = keys.filter((key) => !known.has(key) && !key.startsWith('_'));
  if (unknown.length > Math.max(fields.length, 20))
    throw invalid(
      'records.record.unknown_fields',
      unknown.slice(0, 1).map((path) => ({ path, code: 'records.record.unknown_fields' })),
    );
}

/**
 * A record as it would be saved: given values over stored ones, defaults, computed values, and everything that is wrong
 * with it. Nothing here touches the database.
 */
export function prepareRecord(
  plan: FormPlan,
  given: GivenRecord,
  before: StoredRecord | undefined,
  options: PrepareOptions,
): PreparedRecord {
  const { definition } = plan.form;
  requireKnownKeys(given.values, definition.fields);
  for (const table of definition.tables)
    for (const row of given.slaves?.[table.id] ?? []) requireKnownKeys(row.values, table.fields);
  const errors: FieldError[] = [];
  const values: Values = {};
  const named = new Set<string>();
  const { hidden, closed } = options;
  if (before) for (const { id } of plan.columns) values[id] = before.values[id] ?? null;
  for (const field of definition.fields) {
    if (given.values[field.id] !== undefined && hidden?.has(field.id))
      errors.push({ path: field.id, code: 'records.value.read_only' });
    else readField(field, given.values, values, named, '', errors, options);
  }

  const slaves: Record<string, SlaveRow[]> = {};
  const record: WorkingRecord = { values, slaves };
  if (!before) plan.logic.fillDefaults(record, named, options);
  if (!before && plan.hasReadings) fillReadings(definition.fields, values, '', named, options.known?.readings);
  for (const table of definition.tables) {
    const stored = new Map((before?.slaves[table.id] ?? []).map((row) => [row.id, row]));
    const rows = given.slaves?.[table.id];
    // who sees some of the rows alone would take out the others
    const unseen = hidden !== undefined && (hidden.has(table.id) || rowsShown(hidden, table.id) !== undefined);
    if (rows && unseen) errors.push({ path: table.id, code: 'records.value.read_only' });
    if (!rows || unseen) {
      slaves[table.id] = [...stored.values()].map(({ id, values: kept }) => ({ id, values: { ...kept } }));
      continue;
    }
    slaves[table.id] = rows.map((row, index) => {
      // an id which is not of this record is that of another one: the row is new
      const old = row.id ? stored.get(row.id) : undefined;
      // named twice, it is a new row the second time
      if (old) stored.delete(old.id);
      const rowValues: Values = { ...old?.values };
      const rowNamed = new Set<string>();
      for (const field of table.fields) {
        const path = `${table.id}.${index}.`;
        const key = `${table.id}.${field.id}`;
        if (
          row.values[field.id] !== undefined &&
          (old ? hidden?.has(key) : closed?.has(key) && !isEmptyValue(row.values[field.id]))
        )
          errors.push({ path: path + field.id, code: 'records.value.read_only' });
        else readField(field, row.values, rowValues, rowNamed, path, errors, options);
      }
      if (!old) plan.logic.fillRowDefaults(table.id, rowValues, rowNamed, record, options);
      if (!old && plan.hasReadings)
        fillReadings(table.fields, rowValues, `${table.id}.${index}.`, rowNamed, options.known?.readings);
      return { id: old?.id ?? newId(), values: rowValues };
    });
  }
  if (plan.hasHtml) storeHtml(plan, record, before);
  requireNameable(plan, record, before, hidden, options.files);
  plan.logic.compute(record, { ...options, nameOf: namesIn(options.directory) });
  const ruled = options.draft ? [] : applyRules(plan, record, before, options, errors);
  if (errors.length === 0) errors.push(...ruleErrors(plan, record, before, options, named));
  else errors.push(...missing(plan, record, options, new Set(errors.map(({ path }) => path))));
  return { values, slaves, errors, ...(ruled.length > 0 && { ruled }) };
}

/** Rules judge the record with its computed values; what they set is computed with once more. */
function applyRules(
  plan: FormPlan,
  record: WorkingRecord,
  before: StoredRecord | undefined,
  options: PrepareOptions,
  errors: FieldError[],
): readonly RuleNote[] {
  // what is not sound yet is told first
  if (!plan.engine?.before || errors.length > 0) return [];
  const { values, errors: refused, notes } = plan.engine.before(record, before, options);
  for (const [id, value] of Object.entries(values)) {
    const field = plan.byId.get(id)?.field;
    if (!field) continue;
    const parsed = isEmptyValue(value)
      ? { value: null }
      : fieldTypeSpec(field.type).parse(value, field.config, options.timeZone);
    if (parsed.error) errors.push({ path: id, ...parsed.error });
    else record.values[id] = parsed.value ?? null;
  }
  if (Object.keys(values).length > 0) plan.logic.compute(record, { ...options, nameOf: namesIn(options.directory) });
  errors.push(...refused);
  return notes;
}

function readField(
  field: Field,
  given: Readonly<Record<string, unknown>>,
  values: Values,
  named: Set<string>,
  prefix: string,
  errors: FieldError[],
  { directory, known, allowed, now, timeZone, booked }: PrepareOptions,
): void {
  const value = given[field.id];
  if (value === undefined || isComputed(field)) {
    values[field.id] ??= null;
    return;
  }
  named.add(field.id);
  if (isEmptyValue(value)) {
    // a number once given is not taken away
    if (field.type === 'autoNumber' && values[field.id]) return;
    values[field.id] = null;
    return;
  }
  const before = values[field.id] ?? null;
  const parsed = fieldTypeSpec(field.type).parse(value, configWithStanding(field, before), timeZone);
  const path = prefix + field.id;
  const reading = isReading(parsed.value) ? parsed.value : undefined;
  const kept = reading
    ? isKept(reading, before as Reading | null, known?.readings.get(path))
      ? before
      : undefined
    : field.type === 'address' && parsed.value
      ? inKeptPlace(parsed.value as AddressValue, before as AddressValue | null)
      : undefined;
  const refusal =
    parsed.error ??
    (kept
      ? undefined
      : (known?.wrong.get(path) ??
        (same(parsed.value, before)
          ? undefined
          : (strangerIn(field, parsed.value, directory) ??
            (booked?.some((slot) => same(slot, parsed.value))
              ? undefined
              : slotRefusal(field, parsed.value, allowed, now, timeZone))))));
  if (refusal) errors.push({ path, ...refusal });
  else if (allowed !== 'all' && choosesRetired(field, parsed.value ?? null, before))
    errors.push({ path, code: 'records.value.not_offered' });
  else values[field.id] = kept ?? (reading ? captured(known?.readings.get(path)) : parsed.value) ?? null;
}

/** A value of the record's past comes back as it was; whatever else is sent, the server says what the point reads. */
function captured(reading: KnownReading | undefined): FieldValue {
  return reading?.genuine ?? reading?.fresh ?? null;
}

/** An address in the regions it was in keeps their names, whatever has become of them since. */
function inKeptPlace(value: AddressValue, before: AddressValue | null): AddressValue | undefined {
  return before && value.regions.length > 0 && value.regions.join() === before.regions.join()
    ? { names: before.names, detail: value.detail, regions: before.regions }
    : undefined;
}

/** A slot of the past, or too far ahead; who may change everything may book it all the same. */
function slotRefusal(
  field: Field,
  value: FieldValue,
  allowed: PrepareOptions['allowed'],
  now: Date,
  timeZone: string,
): ValueError | undefined {
  return field.type === 'timeSlot' && allowed !== 'all' ? slotTiming(field.config, value, now, timeZone) : undefined;
}

/** Whom and what a value may name must be of this space when it is chosen; what is gone later stays where it stands. */
function strangerIn(field: Field, value: FieldValue, directory: Directory): ValueError | undefined {
  const known = {
    member: directory.people,
    department: directory.departments,
    post: directory.posts,
    role: directory.roles,
  };
  const codes = {
    member: 'records.value.not_people',
    department: 'records.value.not_departments',
    post: 'records.value.not_posts',
    role: 'records.value.not_roles',
  } as const;
  if (!(field.type in known)) return undefined;
  const type = field.type as keyof typeof known;
  return (value as string[] | null)?.some((id) => !known[type].has(id)) ? { code: codes[type] } : undefined;
}

function ruleErrors(
  plan: FormPlan,
  record: WorkingRecord,
  before: StoredRecord | undefined,
  options: PrepareOptions,
  named: ReadonlySet<string>,
): FieldError[] {
  const errors: FieldError[] = [];
  const { definition } = plan.form;
  const { allowed, draft, closed } = options;
  const required = typeof allowed === 'object' ? allowed.required : undefined;
  for (const field of definition.fields) {
    const state = plan.logic.stateOf(field, record, undefined, options);
    const value = record.values[field.id] ?? null;
    const shut = closed?.has(field.id) === true;
    if (field.type === 'timeSlot' && value !== null && !resourceKeys(field.config, record.values))
      errors.push({ path: field.id, code: 'records.value.slot_no_resource' });
    if (
      named.has(field.id) &&
      (shut || !mayChange(field, allowed, state.readOnly, undefined)) &&
      !same(value, before?.values[field.id] ?? null)
    )
      errors.push({ path: field.id, code: 'records.value.read_only' });
    else if (
      !draft &&
      isEmptyValue(value) &&
      !state.hidden &&
      !shut &&
      !isComputed(field) &&
      (state.required || required?.has(field.id))
    )
      errors.push({ path: field.id, code: 'records.value.required' });
  }
  for (const table of definition.tables) {
    const rows = (record.slaves[table.id] ?? []) as SlaveRow[];
    const stored = before?.slaves[table.id] ?? [];
    const right = typeof allowed === 'object' ? allowed.slaves[table.id] : undefined;
    // nobody can fill in what is out of sight
    const asks = !draft && !plan.logic.layout.hidesContent(table.id, record, options);
    if (asks && table.minRows !== undefined && rows.length < table.minRows)
      errors.push({ path: table.id, code: 'records.value.too_few_rows', data: { min: table.minRows } });
    if (table.maxRows !== undefined && rows.length > table.maxRows)
      errors.push({ path: table.id, code: 'records.value.too_many_rows', data: { max: table.maxRows } });
    const old = new Map(stored.map((row) => [row.id, row.values]));
    const kept = rows.filter(({ id }) => old.has(id)).length;
    const tableShut = closed?.has(table.id) === true;
    if (
      (typeof allowed === 'object' || tableShut) &&
      ((!right?.add && rows.length > kept) || (!right?.remove && kept < stored.length))
    )
      errors.push({ path: table.id, code: 'records.value.read_only' });
    rows.forEach((row, index) => {
      for (const field of table.fields) {
        if (isComputed(field)) continue;
        if (
          field.type === 'timeSlot' &&
          !isEmptyValue(row.values[field.id]) &&
          !resourceKeys(field.config, { ...record.values, ...row.values })
        )
          errors.push({ path: `${table.id}.${index}.${field.id}`, code: 'records.value.slot_no_resource' });
        const state = plan.logic.stateOf(field, record, row.values, options);
        const value = row.values[field.id] ?? null;
        const path = `${table.id}.${index}.${field.id}`;
        const isNew = !old.has(row.id);
        const shut = tableShut || closed?.has(`${table.id}.${field.id}`) === true;
        if (
          !isNew &&
          (shut || !mayChange(field, allowed, state.readOnly, table.id)) &&
          !same(value, old.get(row.id)?.[field.id] ?? null)
        )
          errors.push({ path, code: 'records.value.read_only' });
        else if (
          asks &&
          isEmptyValue(value) &&
          !state.hidden &&
          !shut &&
          (state.required || required?.has(`${table.id}.${field.id}`))
        )
          errors.push({ path, code: 'records.value.required' });
      }
    });
  }
  if (!draft)
    errors.push(...plan.logic.violations(record, options).map((error) => withoutUnseen(error, options.hidden)));
  return errors;
}

/** Whoever does not see a field is not told either that it is empty. */
function withoutUnseen(error: FieldError, hidden: PrepareOptions['hidden']): FieldError {
  const empty = error.code === 'records.value.undecided' ? String(error.data?.missing).split(' ') : [];
  return empty.some((id) => hidden?.has(id) || hidden?.has(id.split('.')[0]!))
    ? { path: error.path, code: 'records.value.not_valid' }
    : error;
}

/** What is empty beside values that are wrong: all of it is told at once. Conditions might read what is wrong, so it is only what must be filled in whatever else holds. */
function missing(
  plan: FormPlan,
  record: WorkingRecord,
  options: PrepareOptions,
  wrong: ReadonlySet<string>,
): FieldError[] {
  const { allowed, draft, closed } = options;
  if (draft) return [];
  const asked = (field: Field, path: string, table?: string): boolean => {
    const key = table === undefined ? field.id : `${table}.${field.id}`;
    const byNode = typeof allowed === 'object' && allowed.required?.has(key) === true;
    const always = field.required === true || byNode;
    return always && !field.hiddenIf && !field.hidden && !isComputed(field) && !closed?.has(key) && !wrong.has(path);
  };
  const found = plan.form.definition.fields
    .filter(
      (field) =>
        asked(field, field.id) &&
        isEmptyValue(record.values[field.id] ?? null) &&
        !plan.logic.layout.hidesContent(field.id, record, options),
    )
    .map(({ id }) => id);
  for (const table of plan.form.definition.tables) {
    if (closed?.has(table.id) || plan.logic.layout.hidesContent(table.id, record, options)) continue;
    (record.slaves[table.id] ?? []).forEach((row, index) => {
      for (const field of table.fields) {
        const path = `${table.id}.${index}.${field.id}`;
        if (asked(field, path, table.id) && isEmptyValue(row.values[field.id] ?? null)) found.push(path);
      }
    });
  }
  return found.map((path) => ({ path, code: 'records.value.required' }));
}

function mayChange(
  field: Field,
  allowed: PrepareOptions['allowed'],
  readOnly: boolean,
  table: string | undefined,
): boolean {
  if (allowed === 'all') return true;
  if (allowed === 'person') return !readOnly;
  return table === undefined ? allowed.main.has(field.id) : allowed.slaves[table]?.fields.has(field.id) === true;
}

/** Values are in their normal form, so equal values have equal text. */
export function same(left: FieldValue, right: FieldValue): boolean {
  return (
    left === right ||
    (left !== null && right !== null && typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
  );
}

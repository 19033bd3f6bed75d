import { createHash } from 'node:crypto';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { plainTextOf } from '@formwork/contract/forms/values/html.ts';
import type { FieldValue, FileValue, Values } from '@formwork/contract/forms/values/value.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { titleFieldOf } from '../plan/title.ts';
import { searchable, type Searchable } from './terms.ts';

/** One row of the index: a record, or a file of it. */
export interface Entry extends Searchable {
  /** Id of the file; empty for the record. */
  item: string;
  field: string | null;
}

/** A value as people read it, with the field it stands in: `field` or `table.field`. */
export interface ShownText {
  field: string;
  text: string;
}

/** What people and departments are called. */
export type NameOf = (id: string) => string | undefined;

/** More rows of a slave table are not searched. */
const mostRows = 300;
const mostName = 40;

export function entriesOf(plan: FormPlan, record: Pick<StoredRecord, 'values' | 'slaves'>, nameOf: NameOf): Entry[] {
  const files = cells(plan, record).flatMap(({ field, column, value }) =>
    column.kind === 'files'
      ? (value as FileValue[]).map(({ id, name }): Entry => ({ item: id, field, ...searchable([name], []) }))
      : [],
  );
  return [{ item: '', field: null, ...recordText(plan, record, nameOf) }, ...files];
}

/** What is searched of a record; with what is hidden left out of it, what a person may find. */
export function recordText(
  plan: FormPlan,
  record: Pick<StoredRecord, 'values' | 'slaves'>,
  nameOf: NameOf,
): Searchable {
  const names: string[] = [];
  const texts: string[] = [];
  const title = titleFieldOf(plan.form.definition)?.id;
  for (const { field, column, value } of cells(plan, record)) {
    if (named.has(column.kind)) {
      for (const name of namesOf(value, nameOf)) names.push(name);
      continue;
    }
    const text = textOf(column, value, plan.timeZone);
    if (text === '') continue;
    (field === title || ((column.kind === 'text' || column.kind === 'option') && text.length <= mostName)
      ? names
      : texts
    ).push(text);
  }
  return searchable(names, texts);
}

/** The texts of a record in the order of its form. */
export function shownTexts(
  plan: FormPlan,
  record: Pick<StoredRecord, 'values' | 'slaves'>,
  nameOf: NameOf,
): ShownText[] {
  return cells(plan, record).flatMap(({ field, column, value }) => {
    const text = named.has(column.kind) ? namesOf(value, nameOf).join(', ') : textOf(column, value, plan.timeZone);
    return text === '' ? [] : { field, text };
  });
}

/** Changes with whatever a release changes in what records say: fields, their settings, the field that names them. */
export function shapeOf(plan: FormPlan): number {
  const known = shapes.get(plan);
  if (known !== undefined) return known;
  const { definition } = plan.form;
  const said = [
    format,
    titleFieldOf(definition)?.id,
    definition.fields.map(({ id, type, config }) => [id, type, config]),
    definition.tables.map(({ id, fields }) => [id, fields.map((field) => [field.id, field.type, field.config])]),
  ];
  const shape = createHash('sha1').update(JSON.stringify(said)).digest().readInt32BE();
  shapes.set(plan, shape);
  return shape;
}

/** Raised when entries are made otherwise than before, so that all are made again. */
const format = 4;
const shapes = new WeakMap<FormPlan, number>();

function* own(
  columns: readonly PlanColumn[],
  values: Values,
  prefix: string,
): Generator<{ field: string; column: PlanColumn; value: FieldValue }> {
  for (const column of columns) {
    const value = values[column.id] ?? null;
    if (value !== null) yield { field: prefix + column.id, column, value };
  }
}

function cells(
  plan: FormPlan,
  { values, slaves }: Pick<StoredRecord, 'values' | 'slaves'>,
): { field: string; column: PlanColumn; value: FieldValue }[] {
  return [
    ...own(plan.own, values, ''),
    ...plan.slaves.flatMap(({ id, columns }) =>
      (slaves[id] ?? []).slice(0, mostRows).flatMap((row) => [...own(columns, row.values, `${id}.`)]),
    ),
  ];
}

/** Found by the names of those they stand for, spelled as names are. */
const named = new Set(['people', 'departments']);

/** Kinds whose text is a name kept elsewhere, or none. */
const unsaid = new Set(['posts', 'roles', 'records', 'boolean', 'json', 'time']);

function namesOf(value: FieldValue, nameOf: NameOf): string[] {
  return Array.isArray(value) ? value.flatMap((id) => (typeof id === 'string' ? (nameOf(id) ?? []) : [])) : [];
}

/** Moments as the clock says them where the house is: a day is what people look for. */
function momentsIn(value: FieldValue, timeZone: string): string {
  const ends = Array.isArray(value)
    ? value.map(String)
    : typeof value === 'object' && value !== null && 'start' in value
      ? [String(value.start), String(value.end)]
      : [String(value)];
  return ends.map((moment) => wallText(moment, timeZone).slice(0, 16)).join(' ');
}

function textOf(column: PlanColumn, value: FieldValue, timeZone: string): string {
  if (column.kind === 'files') return (value as FileValue[]).map(({ name }) => name).join(' ');
  if (unsaid.has(column.kind)) return '';
  if (column.kind === 'dateTime' || column.kind === 'dateTimeRange' || column.kind === 'slot')
    return momentsIn(value, timeZone);
  if (column.kind === 'html') return plainTextOf(String(value));
  if (column.kind === 'text' || column.kind === 'number') return String(value);
  if (column.kind !== 'option' && column.kind !== 'options')
    return fieldTypeSpec(column.field.type).toText(value, column.field.config, { locale: 'zh-CN', timeZone });
  // a choice is found by what it is called in either language
  const spec = fieldTypeSpec(column.field.type);
  const names = ['zh-CN', 'en'].map((locale) => spec.toText(value, column.field.config, { locale, timeZone }));
  return [...new Set(names)].join(' ');
}

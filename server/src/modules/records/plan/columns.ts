import { createHash } from 'node:crypto';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { systemFieldIds, systemFields, type SystemFieldId } from '@formwork/contract/forms/system-fields.ts';
import { decimalOf, decimalText } from '@formwork/contract/forms/values/decimal.ts';
import type { AddressValue, FieldValue, RangeValue, ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { Statement } from '../../../platform/db/space-data.ts';
import { columnName, columnType } from '../../forms/public.ts';
import { dayRangeOf, isoOf, momentRangeOf, rangeText, slotOf, slotText } from './ranges.ts';

/** A column as plans use it: how it is read, written and compared. Rows are read as text, which is what costs least. */
export interface PlanColumn {
  id: string;
  field: Field;
  kind: ValueKind;
  /** Quoted SQL name, or an expression where the field is not a plain column. */
  sql: string;
  /** SQL type, for casts of parameters. */
  type: string;
  /** How it stands in a select list. */
  select: string;
  /** Holds one id where the field's value is a list: people and departments of the system fields. */
  single?: boolean;
  /** Its place in a JSON object, after a comma. */
  key: string;
  /** JSON of a text that is not null. */
  json: (text: string) => string;
  /** The value of a text that is not null. */
  value: (text: string) => FieldValue;
  /** What the driver sends for a value. */
  param: (value: FieldValue) => unknown;
  /** What a list of rows in JSON carries for it: the value itself, but for types that read another text. */
  carried: (value: FieldValue) => unknown;
}

interface Form {
  select?: (column: string) => string;
  json: PlanColumn['json'];
  value: PlanColumn['value'];
  param?: PlanColumn['param'];
  carried?: PlanColumn['carried'];
}

const asIs = { json: quotedJson, value: (text: string): FieldValue => text };
/** Has no signs that JSON would escape. */
const bare = (text: string): string => `"${text}"`;
const listAsJson: Form = {
  select: (column) => `array_to_json(${column})`,
  json: (text) => text,
  value: (text) => JSON.parse(text) as string[],
};

const span = (read: (text: string) => RangeValue, isDay: boolean): Form => ({
  json: (text) => JSON.stringify(read(text)),
  value: read,
  param: (value) => rangeText(value, isDay),
  carried: (value) => rangeText(value, isDay),
});
const document: Form = {
  json: (text) => text,
  value: (text) => JSON.parse(text) as FieldValue,
  param: (value) => (value === null ? null : JSON.stringify(value)),
};

const forms = {
  text: asIs,
  number: {
    json: numberJson,
    value: (text) => decimalOf(decimalText(text) ?? text),
    param: (value) => (value === null ? null : decimalText(value)),
  },
  date: { json: bare, value: (text) => text },
  dateTime: { json: (text) => `"${isoOf(text)}"`, value: isoOf },
  time: { json: (text) => `"${text.slice(0, 8)}"`, value: (text) => text.slice(0, 8) },
  boolean: { json: (text) => (text === 't' ? 'true' : 'false'), value: (text) => text === 't' },
  option: asIs,
  options: listAsJson,
  people: listAsJson,
  departments: listAsJson,
  posts: listAsJson,
  roles: listAsJson,
  records: listAsJson,
  files: document,
  html: asIs,
  place: document,
  reading: document,
  json: document,
  dateRange: span(dayRangeOf, true),
  dateTimeRange: span(momentRangeOf, false),
  address: {
    json: (text) => text,
    value: (text) => addressOf(JSON.parse(text) as AddressValue),
    param: (value) => (value === null ? null : JSON.stringify(value)),
  },
  slot: { json: (text) => JSON.stringify(slotOf(text)), value: slotOf, param: slotText, carried: slotText },
} satisfies Record<ValueKind, Form> as Record<ValueKind, Form>;

export function columnOf(field: Field): PlanColumn {
  const kind = fieldKind(field);
  return build(field, kind, `"${columnName(field)}"`, columnType(field).sql);
}

const systemSql: Record<SystemFieldId, { sql: string; type: string; single?: boolean }> = {
  _creator: { sql: 'creator', type: 'uuid', single: true },
  _createdAt: { sql: 'created_at', type: 'timestamptz' },
  _modifier: { sql: 'modifier', type: 'uuid', single: true },
  _modifiedAt: { sql: 'modified_at', type: 'timestamptz' },
  _owner: { sql: 'owner', type: 'uuid', single: true },
  _department: { sql: 'department', type: 'text', single: true },
  _processState: { sql: 'process_state', type: 'text' },
  _processNodes: { sql: `array_to_string(process_nodes, '、')`, type: 'text' },
  _processExecutors: { sql: 'process_executors', type: 'uuid[]' },
};

export const systemColumns: PlanColumn[] = systemFieldIds.map((id) => {
  const { sql, type, single } = systemSql[id];
  const column = build(systemFields[id], fieldKind(systemFields[id]), sql, type);
  if (!single) return column;
  return {
    ...column,
    single,
    select: sql,
    json: type === 'uuid' ? (text) => `["${text}"]` : (text) => `[${JSON.stringify(text)}]`,
    value: (text) => [text],
    param: (value) => (Array.isArray(value) ? (value[0] ?? null) : value),
  };
});

/** A statement that is prepared once per connection. The name follows from the text, so equal statements share it. */
export function prepared(text: string): Statement & { name: string } {
  let name = names.get(text);
  if (!name) {
    name = `fw_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
    if (names.size >= mostNames) names.clear();
    names.set(text, name);
  }
  return { name, text };
}

const names = new Map<string, string>();
const mostNames = 5_000;

function build(field: Field, kind: ValueKind, sql: string, type: string): PlanColumn {
  const form = forms[kind];
  return {
    id: field.id,
    field,
    kind,
    sql,
    type,
    select: form.select ? form.select(sql) : sql,
    key: `,"${field.id}":`,
    json: form.json,
    value: form.value,
    param: form.param ?? itself,
    carried: form.carried ?? itself,
  };
}

function itself(value: FieldValue): unknown {
  return value;
}

/** Few texts hold a sign that JSON would escape, and looking is quicker than asking. No text of the database holds half a pair. */
function quotedJson(text: string): string {
  return escapes.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const escapes = /["\\\0-\x1f]/;

/** Numbers are what they are, but for zeros at the end; long ones travel as text where a double would round them. */
function numberJson(text: string): string {
  let end = text.length;
  if (text.includes('.')) {
    while (text.charCodeAt(end - 1) === zero) end -= 1;
    if (text.charCodeAt(end - 1) === dot) end -= 1;
  }
  if (end > 15) return JSON.stringify(decimalOf(decimalText(text) ?? text));
  return end === text.length ? text : text.slice(0, end);
}

const zero = 48;
const dot = 46;

/** The database keeps no order of keys; equal addresses have equal text. */
function addressOf(stored: AddressValue): AddressValue {
  return { names: stored.names, detail: stored.detail, regions: stored.regions };
}

import type { Field } from '../forms/field.ts';
import { fieldKind } from '../forms/field.ts';
import type { FormDefinition, SlaveTable } from '../forms/definition.ts';
import { systemFieldIds, systemFields } from '../forms/system-fields.ts';
import type { ValueKind } from '../forms/values/value.ts';

/** Types of expressions, as the language writes them. */
export type ExpressionType =
  | { readonly kind: 'number' | 'string' | 'boolean' | 'date' | 'time' | 'dateTime' | 'any' }
  | { readonly kind: 'list'; readonly item: ExpressionType }
  | { readonly kind: 'range'; readonly of: ExpressionType }
  | { readonly kind: 'context'; readonly fields: Readonly<Record<string, ExpressionType>> }
  | { readonly kind: 'function'; readonly params: readonly ExpressionType[]; readonly result: ExpressionType };

export interface ExpressionProblem {
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

export interface CompiledExpression {
  readonly ok: true;
  /** Kind of the result's type. */
  readonly kind: string;
  /** Names it reads. */
  readonly references: readonly string[];
  /** The same down to fields of slave tables: `table.field`. */
  readonly reads: readonly string[];
  /** Plain values in and out: decimals as text, dates and times as ISO text. `onWarning` hears that a part of it could not be worked out. */
  run(
    input: Readonly<Record<string, unknown>>,
    at: {
      now: number;
      zone: string;
      nameOf?: ((id: string) => string | undefined) | undefined;
      onWarning?: (() => void) | undefined;
    },
  ): unknown;
}

/** How empty numbers are read: as 0 where they are reckoned with, or as what leaves the result empty. Without it a sum of no rows is empty as well, as the language itself has it. */
export type Empties = 'zero' | 'null';

/**
 * The expression language as form logic needs it. It is handed in, because this package imports none of ours: see the
 * adapters in the browser and on the server.
 */
export type CompileExpression = (
  text: string,
  types: Readonly<Record<string, ExpressionType>>,
  empties?: Empties,
) => CompiledExpression | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };

const text: ExpressionType = { kind: 'string' };
const texts: ExpressionType = { kind: 'list', item: text };

const typeOfKind = {
  text,
  number: { kind: 'number' },
  date: { kind: 'date' },
  dateTime: { kind: 'dateTime' },
  time: { kind: 'time' },
  boolean: { kind: 'boolean' },
  option: text,
  options: texts,
  people: texts,
  departments: texts,
  posts: texts,
  roles: texts,
  records: texts,
  dateRange: { kind: 'range', of: { kind: 'date' } },
  dateTimeRange: { kind: 'range', of: { kind: 'dateTime' } },
  address: { kind: 'context', fields: { names: texts, detail: text, regions: texts } },
  files: { kind: 'list', item: { kind: 'context', fields: { name: text, size: { kind: 'number' }, type: text } } },
  slot: { kind: 'list', item: { kind: 'dateTime' } },
  html: text,
  place: { kind: 'context', fields: { lat: { kind: 'number' }, lng: { kind: 'number' }, name: text, address: text } },
  // the value is what its point measures: a number, a text, yes or no
  reading: {
    kind: 'context',
    fields: {
      device: text,
      deviceName: text,
      pointKey: text,
      value: { kind: 'any' },
      unitSign: text,
      reportedAt: { kind: 'dateTime' },
    },
  },
  json: { kind: 'any' },
} as const satisfies Record<ValueKind, ExpressionType>;

/** What an expression of the main table may read: its fields, slave tables as lists of rows, system fields, the person. */
export function mainTypes(definition: FormDefinition): Record<string, ExpressionType> {
  const types: Record<string, ExpressionType> = { user: { kind: 'context', fields: { id: text } } };
  for (const id of systemFieldIds) types[id] = typeOfKind[fieldKind(systemFields[id])];
  for (const table of definition.tables)
    types[table.id] = { kind: 'list', item: { kind: 'context', fields: typesOf(table.fields) } };
  return Object.assign(types, typesOf(definition.fields));
}

/** Within a row its own fields stand before those of the record. */
export function rowTypes(definition: FormDefinition, table: SlaveTable): Record<string, ExpressionType> {
  return { ...mainTypes(definition), ...typesOf(table.fields) };
}

export function typesOf(fields: readonly Field[]): Record<string, ExpressionType> {
  return Object.fromEntries(fields.map((field) => [field.id, typeOfKind[fieldKind(field)]]));
}

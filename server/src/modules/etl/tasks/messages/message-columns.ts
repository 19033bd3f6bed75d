import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { textOfValue, type StreamSchema } from './message.ts';

interface JsonSchema {
  type?: string | string[];
  format?: string;
  airbyte_type?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** The columns that a schema of a stream names. */
export function columnsOfSchema({ schema, keys }: StreamSchema): DataColumn[] {
  const { properties } = (schema ?? {}) as JsonSchema;
  return Object.entries(properties ?? {}).map(([name, of]): DataColumn => ({
    name,
    type: typeOfSchema(of),
    nullable: true,
    ...(keys.includes(name) && { key: true }),
  }));
}

function typeOfSchema(schema: JsonSchema | boolean | null): ValueType {
  if (typeof schema !== 'object' || schema === null) return 'json';
  const { type, format, airbyte_type: finer, anyOf, oneOf } = schema;
  const others = (anyOf ?? oneOf ?? []).map((one) => (one.type === 'null' ? undefined : typeOfSchema(one)));
  if (type === undefined && others.length > 0) return together(others);
  const types = (typeof type === 'string' ? [type] : (type ?? [])).filter((one) => one !== 'null');
  return together(types.map((one) => typeOf(one, format, finer)));
}

/** What holds all of them: nothing says which a value is, so it is a text where they are plain. */
function together(types: readonly (ValueType | undefined)[]): ValueType {
  const found = [...new Set(types.filter((type) => type !== undefined))];
  if (found.length === 1) return found[0]!;
  if (found.length === 0 || found.includes('json')) return 'json';
  return found.every((type) => type === 'integer' || type === 'double') ? 'double' : 'text';
}

function typeOf(type: string, format: string | undefined, finer: string | undefined): ValueType {
  switch (type) {
    case 'integer':
      return 'integer';
    case 'number':
      return finer === 'integer' || finer === 'big_integer' ? 'integer' : 'double';
    case 'boolean':
      return 'boolean';
    case 'string':
      return ofText(format, finer);
    default:
      return 'json';
  }
}

function ofText(format: string | undefined, finer: string | undefined): ValueType {
  if (finer === 'big_integer') return 'integer';
  switch (format) {
    case 'date-time':
      return finer === 'timestamp_without_timezone' ? 'timestamp' : 'timestamptz';
    case 'date':
    case 'uuid':
      return format;
    case 'time':
      return finer === 'time_with_timezone' ? 'text' : 'time';
    case 'singer.decimal':
      return 'decimal';
    default:
      return 'text';
  }
}

/** Columns of records that no schema goes before: of what all values of a name are. */
export class FoundColumns {
  readonly #types = new Map<string, Set<ValueType>>();

  take(data: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(data)) {
      const types = this.#types.get(name) ?? new Set();
      this.#types.set(name, types);
      const type = typeOfValue(value);
      if (type) types.add(type);
    }
  }

  columns(): DataColumn[] {
    return [...this.#types].map(([name, types]): DataColumn => ({
      name,
      type: types.size === 0 ? 'text' : together([...types]),
      nullable: true,
    }));
  }
}

function typeOfValue(value: unknown): ValueType | undefined {
  if (value === null) return undefined;
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'text';
  const text = textOfValue(value, false) ?? '';
  if (/^-?\d{1,18}$/.test(text)) return 'integer';
  return /^-?\d/.test(text) ? 'double' : 'json';
}

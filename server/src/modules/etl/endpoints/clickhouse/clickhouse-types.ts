import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { momentOf } from '../moments.ts';
import { escapedText as text } from '@formwork/etl/sql.ts';

/** The type within what only says how it is kept, and whether it may be nothing. */
export function plainType(native: string): { plain: string; nullable: boolean } {
  let plain = native;
  let nullable = false;
  for (;;) {
    const [, around, inner] = /^(Nullable|LowCardinality)\(([\s\S]*)\)$/.exec(plain) ?? [];
    if (inner === undefined) return { plain, nullable };
    nullable ||= around === 'Nullable';
    plain = inner;
  }
}

export function columnOf(name: string, native: string): DataColumn {
  const { plain, nullable } = plainType(native);
  const [, precision, scale] = /^Decimal\((\d+), ?(\d+)\)/.exec(plain) ?? [];
  const column = { name, type: typeOf(plain), nullable, native };
  if (precision !== undefined) return { ...column, precision: Number(precision), scale: Number(scale) };
  // beyond what 64 bits with a sign hold
  return plain === 'UInt64' ? { ...column, precision: 20, scale: 0 } : column;
}

function typeOf(plain: string): ValueType {
  const head = /^\w+/.exec(plain)?.[0] ?? '';
  // of more digits than any decimal of the engine
  if (/^U?Int(128|256)$/.test(head)) return 'text';
  if (head === 'UInt64') return 'decimal';
  return types[head] ?? (/^U?Int\d+$/.test(head) ? 'integer' : 'text');
}

const types: Record<string, ValueType> = {
  Decimal: 'decimal',
  Float32: 'double',
  Float64: 'double',
  Bool: 'boolean',
  Date: 'date',
  Date32: 'date',
  // moments, whatever zone they are shown in
  DateTime: 'timestamptz',
  DateTime64: 'timestamptz',
  Time: 'time',
  Time64: 'time',
  UUID: 'uuid',
  Array: 'list',
  Map: 'json',
  Tuple: 'json',
  JSON: 'json',
  Object: 'json',
};

/** What a value is read by, so that it travels as values of all sources do; `name` is quoted. */
export function readAs(name: string, { native = '' }: DataColumn, version: number): string {
  const { plain } = plainType(native);
  const head = /^\w+/.exec(plain)?.[0] ?? '';
  switch (head) {
    case 'DateTime':
    case 'DateTime64':
      return `concat(toString(${name}, 'UTC'), '+00')`;
    case 'FixedString':
      return `toStringCutToZero(${name})`;
    case 'Array':
    case 'Map':
    case 'Tuple':
      // before, lists come as ClickHouse writes them
      return version >= 21.09 ? `toJSONString(${name})` : `toString(${name})`;
    case 'JSON':
    case 'Object':
      return `toString(${name})`;
    case 'String':
      // a text holds any bytes: those that are no text come in hexadecimal digits
      return version >= 20 ? `if(isValidUTF8(${name}), ${name}, concat('\\\\x', lower(hex(${name}))))` : name;
    default:
      return name;
  }
}

/** A value as its column holds it: texts are compared with no number. */
export function valueOf({ native = 'String' }: DataColumn, value: string): string {
  const { plain } = plainType(native);
  if (!plain.startsWith('DateTime')) return `cast(${text(value)} as ${plain})`;
  const at = momentOf(value);
  const digits = /^DateTime64\((\d+)/.exec(plain)?.[1];
  const clock = at ? `${at.day} ${at.clock}` : value;
  if (digits === undefined) return `toDateTime(${text(clock)}, 'UTC')`;
  return `toDateTime64(${text(`${clock}.${at?.fraction || '0'}`)}, ${digits}, 'UTC')`;
}

/** The type of a column that is made for rows; what sorts rows is never nothing. */
export function nativeFor({ type, precision, scale }: DataColumn, key: boolean, version: number): string {
  const plain = type === 'decimal' ? decimalFor(precision, scale) : nativeTypes(version)[type];
  return key ? plain : `Nullable(${plain})`;
}

function decimalFor(precision = 38, scale?: number): string {
  const digits = Math.min(precision, 38);
  return `Decimal(${digits}, ${Math.min(scale ?? (precision === 38 ? 10 : 0), digits)})`;
}

const nativeTypes = (version: number): Record<Exclude<ValueType, 'decimal'>, string> => ({
  text: 'String',
  integer: 'Int64',
  double: 'Float64',
  boolean: version >= 21.12 ? 'Bool' : 'UInt8',
  date: version >= 21.09 ? 'Date32' : 'Date',
  time: 'String',
  timestamp: momentType(version),
  timestamptz: momentType(version),
  uuid: 'UUID',
  json: 'String',
  // as they travel: a text of ClickHouse does not say that it is none
  bytes: 'String',
  list: 'String',
});

/** Rows that a later one has replaced are there until the server finds time to take them away. */
export const finalOf = (engine: string): string =>
  /^\w*(?:Replacing|Collapsing|Summing|Aggregating|Coalescing)MergeTree\b/.test(engine) ? ' final' : '';

export const momentType = (version: number): string => (version >= 20.04 ? "DateTime64(6, 'UTC')" : "DateTime('UTC')");

import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { momentOf } from '../moments.ts';
import { nationalText as text } from '../names.ts';

/** By the type's name as SQL Server writes it: `decimal(10,2)`, `nvarchar(max)`. */
export function columnOf(name: string, native: string, nullable: boolean): DataColumn {
  const head = headOf(native);
  const [, precision, scale] = /^(?:decimal|numeric)\((\d+),(\d+)\)/.exec(native) ?? [];
  const digits =
    head === 'money' ? { precision: 19, scale: 4 } : head === 'smallmoney' ? { precision: 10, scale: 4 } : undefined;
  return {
    name,
    type: types[head] ?? 'text',
    nullable,
    native,
    ...(precision === undefined ? digits : { precision: Number(precision), scale: Number(scale) }),
  };
}

export const headOf = (native: string): string => /^\w+/.exec(native)?.[0].toLowerCase() ?? '';

const types: Record<string, ValueType> = {
  tinyint: 'integer',
  smallint: 'integer',
  int: 'integer',
  bigint: 'integer',
  decimal: 'decimal',
  numeric: 'decimal',
  money: 'decimal',
  smallmoney: 'decimal',
  float: 'double',
  real: 'double',
  bit: 'boolean',
  date: 'date',
  time: 'time',
  smalldatetime: 'timestamp',
  datetime: 'timestamp',
  datetime2: 'timestamp',
  datetimeoffset: 'timestamptz',
  uniqueidentifier: 'uuid',
  binary: 'bytes',
  varbinary: 'bytes',
  image: 'bytes',
  timestamp: 'bytes',
  rowversion: 'bytes',
};

/** A value as a text that travels, whatever the session's language is; `name` is quoted. */
export function readAs(name: string, { native = '' }: DataColumn): string {
  switch (headOf(native)) {
    case 'bit':
      return `case ${name} when 1 then N'true' when 0 then N'false' end`;
    case 'float':
    case 'real':
      // seventeen digits: the number comes back as it was
      return `convert(nvarchar(40), convert(float, ${name}), 3)`;
    case 'money':
    case 'smallmoney':
      return `convert(nvarchar(40), ${name}, 2)`;
    case 'date':
      return `convert(nvarchar(10), ${name}, 23)`;
    case 'time':
      return `convert(nvarchar(16), ${name}, 121)`;
    case 'smalldatetime':
    case 'datetime':
    case 'datetime2':
      return `convert(nvarchar(33), ${name}, 121)`;
    case 'datetimeoffset':
      return `convert(nvarchar(33), convert(datetime2(7), switchoffset(${name}, '+00:00')), 121) + N'+00'`;
    case 'uniqueidentifier':
      return `lower(convert(nvarchar(36), ${name}))`;
    case 'binary':
    case 'varbinary':
    case 'image':
    case 'timestamp':
    case 'rowversion':
      return `N'\\x' + lower(convert(nvarchar(max), convert(varbinary(max), ${name}), 2))`;
    case 'geometry':
    case 'geography':
    case 'hierarchyid':
      return `${name}.ToString()`;
    case 'sql_variant':
      return `convert(nvarchar(4000), ${name}, 121)`;
    default:
      return `convert(nvarchar(max), ${name})`;
  }
}

/** A column with the order and the alphabet of its texts; none where it has no texts. */
type Collated = DataColumn & { collation?: string };

/** A text in a temporary table is of another alphabet than that of the column it goes into. */
const collated = (raw: string, { collation = '' }: Collated): string =>
  collation === '' ? raw : `${raw} collate ${collation}`;

/** What a text becomes in a column, and nothing where it is no value of it; `raw` is where the text is. */
export function writtenAs(raw: string, column: Collated): string {
  const { native = '' } = column;
  switch (headOf(native)) {
    case 'binary':
    case 'varbinary':
    case 'image':
      return `try_convert(${native === 'image' ? 'varbinary(max)' : native}, ${raw}, 2)`;
    case 'date':
      return `try_convert(date, ${raw}, 23)`;
    case 'time':
    case 'smalldatetime':
    case 'datetime':
    case 'datetime2':
    case 'datetimeoffset':
      return `try_convert(${native}, ${raw}, 121)`;
    case 'text':
      return `convert(varchar(max), ${collated(raw, column)})`;
    case 'ntext':
      return `convert(nvarchar(max), ${collated(raw, column)})`;
    default:
      return `try_convert(${native}, ${collated(raw, column)})`;
  }
}

/** When a text is none of the values of a column; SQL Server would cut it, or take nothing for a nought. */
export function misfits(raw: string, column: Collated): string {
  const { native = '', nullable } = column;
  const wrong = [`${raw} is not null and ${writtenAs(raw, column)} is null`];
  if (!nullable) wrong.push(`${raw} is null`);
  const head = headOf(native);
  const [, length] = /\((\d+)\)/.exec(native) ?? [];
  const plain = `${raw} collate Latin1_General_BIN2`;
  if (head === 'varchar' || head === 'char' || head === 'text') {
    const kept = `convert(varchar(max), ${collated(raw, column)})`;
    // what a column holds at most is counted in bytes
    if (length !== undefined) wrong.push(`datalength(${kept}) > ${length}`);
    // signs that the column's alphabet does not have
    wrong.push(`convert(nvarchar(max), ${kept}) collate Latin1_General_BIN2 <> ${plain}`);
  } else if (head === 'nvarchar' || head === 'nchar') {
    if (length !== undefined) wrong.push(`datalength(${raw}) > ${2 * Number(length)}`);
  } else if (numbers.has(head)) {
    // a sign alone is a nought to it
    wrong.push(`${plain} not like N'%[0-9]%'`);
    // `1,5` is fifteen to it
    if (head.endsWith('money')) wrong.push(`${plain} like N'%[^-+.0-9]%'`);
  } else if (head === 'bit') wrong.push(`lower(${raw}) not in (N'0', N'1', N'true', N'false')`);
  else if (!texts.has(head)) wrong.push(`${raw} = N''`);
  if (head === 'uniqueidentifier') wrong.push(`datalength(${raw}) <> 72`);
  if (head === 'varbinary' || head === 'binary')
    wrong.push(...(length === undefined ? [] : [`len(${raw}) > ${2 * Number(length)}`]));
  return wrong.map((one) => `(${one})`).join(' or ');
}

const numbers = new Set(Object.keys(types).filter((head) => ['integer', 'decimal', 'double'].includes(types[head]!)));

const texts = new Set(['ntext', 'sql_variant', 'varbinary', 'binary', 'image', 'xml']);

/** A value as something that can be compared to the last sign: an alphabet may take signs for the same, and some types have no order. */
export function comparedAs(name: string, column: DataColumn): string {
  return column.type === 'text' || headOf(column.native ?? '') === 'image'
    ? `convert(varbinary(max), ${readAs(name, column)})`
    : name;
}

/** A value as it is sent: bytes without their mark, moments as clocks of UTC. */
export function sentAs(from: DataColumn, to: DataColumn): (value: string) => string {
  if (from.type === 'bytes' && to.type === 'bytes') return (value) => value.replace(/^\\x/, '');
  // no number is made of the word
  if (from.type === 'boolean' && to.type !== 'text') return (value) => (value === 'true' || value === 't' ? '1' : '0');
  if (to.type !== 'timestamp' && to.type !== 'timestamptz') return (value) => value;
  const zone = to.type === 'timestamptz' ? '+00:00' : '';
  const digits = headOf(to.native ?? '') === 'datetime' ? 3 : headOf(to.native ?? '') === 'smalldatetime' ? 0 : 7;
  return (value) => {
    const at = momentOf(value);
    if (!at) return value;
    const fraction = at.fraction.slice(0, digits);
    return `${at.day} ${at.clock}${fraction === '' ? '' : `.${fraction}`}${zone === '' ? '' : ` ${zone}`}`;
  };
}

/** A value of a watermark as its column holds it. */
export function valueOf(column: DataColumn, value: string): string {
  const sent = sentAs(column, column)(value);
  if (column.type === 'bytes') return `convert(varbinary(max), ${text(sent)}, 2)`;
  const style = column.type === 'timestamp' || column.type === 'timestamptz' || column.type === 'time' ? ', 121' : '';
  return `convert(${column.native ?? 'nvarchar(max)'}, ${text(sent)}${style})`;
}

/** The type of a column that is made for rows. */
export function nativeFor({ type, precision, scale }: DataColumn, key: boolean): string {
  if (type === 'decimal') {
    const digits = Math.min(precision ?? 38, 38);
    return `decimal(${digits},${Math.min(scale ?? (precision === undefined ? 10 : 0), digits)})`;
  }
  // what a key of SQL Server may be at most
  return type === 'text' && key ? 'nvarchar(400)' : natives[type];
}

const natives = {
  text: 'nvarchar(max)',
  integer: 'bigint',
  double: 'float',
  boolean: 'bit',
  date: 'date',
  time: 'time(6)',
  timestamp: 'datetime2(6)',
  timestamptz: 'datetimeoffset(6)',
  uuid: 'uniqueidentifier',
  json: 'nvarchar(max)',
  bytes: 'varbinary(max)',
  list: 'nvarchar(max)',
} as const;

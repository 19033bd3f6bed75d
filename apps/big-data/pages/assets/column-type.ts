import { hasText, type Translate } from '@formwork/web/i18n/i18n.ts';

/** What databases call the same, by the first word of the type. */
const families: Readonly<Record<string, string>> = {
  bigint: 'integer',
  bigserial: 'integer',
  bit: 'boolean',
  blob: 'bytes',
  bool: 'boolean',
  bpchar: 'text',
  bytea: 'bytes',
  char: 'text',
  character: 'text',
  datetime: 'timestamp',
  datetime2: 'timestamp',
  datetime64: 'timestamp',
  datetimeoffset: 'timestamptz',
  float: 'double',
  float4: 'double',
  float8: 'double',
  float32: 'double',
  float64: 'double',
  hugeint: 'integer',
  int: 'integer',
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  int16: 'integer',
  int32: 'integer',
  int64: 'integer',
  jsonb: 'json',
  long: 'integer',
  longtext: 'text',
  mediumint: 'integer',
  mediumtext: 'text',
  money: 'decimal',
  nchar: 'text',
  numeric: 'decimal',
  nvarchar: 'text',
  real: 'double',
  serial: 'integer',
  smallint: 'integer',
  string: 'text',
  tinyint: 'integer',
  tinytext: 'text',
  ubigint: 'integer',
  uinteger: 'integer',
  uint8: 'integer',
  uint16: 'integer',
  uint32: 'integer',
  uint64: 'integer',
  uniqueidentifier: 'uuid',
  varbinary: 'bytes',
  varchar: 'text',
};

/** A type as people say it; of a table's column also as its database does. What nobody has a word for stands as it is. */
export function columnType(type: string, t: Translate): string {
  const own = `assets.type.${type}`;
  if (hasText(own)) return t(own);
  const known = `assets.type.${familyOf(type.toLowerCase())}`;
  return hasText(known) ? `${t(known)} · ${type}` : type;
}

function familyOf(type: string): string {
  // what only says how a column is kept
  const plain = type.replace(/^(?:nullable|lowcardinality)\(+(?:nullable\()?|\)+$/g, '');
  if (/^timestamp.* with time zone/.test(plain)) return 'timestamptz';
  if (/^bit(?: varying|\((?!1\)))/.test(plain)) return '';
  const word = /^[a-z]+\d*/.exec(plain)?.[0] ?? '';
  return families[word] ?? word;
}

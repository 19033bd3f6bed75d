import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';

export interface ColumnType {
  sql: string;
  /** Ends the column's name, so a field that changes its type gets a column of its own and the old one stays whole. */
  suffix: string;
  index: 'btree' | 'gin' | 'gist' | null;
}

export const columnTypes = {
  text: { sql: 'text', suffix: 't', index: 'btree' },
  number: { sql: 'numeric', suffix: 'n', index: 'btree' },
  date: { sql: 'date', suffix: 'd', index: 'btree' },
  dateTime: { sql: 'timestamptz', suffix: 's', index: 'btree' },
  time: { sql: 'time', suffix: 'm', index: 'btree' },
  boolean: { sql: 'boolean', suffix: 'b', index: 'btree' },
  option: { sql: 'text', suffix: 'o', index: 'btree' },
  options: { sql: 'text[]', suffix: 'a', index: 'gin' },
  people: { sql: 'uuid[]', suffix: 'p', index: 'gin' },
  departments: { sql: 'text[]', suffix: 'g', index: 'gin' },
  posts: { sql: 'uuid[]', suffix: 'j', index: 'gin' },
  roles: { sql: 'uuid[]', suffix: 'k', index: 'gin' },
  // always found from the other end: see table-plan.ts
  records: { sql: 'uuid[]', suffix: 'r', index: 'gin' },
  files: { sql: 'jsonb', suffix: 'f', index: null },
  slot: { sql: 'tstzrange', suffix: 'w', index: 'gist' },
  dateRange: { sql: 'daterange', suffix: 'e', index: 'gist' },
  dateTimeRange: { sql: 'tstzrange', suffix: 'h', index: 'gist' },
  address: { sql: 'jsonb', suffix: 'c', index: 'gin' },
  html: { sql: 'text', suffix: 'x', index: null },
  place: { sql: 'jsonb', suffix: 'l', index: null },
  json: { sql: 'jsonb', suffix: 'y', index: null },
} as const satisfies Record<ValueKind, ColumnType>;

export function columnType(field: Pick<Field, 'type' | 'config'>): ColumnType {
  return columnTypes[fieldKind(field)];
}

/** Words of people are in the order of their pinyin, codes and numbers in that of their signs. */
export const byPinyin = 'collate "zh-x-icu"';
const spoken: ReadonlySet<Field['type']> = new Set<Field['type']>(['text', 'longText', 'concatenation', 'formula', 'lookup']);
export function isSpoken(field: Pick<Field, 'type' | 'config'>): boolean {
  return spoken.has(field.type) && fieldKind(field) === 'text';
}

/** SQL name of a field's column. Ids were checked when the definition was saved; names are quoted all the same. */
export function columnName(field: Pick<Field, 'id' | 'type' | 'config'>): string {
  return `${safe(field.id)}_${columnType(field).suffix}`;
}

/** SQL name of a form's table, or of one of its slave tables, without the schema. */
export function tableName(formId: string, tableId?: string): string {
  return tableId === undefined ? `f_${safe(formId)}` : `f_${safe(formId)}_${safe(tableId)}`;
}

/** Ids are part of SQL names, which cannot be parameters. */
function safe(id: string): string {
  if (!/^[a-z][a-z0-9]{0,31}$/.test(id)) throw new Error(`not an id: ${id}`);
  return id;
}

/** Kinds that read otherwise as text than the database writes them. */
const textFrom: Record<string, (column: string) => string> = {
  x: (column) => `nullif(${plainSql(column)}, '')`,
  c: (column) => `array_to_string(array(select jsonb_array_elements_text(${column} -> 'names')), '') || (${column} ->> 'detail')`,
  e: (column) => `to_char(lower(${column}), 'YYYY-MM-DD') || ' 至 ' || to_char(upper(${column}) - 1, 'YYYY-MM-DD')`,
  h: (column) => `to_char(lower(${column}) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') || ' 至 ' || to_char(upper(${column}) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`,
};

/** SQL that turns a column of one type into another; null where nothing sensible can be kept. */
export function conversion(from: string, to: string, column: string): string | null {
  if (to === 't') return ['a', 'g'].includes(from) ? `array_to_string(${column}, ', ')` : textFrom[from] ? textFrom[from](column) : ['f', 'p', 'j', 'k', 'r', 'w', 'l'].includes(from) ? null : `${column}::text`;
  const conversions: Record<string, string> = {
    'n<t': `case when btrim(${column}) ~ '^[+-]?[0-9]+(\\.[0-9]+)?$' then btrim(${column})::numeric end`,
    'b<t': `case when lower(${column}) in ('true', '1') then true when lower(${column}) in ('false', '0') then false end`,
    'b<n': `case ${column} when 1 then true when 0 then false end`,
    'n<b': `${column}::int::numeric`,
    'd<t': `case when ${column} ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$' then ${column}::date end`,
    'd<s': `(${column} at time zone 'Asia/Shanghai')::date`,
    's<d': `(${column}::timestamp at time zone 'Asia/Shanghai')`,
    'x<t': `'<p>' || replace(replace(replace(${column}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>'`,
    'a<o': `array[${column}]`,
    'e<d': `daterange(${column}, ${column}, '[]')`,
    'd<e': `lower(${column})`,
    'h<s': `tstzrange(${column}, ${column}, '[]')`,
    's<h': `lower(${column})`,
    'h<e': `tstzrange(lower(${column})::timestamp at time zone 'Asia/Shanghai', upper(${column})::timestamp at time zone 'Asia/Shanghai' - interval '1 second', '[]')`,
    'e<h': `daterange((lower(${column}) at time zone 'Asia/Shanghai')::date, (upper(${column}) at time zone 'Asia/Shanghai')::date, '[]')`,
    'c<t': `jsonb_build_object('names', '[]'::jsonb, 'detail', left(btrim(${column}), 300), 'regions', '[]'::jsonb)`,
    'o<a': `${column}[1]`,
  };
  return conversions[`${to}<${from}`] ?? null;
}

/** The same steps as `plainTextOf`: what people read of formatted text. */
export function plainSql(column: string): string {
  const unbroken = `regexp_replace(${column}, '<[bh]r[^>]*>|</(?:p|h[1-6]|li|t[dhr]|pre|blockquote)>', ' ', 'g')`;
  let text = `regexp_replace(${unbroken}, '<[^>]*>', '', 'g')`;
  for (const [from, to] of [["U&'\\00A0'", ' '], ["'&nbsp;'", ' '], ["'&lt;'", '<'], ["'&gt;'", '>'], ["'&quot;'", '"'], ["'&amp;'", '&']]) text = `replace(${text}, ${from}, '${to}')`;
  return `regexp_replace(regexp_replace(${text}, '[ \\t\\r\\n\\f\\v]+', ' ', 'g'), '^ | $', '', 'g')`;
}

import type { Field } from '@formwork/contract/forms/field.ts';
import { wayText, type TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';
import { columnType } from './column-types.ts';

/** Kinds that read otherwise as text than the database writes them. */
const textFrom: Record<string, (column: string, zone: string) => string> = {
  x: (column) => `nullif(${plainSql(column)}, '')`,
  q: (column) =>
    `concat_ws(' ', ${column} ->> 'deviceName', ${column} #>> '{pointTitle,zh}', ${column} ->> 'value', nullif(${column} ->> 'unitSign', ''))`,
  c: (column) =>
    `array_to_string(array(select jsonb_array_elements_text(${column} -> 'names')), '') || (${column} ->> 'detail')`,
  e: (column) => `to_char(lower(${column}), 'YYYY-MM-DD') || ' 至 ' || to_char(upper(${column}) - 1, 'YYYY-MM-DD')`,
  s: (column, zone) => `to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`,
  h: (column, zone) =>
    `to_char(lower(${column}) at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') || ' 至 ' || to_char(upper(${column}) at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`,
};

/** Columns that hold ids of what only other parts of the house can name. */
const nameless: ReadonlySet<string> = new Set(['f', 'p', 'g', 'j', 'k', 'r', 'w', 'l']);

/**
 * SQL that turns the column of one field into that of another; null where nothing sensible can be kept. Options become their labels in the language of the house, and labels
 * options; moments become days, and back, by the clock of the enterprise.
 */
export function conversion(from: Field, to: Field, column: string, timeZone: string): string | null {
  const [kind, wanted] = [columnType(from).suffix, columnType(to).suffix];
  const [labels, ids] = [labelsOf(from), labelsOf(to)];
  if (wanted === 't' && labels && kind === 'o') return named(labels, column);
  if (wanted === 't' && labels && kind === 'a')
    return from.type === 'cascade'
      ? named(labels, `${column}[cardinality(${column})]`)
      : `array_to_string(array(select ${named(labels, 'one')} from unnest(${column}) one), '、')`;
  if (kind === 't' && ids && wanted === 'o')
    return named(
      ids.map(([id, label]) => [label, id]),
      `btrim(${column})`,
      'null',
    );
  return byKind(kind, wanted, column, literal(timeZone));
}

function byKind(from: string, to: string, column: string, zone: string): string | null {
  if (to === 't')
    return textFrom[from]
      ? textFrom[from](column, zone)
      : nameless.has(from)
        ? null
        : from === 'a'
          ? `array_to_string(${column}, ', ')`
          : `${column}::text`;
  const conversions: Record<string, string> = {
    'n<t': `case when btrim(${column}) ~ '^[+-]?[0-9]+(\\.[0-9]+)?$' then btrim(${column})::numeric end`,
    'n<q': `case when jsonb_typeof(${column} -> 'value') = 'number' then (${column} ->> 'value')::numeric end`,
    'b<t': `case when lower(${column}) in ('true', '1') then true when lower(${column}) in ('false', '0') then false end`,
    'b<n': `case ${column} when 1 then true when 0 then false end`,
    'n<b': `${column}::int::numeric`,
    'd<t': `case when btrim(${column}) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(btrim(${column}), 'date') then btrim(${column})::date end`,
    's<t': `case when btrim(${column}) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$' and pg_input_is_valid(btrim(${column}), 'timestamp') then btrim(${column})::timestamp at time zone ${zone} end`,
    'm<t': `case when btrim(${column}) ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$' then btrim(${column})::time end`,
    'd<s': `(${column} at time zone ${zone})::date`,
    's<d': `(${column}::timestamp at time zone ${zone})`,
    'x<t': `'<p>' || replace(replace(replace(${column}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>'`,
    'a<o': `array[${column}]`,
    'e<d': `daterange(${column}, ${column}, '[]')`,
    'd<e': `lower(${column})`,
    'h<s': `tstzrange(${column}, ${column}, '[]')`,
    's<h': `lower(${column})`,
    'h<e': `tstzrange(lower(${column})::timestamp at time zone ${zone}, upper(${column})::timestamp at time zone ${zone} - interval '1 second', '[]')`,
    'e<h': `daterange((lower(${column}) at time zone ${zone})::date, (upper(${column}) at time zone ${zone})::date, '[]')`,
    'c<t': `jsonb_build_object('names', '[]'::jsonb, 'detail', left(btrim(${column}), 300), 'regions', '[]'::jsonb)`,
    'o<a': `${column}[1]`,
  };
  return conversions[`${to}<${from}`] ?? null;
}

/** Of a field with options: their ids and labels, in a cascade the whole way. */
function labelsOf({ type, config }: Field): [id: string, label: string][] | undefined {
  const options = (config as { options?: readonly TreeOption[] }).options;
  if (!Array.isArray(options) || options.length === 0) return undefined;
  return (options as readonly TreeOption[]).map(({ id, label }) => [
    id,
    type === 'cascade' ? wayText(id, options as readonly TreeOption[], 'zh-CN') : label.zh,
  ]);
}

function named(words: readonly [from: string, to: string][], value: string, otherwise = value): string {
  return `case ${value} ${words.map(([from, to]) => `when ${literal(from)} then ${literal(to)}`).join(' ')} else ${otherwise} end`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The same steps as `plainTextOf`: what people read of formatted text. */
export function plainSql(column: string): string {
  const unbroken = `regexp_replace(${column}, '<[bh]r[^>]*>|</(?:p|h[1-6]|li|t[dhr]|pre|blockquote)>', ' ', 'g')`;
  let text = `regexp_replace(${unbroken}, '<[^>]*>', '', 'g')`;
  for (const [from, to] of [
    ["U&'\\00A0'", ' '],
    ["'&nbsp;'", ' '],
    ["'&lt;'", '<'],
    ["'&gt;'", '>'],
    ["'&quot;'", '"'],
    ["'&amp;'", '&'],
  ])
    text = `replace(${text}, ${from}, '${to}')`;
  return `regexp_replace(regexp_replace(${text}, '[ \\t\\r\\n\\f\\v]+', ' ', 'g'), '^ | $', '', 'g')`;
}

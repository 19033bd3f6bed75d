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
  // documents of one shape are in the order of their first key, which is the value
  reading: { sql: 'jsonb', suffix: 'q', index: 'btree' },
  json: { sql: 'jsonb', suffix: 'y', index: null },
} as const satisfies Record<ValueKind, ColumnType>;

export function columnType(field: Pick<Field, 'type' | 'config'>): ColumnType {
  return columnTypes[fieldKind(field)];
}

/** Words of people are in the order of their pinyin, codes and numbers in that of their signs. */
export const byPinyin = 'collate "zh-x-icu"';
const spoken: ReadonlySet<Field['type']> = new Set<Field['type']>([
  'text',
  'longText',
  'concatenation',
  'formula',
  'lookup',
]);
export function isSpoken(field: Pick<Field, 'type' | 'config'>): boolean {
  return spoken.has(field.type) && fieldKind(field) === 'text';
}

type Chosen = Parameters<typeof fieldKind>[0];

/**
 * Choices are in the order of their options: the place of a stored id among them, null for what is no option any more. A JSON
 * object finds it in few steps among thousands; its keys stand as the database writes them, so that indexes are known again.
 */
export function byOption(field: Chosen, sql: string): string {
  const places = [...placesOf(field)].sort(([left], [right]) => left.length - right.length || (left < right ? -1 : 1));
  return `('{${places.map(([id, place]) => `"${id}": ${place}`).join(', ')}}'::jsonb ->> ${sql})::integer`;
}

/** Whether options give a field's values their order. */
export function isPlaced(field: Chosen): boolean {
  return placesOf(field).size > 0;
}

/** Options of a dictionary or of another form change without a release, which keeps no index in step with them. */
export function isPlacedByRelease(field: Chosen): boolean {
  return isPlaced(field) && field.type !== 'lookup' && !('dictionary' in field.config && field.config.dictionary);
}

export function isOption(field: Chosen, id: string): boolean {
  return placesOf(field).has(id);
}

const known = new WeakMap<object, ReadonlyMap<string, number>>();

function placesOf(field: Chosen): ReadonlyMap<string, number> {
  const there = known.get(field.config);
  if (there) return there;
  const { options, source } = field.config as {
    options?: readonly { id: string }[];
    source?: { config?: { options?: readonly { id: string }[] } };
  };
  const offered = (field.type === 'lookup' ? source?.config?.options : options) ?? [];
  // part of SQL texts, for an index has no parameters: ids are of these signs alone
  const ids =
    fieldKind(field) === 'option' ? offered.map(({ id }) => id).filter((id) => /^[A-Za-z0-9_-]+$/.test(id)) : [];
  const places = new Map([...new Set(ids)].map((id, place) => [id, place]));
  known.set(field.config, places);
  return places;
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

import type { Decimal } from './decimal.ts';
import type { JsonDocument } from './json.ts';
import type { Place } from './place.ts';
import type { Reading } from './reading.ts';

export interface FileValue {
  /** Id in the files module. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type, found from the content. */
  type: string;
}

/** Both ends are within: days as `yyyy-MM-dd`, or instants. */
export interface RangeValue {
  start: string;
  end: string;
}

/** Keys in the order in which the database hands them back. */
export interface AddressValue {
  /** Of the regions, as they were called when they were chosen. */
  names: string[];
  /** Street and number; blank for none. */
  detail: string;
  /** Codes of base data from the top down. */
  regions: string[];
}

/**
 * What a field of a record holds on the wire. Empty is always null: blank text and empty lists are turned into it.
 * Numbers: `Decimal`. Date `yyyy-MM-dd`, time `HH:mm:ss`, instants ISO in UTC. A choice is the id of its option; people,
 * departments, posts, roles and records are lists of ids, also where only one is allowed. A time slot is its two instants,
 * formatted text is HTML.
 */
export type FieldValue =
  | Decimal
  | boolean
  | string[]
  | FileValue[]
  | RangeValue
  | AddressValue
  | Place
  | Reading
  | JsonDocument
  | null;

export type Values = Record<string, FieldValue>;

/** What a value is, whatever field type carries it: decides operators, sorting and columns. */
export const valueKinds = [
  'text',
  'number',
  'date',
  'dateTime',
  'time',
  'boolean',
  'option',
  'options',
  'people',
  'departments',
  'posts',
  'roles',
  'records',
  'files',
  'dateRange',
  'dateTimeRange',
  'address',
  'slot',
  'html',
  'place',
  'reading',
  'json',
] as const;
export type ValueKind = (typeof valueKinds)[number];

export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

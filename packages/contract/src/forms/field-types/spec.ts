import type { z } from 'zod';
import type { FieldValue, ValueKind } from '../values/value.ts';

export type ValueErrorCode =
  // a rule refuses it, in its own words
  | 'rules.refused'
  | 'rules.too_long'
  | 'rules.too_much_work'
  | 'records.value.required'
  | 'records.value.not_text'
  | 'records.value.too_long'
  | 'records.value.too_short'
  | 'records.value.pattern'
  | 'records.value.not_number'
  | 'records.value.too_small'
  | 'records.value.too_large'
  | 'records.value.decimals'
  | 'records.value.not_date'
  | 'records.value.not_date_time'
  | 'records.value.not_time'
  | 'records.value.too_early'
  | 'records.value.too_late'
  | 'records.value.not_range'
  | 'records.value.half_range'
  | 'records.value.end_before_start'
  | 'records.value.not_option'
  | 'records.value.not_last_level'
  | 'records.value.not_flag'
  | 'records.value.not_people'
  | 'records.value.not_departments'
  | 'records.value.not_posts'
  | 'records.value.not_roles'
  | 'records.value.not_files'
  | 'records.value.wrong_file_type'
  | 'records.value.not_records'
  | 'records.value.not_choosable'
  | 'records.value.ambiguous_record'
  | 'records.value.not_multiple'
  | 'records.value.above_limit'
  | 'records.value.not_address'
  | 'records.value.not_region'
  | 'records.value.region_incomplete'
  | 'records.value.region_only'
  | 'records.value.email'
  | 'records.value.phone'
  | 'records.value.url'
  | 'records.value.identity_number'
  | 'records.value.credit_code'
  | 'records.value.postal_code'
  | 'records.value.colour'
  | 'records.value.computed'
  | 'records.value.read_only'
  | 'records.value.taken'
  | 'records.value.number_taken'
  | 'records.value.repeated'
  | 'records.value.similar'
  | 'records.value.not_valid'
  | 'records.value.undecided'
  | `records.value.compare_${'gt' | 'gte' | 'eq' | 'lt' | 'lte'}${'' | '_now'}`
  | 'records.value.not_offered'
  | 'records.value.not_slot'
  | 'records.value.slot_closed'
  | 'records.value.slot_length'
  | 'records.value.slot_past'
  | 'records.value.slot_too_far'
  | 'records.value.slot_no_resource'
  | 'records.value.slot_taken'
  | 'records.value.column_full'
  | 'records.value.column_unfiltered'
  | 'records.value.not_place'
  | 'records.value.not_device_point'
  | 'records.value.no_device'
  | 'records.value.no_point'
  | 'records.value.device_retired'
  | 'records.value.device_product'
  | 'records.value.not_picture'
  | 'records.value.not_json'
  | 'records.value.barcode'
  | 'records.value.too_few_rows'
  | 'records.value.too_many_rows';

export interface ValueError {
  code: ValueErrorCode;
  data?: Record<string, string | number>;
}

/** A checked value in its one normal form, or what is wrong with it. */
export type Parsed<Value extends FieldValue = FieldValue> =
  | { value: Value | null; error?: undefined }
  | { value?: undefined; error: ValueError };

export interface TextOptions {
  locale: string;
  timeZone: string;
  /** Name of a person or department by id. */
  nameOf?: (id: string) => string | undefined;
}

/** Everything about one type of field that browser and server share. */
export interface FieldTypeSpec<Config, Value extends FieldValue = FieldValue> {
  /** Version of the config's shape; raise it together with a step in `migrate`. */
  version: number;
  migrate?: (config: unknown, from: number) => unknown;
  config: z.ZodType<Config>;
  /** Config of a new field. */
  initial: Config;
  kind: (config: Config) => ValueKind;
  /** Values come from the server; what a person sends is ignored. */
  computed?: boolean | ((config: Config) => boolean);
  /** May be declared unique: by an index on its column, or on the words of its value where that is long, has parts or follows from others (`keyText`). */
  canBeUnique?: 'column' | 'words';
  /** Is unique when it is added to a form, until a designer says otherwise. */
  uniqueAtFirst?: true;
  /** Checks a value that is not empty; days of moments are those of the enterprise's zone. */
  parse: (value: unknown, config: Config, timeZone: string) => Parsed<Value>;
  /** A cell of a spreadsheet, not blank; hands back what `parse` then checks. */
  fromText?: (text: string, config: Config, options: TextOptions) => unknown;
  /** As people read it: cells, titles, exports. */
  toText: (value: Value, config: Config, options: TextOptions) => string;
}

export function fail(code: ValueErrorCode, data?: ValueError['data']): { error: ValueError } {
  return { error: data ? { code, data } : { code } };
}

import type { DictionaryItem } from '@formwork/contract/basedata/dictionaries.ts';
import type { Unit } from '@formwork/contract/basedata/units.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ColumnType, Generated } from 'kysely';

/** jsonb: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

export interface DictionaryTable {
  space_id: string;
  id: string;
  code: string;
  title: Json<Text>;
  tree: boolean;
  disabled: Generated<boolean>;
}

export interface DictionaryItemTable {
  space_id: string;
  id: string;
  dictionary_id: string;
  parent_id: string | null;
  code: string;
  label: Json<Text>;
  color: DictionaryItem['color'];
  disabled: Generated<boolean>;
  position: Generated<number>;
}

export interface RegionTable {
  space_id: string;
  code: string;
  parent_code: string | null;
  name: string;
  name_en: Generated<string>;
}

export interface QuantityTable {
  space_id: string;
  id: string;
  title: Json<Text>;
  units: Json<Unit[]>;
  position: Generated<number>;
}

export interface HolidayTable {
  space_id: string;
  day: string;
  name: string;
  off: boolean;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'basedata.dictionary': DictionaryTable;
    'basedata.dictionary_item': DictionaryItemTable;
    'basedata.region': RegionTable;
    'basedata.quantity': QuantityTable;
    'basedata.holiday': HolidayTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  dictionary_code_key: 'basedata.dictionary.code_taken',
  dictionary_item_code_key: 'basedata.item.code_taken',
  region_pkey: 'basedata.region.code_taken',
} as const;

import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Op } from '@formwork/contract/definitions/ops.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface FolderTable {
  space_id: string;
  area: string;
  id: string;
  parent: string | null;
  path: ColumnType<string[], string[], string[]>;
  name: string;
  position: Generated<number>;
}

export interface DefinitionTable {
  space_id: string;
  kind: string;
  id: string;
  area: string;
  app_id: string | null;
  folder: string | null;
  owner: string | null;
  name: Json<Text>;
  tags: ColumnType<string[], string[] | undefined, string[]>;
  words: ColumnType<string, never, never>;
  draft: Json<unknown>;
  format: number;
  version: Generated<number>;
  saved_by: string;
  saved_at: Generated<Date>;
  released: ColumnType<number | null, number | null | undefined, number | null>;
  released_version: ColumnType<number | null, number | null | undefined, number | null>;
  enabled: Generated<boolean>;
  off_because: ColumnType<string | null, string | null | undefined, string | null>;
  archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_by: string;
  created_at: Generated<Date>;
}

export type DefinitionRow = Selectable<DefinitionTable>;

export interface ReleaseTable {
  space_id: string;
  kind: string;
  id: string;
  number: number;
  body: Json<unknown>;
  format: number;
  note: Generated<string>;
  released_by: string;
  released_at: Generated<Date>;
}

export interface ChangeTable {
  space_id: string;
  kind: string;
  id: string;
  version: number;
  client: string;
  seq: number;
  actor: string;
  at: Generated<Date>;
  ops: Json<Op[]>;
  lost: ColumnType<number[], number[] | undefined, never>;
}

export interface ReferenceTable {
  space_id: string;
  from_kind: string;
  from_id: string;
  of: 'draft' | 'release';
  from_part: string;
  to_kind: string;
  to_id: string;
  to_part: string;
  how: 'refuse' | 'warn';
}

export interface AccessRuleTable {
  space_id: string;
  area: string;
  id: string;
  on_folder: string | null;
  on_kind: string | null;
  on_id: string | null;
  position: number;
  subject_kind: RuleSubject['kind'];
  subject_id: string | null;
  subject_below: boolean;
  effect: 'grant' | 'refuse';
  level: DefinitionLevel;
  until: ColumnType<Date | null, string | null, never>;
}

/** A person's own mark. */
export interface FavouriteTable {
  space_id: string;
  person: string;
  kind: string;
  id: string;
  at: Generated<Date>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'definitions.folder': FolderTable;
    'definitions.definition': DefinitionTable;
    'definitions.release': ReleaseTable;
    'definitions.change': ChangeTable;
    'definitions.reference': ReferenceTable;
    'definitions.access_rule': AccessRuleTable;
    'definitions.favourite': FavouriteTable;
  }
}

export const constraintCodes: Record<string, ErrorCode> = { folder_name_key: 'definitions.folder.name_taken' };

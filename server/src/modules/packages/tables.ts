import type { InstallState, PackageChoice, PackageNeed, PartOutcome } from '@formwork/contract/packages/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type LaterJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface InstallTable {
  space_id: string;
  id: string;
  key: string;
  version: string;
  name: Json<Text>;
  needs: Json<PackageNeed[]>;
  app_id: ColumnType<string | null, string | null | undefined, string | null>;
  state: ColumnType<InstallState, InstallState | undefined, InstallState>;
  after_id: ColumnType<string | null, string | null | undefined, string | null>;
  theirs: ColumnType<PackageChoice[], string | undefined, string>;
  run_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_by: string;
  created_at: Generated<Date>;
  applied_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  signed_by: ColumnType<string | null, string | null | undefined, string | null>;
}
export type InstallRow = Selectable<InstallTable>;

/** A part as it stood: `before` and `applied` of a part. */
export interface Standing {
  name: Text;
  body: unknown;
}

export interface PartTable {
  space_id: string;
  install_id: string;
  kind: string;
  id: string;
  local_id: ColumnType<string | null, string | null | undefined, string | null>;
  position: number;
  name: Json<Text>;
  body: Json<unknown>;
  released: boolean;
  before: LaterJson<Standing>;
  applied: LaterJson<Standing>;
  outcome: LaterJson<PartOutcome>;
}
export type PartRow = Selectable<PartTable>;

export interface PackedTable {
  space_id: string;
  app_id: string;
  key: string;
  version: string;
  packed_by: string;
  packed_at: Generated<Date>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'packages.install': InstallTable;
    'packages.part': PartTable;
    'packages.packed': PackedTable;
  }
}

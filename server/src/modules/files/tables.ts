import type { Generated } from 'kysely';

export interface FileTable {
  space_id: string;
  id: string;
  name: string;
  media_type: string;
  size: number;
  sha256: string;
  key: string;
  purpose: string;
  created_by: string;
  attached_kind: Generated<string | null>;
  attached_id: Generated<string | null>;
  removing: Generated<boolean>;
  created_at: Generated<Date>;
}

declare module '../../platform/db.ts' {
  interface ControlTables {
    'files.file': FileTable;
  }
}

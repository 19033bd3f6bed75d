import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Generated } from 'kysely';

export interface ConnectionTable {
  space_id: string;
  id: string;
  kind: string;
  name: string;
  folder: string | null;
  settings: unknown;
  sealed: string | null;
  key_id: string | null;
  secrets: Generated<string[]>;
  state: Generated<'untested' | 'works' | 'fails'>;
  tested_at: Generated<Date | null>;
  test_code: Generated<string | null>;
  test_data: Generated<unknown>;
  version: Generated<number>;
  created_by: string;
  created_at: Generated<Date>;
  changed_by: string;
  changed_at: Generated<Date>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'connections.connection': ConnectionTable;
  }
}

export const constraintCodes: Record<string, ErrorCode> = { connection_name_key: 'connections.connection.name_taken' };

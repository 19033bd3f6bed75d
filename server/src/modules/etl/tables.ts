import type { Generated } from 'kysely';

export interface QueryTable {
  space_id: string;
  id: string;
  person: string;
  source: string;
  name: string | null;
  sql: string;
  at: Generated<Date>;
  ms: number | null;
  rows: number | null;
  error: string | null;
  /** Of one with a name: each other text under it is the next. */
  version: Generated<number>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'etl.query': QueryTable;
  }
}

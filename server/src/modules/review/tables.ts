import type { ChangeState } from '@formwork/contract/review/api.ts';
import type { Generated } from 'kysely';

export interface SeparationTable {
  space_id: string;
  enabled: boolean;
  changed_by: string;
  changed_at: Generated<Date>;
}

export interface ChangeTable {
  space_id: string;
  id: string;
  action: string;
  input: unknown;
  subject: string;
  before: unknown;
  after: unknown;
  prepared_by: string;
  prepared_at: Generated<Date>;
  state: Generated<ChangeState>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  reason: Generated<string>;
  failure: Generated<string | null>;
  password: Generated<string | null>;
  password_for: Generated<string | null>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'review.separation': SeparationTable;
    'review.change': ChangeTable;
  }
}

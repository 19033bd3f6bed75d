import type { Generated } from 'kysely';

export interface AuthorizationTable {
  space_id: string;
  account_id: string;
  state: 'under_review' | 'rejected' | 'approved';
  reason: string;
  applied_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: string | null;
  answer: Generated<string>;
  token_hash: string | null;
  token_end: string | null;
  token_issued_at: Date | null;
  token_used_at: Date | null;
  /** Given with the approval. */
  token_expires_at: Date | null;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'developer.authorization': AuthorizationTable;
  }
}

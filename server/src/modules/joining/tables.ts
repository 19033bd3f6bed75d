import type { EnterpriseRole } from '@formwork/contract/organization/people.ts';
import type { Generated } from 'kysely';

export interface RequestTable {
  space_id: string;
  id: string;
  /** Null for somebody who gets an account when they are let in. */
  account_id: string | null;
  name: string;
  login: string;
  password_hash: string | null;
  contact_kind: 'phone' | 'email' | null;
  contact: string | null;
  message: Generated<string>;
  role: EnterpriseRole | null;
  department_id: string | null;
  state: Generated<'waiting' | 'accepted' | 'refused'>;
  reason: Generated<string>;
  asked_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: string | null;
}

export interface InvitationTable {
  space_id: string;
  id: string;
  token_hash: string;
  role: EnterpriseRole;
  department_id: string | null;
  note: string;
  review: boolean;
  most_people: number;
  people: Generated<number>;
  created_by: string;
  /** By somebody who looks after the department: it holds as long as they do. */
  as_delegate: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'joining.request': RequestTable;
    'joining.invitation': InvitationTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  request_waiting_key: 'joining.request.waiting_already',
  invitation_people: 'joining.invitation.used_up',
} as const;

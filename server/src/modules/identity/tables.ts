import type { Role } from '@formwork/contract/roles.ts';
import type { Generated } from 'kysely';

export interface SpaceTable {
  id: string;
  name: string;
  is_operator: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface AccountTable {
  id: string;
  login: string;
  password_hash: string;
  home_space: string;
  disabled: Generated<boolean>;
  failed_entries: Generated<number>;
  locked_until: Date | null;
  password_set_at: Generated<Date>;
  created_at: Generated<Date>;
}

export interface MembershipTable {
  space_id: string;
  account_id: string;
  role: Role;
  name: string;
  disabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface SessionTable {
  id: string;
  token_hash: string;
  account_id: string;
  ip: string;
  user_agent: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
}

declare module '../../platform/db.ts' {
  interface ControlTables {
    'identity.space': SpaceTable;
    'identity.account': AccountTable;
    'identity.membership': MembershipTable;
    'identity.session': SessionTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = { account_login_key: 'identity.account.login_taken' } as const;

import type { Edition } from '@formwork/contract/operations/customers.ts';
import type { PasswordGrade } from '@formwork/contract/password-grade.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { Generated } from 'kysely';

export interface SpaceTable {
  id: string;
  name: string;
  is_operator: Generated<boolean>;
  /** Unified social credit code; an enterprise that was not signed up has none. */
  credit_code: Generated<string | null>;
  created_at: Generated<Date>;
  edition: Generated<Edition>;
  expires_at: Generated<Date | null>;
  suspended_at: Generated<Date | null>;
  suspended_because: Generated<string>;
  provider: Generated<string | null>;
}

export interface AccountTable {
  id: string;
  login: string;
  password_hash: string;
  home_space: string;
  disabled: Generated<boolean>;
  password_set_at: Generated<Date>;
  created_at: Generated<Date>;
  phone: Generated<string | null>;
  email: Generated<string | null>;
  password_grade: Generated<PasswordGrade | null>;
  password_given: Generated<boolean>;
  password_once: Generated<boolean>;
  merged_into: Generated<string | null>;
  two_step: Generated<'totp' | 'sms' | null>;
  totp_secret: Generated<string | null>;
  totp_pending: Generated<string | null>;
  totp_step: Generated<number>;
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
  device: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  acting_for: Generated<string | null>;
  acting_in: Generated<string | null>;
}

interface SignInTicketTable {
  token_hash: string;
  account_id: string;
  stage: string;
  first: string;
  second: boolean;
  expires_at: Date;
}

interface ProviderVisitTable {
  state_hash: string;
  browser_hash: string;
  provider: string;
  account_id: string | null;
  verifier: string;
  nonce: string;
  return_to: string;
  expires_at: Date;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'identity.space': SpaceTable;
    'identity.account': AccountTable;
    'identity.membership': MembershipTable;
    'identity.session': SessionTable;
    'identity.former_password': { account_id: string; replaced_at: Generated<Date>; password_hash: string };
    'identity.code': { purpose: string; target: string; code_hash: string; wrong: Generated<number>; expires_at: Date };
    'identity.recovery_code': {
      account_id: string;
      code_hash: string;
      /** Under which key it was hashed; null before keys had ids. */
      key_id: Generated<string | null>;
      used_at: Generated<Date | null>;
    };
    'identity.sign_in_ticket': SignInTicketTable;
    'identity.binding': {
      provider: string;
      subject: string;
      account_id: string;
      name: string;
      bound_at: Generated<Date>;
    };
    'identity.provider_visit': ProviderVisitTable;
    'identity.session_host': { token_hash: string; session_id: string; origin: string; created_at: Generated<Date> };
    'identity.host_ticket': {
      token_hash: string;
      session_id: string;
      origin: string;
      browser_hash: string;
      return_to: string;
      expires_at: Date;
    };
    'identity.operation': {
      account_id: string;
      id: string;
      at: Generated<Date>;
      kind: string;
      ip: string;
      user_agent: string;
      about: string | null;
    };
    'identity.hosting': {
      space_id: string;
      account_id: string;
      trustee_id: string;
      started_at: Generated<Date>;
      ends_at: Date | null;
    };
    'identity.operator_role': {
      space_id: string;
      id: string;
      name: string;
      description: Generated<string>;
      grants: string[];
      created_at: Generated<Date>;
    };
    'identity.operator_staff': { space_id: string; account_id: string; everything: boolean };
    'identity.operator_role_holder': { space_id: string; role_id: string; account_id: string };
    'identity.policy': { space_id: string; rules: unknown };
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  operator_role_name_key: 'operations.role.name_taken',
  operator_role_holder_role_fkey: 'operations.role.not_found',
  account_login_key: 'identity.account.login_taken',
  space_credit_code_key: 'identity.space.credit_code_taken',
  account_phone_key: 'identity.phone.bound',
  account_email_key: 'identity.email.bound',
  binding_pkey: 'identity.provider.bound',
  binding_account_key: 'identity.provider.bound',
} as const;

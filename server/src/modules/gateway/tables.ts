import type { LiveApi, PlanInput, SubscriptionState } from '@formwork/contract/gateway/api.ts';
import type { credentialKinds } from '@formwork/contract/gateway/definition.ts';
import type { ToldWay } from '@formwork/contract/analytics/told-api.ts';
import type { AlertKind } from '@formwork/contract/gateway/watch-api.ts';
import type { Generated } from 'kysely';
import type { ConstraintRefusal } from '../../platform/module.ts';

interface EnvironmentTable {
  space_id: string;
  id: string;
  name: string;
  created_at: Generated<Date>;
}

export interface LiveTable {
  space_id: string;
  api: string;
  environment: string;
  number: number;
  base_path: string;
  state: LiveApi['state'];
  sunset: Date | null;
  changed_by: string;
  changed_at: Generated<Date>;
}

export interface ConsumerTable {
  space_id: string;
  id: string;
  name: string;
  about: string;
  off: boolean;
  owner: Generated<string | null>;
  created_at: Generated<Date>;
}

interface ApplicationTable {
  space_id: string;
  id: string;
  consumer: string;
  name: string;
  created_at: Generated<Date>;
}

export interface CredentialTable {
  space_id: string;
  id: string;
  application: string;
  kind: (typeof credentialKinds)[number];
  name: string;
  hint: string;
  hash: string | null;
  login: string | null;
  settings: unknown;
  expires_at: Date | null;
  revoked_at: Generated<Date | null>;
  created_by: string;
  created_at: Generated<Date>;
}

export interface PlanTable {
  space_id: string;
  id: string;
  name: string;
  about: string;
  rate: unknown;
  quota: unknown;
  approval: boolean;
  created_at: Generated<Date>;
}

interface SubscriptionTable {
  space_id: string;
  id: string;
  application: string;
  api: string;
  plan: string;
  state: SubscriptionState;
  note: string;
  answer: Generated<string>;
  requested_by: string;
  requested_at: Generated<Date>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
}

interface DocumentTable {
  space_id: string;
  api: string;
  body: string;
  format: 'json' | 'yaml';
  made: unknown;
  at: Generated<Date>;
}

interface SnapshotTable {
  space_id: string;
  environment: string;
  number: number;
  sha256: string;
  body: string;
  at: Generated<Date>;
}

export interface ListingTable {
  space_id: string;
  api: string;
  audience: unknown;
  plans: string[];
  changed_by: string;
  changed_at: Generated<Date>;
}

interface AlertRuleTable {
  space_id: string;
  id: string;
  what: AlertKind;
  api: string | null;
  raise_at: number;
  clear_at: number;
  hold: number;
  enabled: boolean;
  receivers: unknown;
  ways: ToldWay[];
  created_at: Generated<Date>;
}

export interface TelemetryTable {
  space_id: string;
  connection: string;
  share: number;
  enabled: boolean;
  set_by: string;
  cursor_at: Generated<Date>;
  cursor_id: Generated<string>;
  sent: Generated<string>;
  sent_at: Generated<Date | null>;
  failure: Generated<string | null>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'gateway.environment': EnvironmentTable;
    'gateway.live': LiveTable;
    'gateway.consumer': ConsumerTable;
    'gateway.application': ApplicationTable;
    'gateway.credential': CredentialTable;
    'gateway.plan': PlanTable;
    'gateway.subscription': SubscriptionTable;
    'gateway.document': DocumentTable;
    'gateway.snapshot': SnapshotTable;
    'gateway.listing': ListingTable;
    'gateway.alert_rule': AlertRuleTable;
    'gateway.telemetry': TelemetryTable;
  }
}

export type PlanRate = PlanInput['rate'];
export type PlanQuota = PlanInput['quota'];

/** One that was kept before quotas had a time. */
export function quotaOf(kept: unknown): PlanQuota {
  const quota = kept as PlanQuota;
  return quota && { ...quota, seconds: quota.seconds ?? null };
}

export const constraintCodes: Record<string, ConstraintRefusal> = {
  environment_pkey: { code: 'gateway.environment.name_taken', path: 'id' },
  live_path_key: 'gateway.api.path_taken',
  consumer_name_key: { code: 'gateway.consumer.name_taken', path: 'name' },
  application_name_key: { code: 'gateway.application.name_taken', path: 'name' },
  application_consumer: 'gateway.consumer.not_found',
  credential_application: 'gateway.application.not_found',
  credential_hash_key: { code: 'gateway.credential.certificate_taken', path: 'certificate' },
  credential_login_key: { code: 'gateway.credential.login_taken', path: 'name' },
  plan_name_key: { code: 'gateway.plan.name_taken', path: 'name' },
  subscription_key: 'gateway.subscription.taken',
  subscription_application: 'gateway.application.not_found',
};

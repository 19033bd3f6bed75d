import type { Generated } from 'kysely';

export interface ProfileTable {
  space_id: string;
  account_id: string;
  gender: 'male' | 'female' | null;
  /** Dates are written and read as text: a day has no time zone. */
  birthday: string | null;
  qq: string | null;
  id_card: string | null;
  address: string | null;
  signature: string | null;
  extension: string | null;
  entry_date: string | null;
  job_description: string | null;
  portrait: string | null;
  portrait_original: string | null;
  drawn_signature: string | null;
  steps_closed: Generated<boolean>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'profile.profile': ProfileTable;
  }
}

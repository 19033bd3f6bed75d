import type { Timing } from '@formwork/contract/schedules/timing.ts';
import type { Generated } from 'kysely';

export interface ScheduleTable {
  space_id: string;
  id: string;
  of_kind: string;
  of_id: string;
  cron: string | null;
  every: number | null;
  at: Date | null;
  zone: string | null;
  workdays: boolean;
  window: unknown;
  overlap: Timing['overlap'];
  missed: Timing['missed'];
  paused: Generated<boolean>;
  since: Date;
  next_at: Date | null;
  after_at: Date | null;
  version: Generated<number>;
  created_by: string;
  created_at: Generated<Date>;
}

export interface DueTable {
  space_id: string;
  schedule: string;
  due: Date;
  run: string;
  state: Generated<'ready' | 'waiting' | 'started' | 'ended' | 'skipped' | 'failed'>;
  attempts: Generated<number>;
  error: Generated<string | null>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'schedules.schedule': ScheduleTable;
    'schedules.due': DueTable;
  }
}

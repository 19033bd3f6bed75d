import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AllowedRanges } from './outbox/allowed-ranges.ts';
import type { Bus } from './bus.ts';
import type { Config } from './config.ts';
import type { ControlTables } from './db/db.ts';
import type { Files } from './files/files.ts';
import type { Hold } from './hold.ts';
import type { Mail } from './outbox/mail.ts';
import type { Metrics } from './metrics.ts';
import type { Outgoing } from './outbox/outgoing.ts';
import type { Realtime } from './http/realtime.ts';
import type { Sms } from './outbox/sms.ts';

/** What every module may use. One per process; handed on, never global. */
export interface Platform {
  config: Config;
  log: Logger;
  control: Kysely<ControlTables>;
  /**
   * The control plane on connections of its own, for short readings that those who hold a connection of `control` or `pool` may want
   * too: what is kept in memory, what a file is. Such a reading waits for nothing else of this process.
   */
  facts: Kysely<ControlTables>;
  /** The role that serves requests. */
  pool: pg.Pool;
  /** The role that owns the tables: for released forms' tables and the job queue alone. */
  owner: pg.Pool;
  bus: Bus;
  realtime: Realtime;
  files: Files;
  mail: Mail;
  sms: Sms;
  outgoing: Outgoing;
  /** Private addresses that single enterprises may reach. */
  outgoingRanges: AllowedRanges;
  metrics: Metrics;
  /** Whether what leaves the house waits for an operator's word, after a restore. */
  hold: Hold;
}

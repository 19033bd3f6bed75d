import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Subscriber } from './events.ts';
import type { Server } from './http.ts';
import type { JobFunction } from './jobs.ts';
import type { Platform } from './platform.ts';

/** What a domain brings to the house; `server/src/modules.ts` lists them all. */
export interface Module {
  name: string;
  routes?(server: Server): void;
  subscribers?: Subscriber[];
  jobs?: Record<string, JobFunction>;
  /** Jobs by the clock: the kind of a job above and its cron pattern. */
  periodic?: { kind: string; cron: string }[];
  /** Named constraints of the module's tables and the refusal each stands for. */
  constraintCodes?: Record<string, ErrorCode>;
  /** Once per process, before requests are served. */
  start?(platform: Platform): void | Promise<void>;
}

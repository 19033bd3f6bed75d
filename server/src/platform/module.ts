import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Subscriber } from './events.ts';
import type { Server } from './http.ts';
import type { JobFunction, PeriodicTask } from './jobs.ts';
import type { Platform } from './platform.ts';
import type { TopicGuard } from './sockets.ts';

/** What a domain brings to the house; `server/src/modules.ts` lists them all. */
export interface Module {
  name: string;
  routes?(server: Server): void;
  subscribers?: Subscriber[];
  jobs?: Record<string, JobFunction>;
  /** Work by the clock, on one of the workers. */
  periodic?: PeriodicTask[];
  /** Who may watch a topic such as `form:abc`, by the part before the colon. */
  topics?: Record<string, TopicGuard>;
  /** Kinds of bus messages with a `spaceId` that tell of changed rights: then the topics of open sockets are asked again. */
  rightsMessages?: readonly string[];
  /** Named constraints of the module's tables and the refusal each stands for. */
  constraintCodes?: Record<string, ErrorCode>;
  /** Once per process, before requests are served. */
  start?(platform: Platform): void | Promise<void>;
}

import type { Action, Trigger } from './actions.ts';
import type { AssetSource } from './assets.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { AnyConnectionKind } from './connection-kind.ts';
import type { Subscriber } from './events/events.ts';
import type { AnyDefinitionKind } from './definition-kind.ts';
import type { Server } from './http/http.ts';
import type { PeriodicTask } from './jobs/jobs.ts';
import type { RunKind } from './runs/run-kinds.ts';
import type { PackagePart } from './package-part.ts';
import type { Platform } from './platform.ts';
import type { ScheduledKind } from './scheduled.ts';
import type { SealedTexts } from './sealed.ts';
import type { SharedKind } from './shared-kind.ts';
import type { TopicGuard } from './http/sockets.ts';

/** What a named constraint stands for: a refusal, and the field of the body that it is about, where there is one. */
export type ConstraintRefusal = ErrorCode | { code: ErrorCode; path: string };

/** What a domain brings to the house; `server/src/modules.ts` lists them all. */
export interface Module {
  name: string;
  routes?(server: Server): void;
  subscribers?: Subscriber[];
  /** Kinds of definitions: what is drawn, released and used. */
  kinds?: readonly AnyDefinitionKind[];
  /** What packages bring of the module beside its definitions. */
  parts?: readonly PackagePart[];
  /** What runs by the clock, by the name of the kind. */
  scheduled?: Readonly<Record<string, ScheduledKind>>;
  /** Kinds of connections that the module opens. */
  connections?: readonly AnyConnectionKind[];
  /** What links show of it to visitors. */
  shares?: readonly SharedKind[];
  /** Work that goes on after the call that asked for it. */
  runs?: RunKind[];
  /** What of it is a data asset, with columns that come from others. */
  assets?: readonly AssetSource[];
  /** What rules and flows may do, and what they may begin with, by name. */
  actions?: Record<string, Action>;
  triggers?: Record<string, Trigger>;
  /** Work by the clock, on one of the workers. */
  periodic?: PeriodicTask[];
  /** Who may watch a topic such as `form:abc`, by the part before the colon. */
  topics?: Record<string, TopicGuard>;
  /** Kinds of bus messages with a `spaceId` that tell of changed rights: then the topics of open sockets are asked again. */
  rightsMessages?: readonly string[];
  /** Named constraints of the module's tables and the refusal each stands for. */
  constraintCodes?: Record<string, ConstraintRefusal>;
  /** Texts of the module's tables that are sealed with the installation's secret. */
  sealed?: SealedTexts;
  /** Once per process, before requests are served. */
  start?(platform: Platform): void | Promise<void>;
}

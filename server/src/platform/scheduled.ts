import type { Ctx } from './context.ts';
import type { Platform } from './platform.ts';

/** One moment at which something is due. */
export interface DueRun {
  spaceId: string;
  /** The id of what runs: `of_id` of its schedule. */
  ofId: string;
  due: Date;
  /** The id of the run. It is given before anything starts, so that whoever starts it twice makes one. */
  run: string;
  /** Who made the schedule. */
  by: string;
}

/** A kind of thing that runs by the clock, as a module brings it: `scheduled` of its entry, by the kind's name. */
export interface ScheduledKind {
  /** Throws where the caller may not look at, or decide, when it runs. */
  requireMay(ctx: Ctx, ofId: string, level: 'see' | 'edit'): Promise<void>;
  /** Throws where it could not begin by itself: what it has to be given is not there. */
  requireReady?(ctx: Ctx, ofId: string): Promise<void>;
  /** Begins the run of this id, once however often it is called. */
  start(platform: Platform, due: DueRun): Promise<void>;
  /** Of these runs, those that have not ended. */
  running(platform: Platform, spaceId: string, runs: readonly string[]): Promise<string[]>;
  /** Ends a run that another one takes the place of. */
  cancel(platform: Platform, spaceId: string, run: string): Promise<void>;
}

import type { Platform } from '../platform.ts';

/** Work by the clock, for the whole installation. */
export interface PeriodicTask {
  name: string;
  /** Five fields of cron, UTC. */
  cron: string;
  /** `spaceId`: asked for in between, for one space alone. */
  run(platform: Platform, spaceId?: string): Promise<void>;
}

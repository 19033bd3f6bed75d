export { startScheduler, type Scheduler } from './leader.ts';
/** @public For whoever archives what runs by the clock. */
export { pauseSchedulesOf } from './of-things.ts';
export { clockworkOf } from './clockwork.ts';
export { isWorkday, timesBetween } from './next-time.ts';
export { registerScheduled } from './registry.ts';

import type { Ctx, TxCtx } from './context.ts';

/** A running job, as its function gets it: a call of the person who asked for it, at a later time. */
export interface Job<Payload = unknown> extends Ctx {
  id: string;
  payload: Payload;
  /** Starts with 1; more after a crash or an error of the outside world. */
  attempt: number;
  /** Shown to the person; call it as often as you like. */
  progress(done: number, total: number): void;
  /** True when the function should stop as soon as its work is in order. */
  cancelled(): boolean;
}

/**
 * May run again from the start after a crash, so it goes on where it was or has no effect the second time.
 * Its result must fit JSON. A thrown AppError is final and shown; any other error is tried again.
 */
export type JobFunction = (job: Job<never>) => Promise<unknown>;

/** Asks for a job in the transaction of the call; it runs after the commit. */
export declare function startJob(ctx: TxCtx, kind: string, payload: unknown): Promise<{ id: string }>;

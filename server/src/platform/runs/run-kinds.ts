import type { RunStep } from '@formwork/contract/runs/run.ts';
import type { Ctx } from '../context.ts';
import type { SpaceTx } from '../db/space-data.ts';
import type { Platform } from '../platform.ts';
import type { RunRow } from './run-rows.ts';
import type { RunName } from './runs.ts';

/** A running job, as its function gets it: a call of the person who asked for it, at a later time. */
export interface Job<Payload = unknown> extends Ctx {
  id: string;
  payload: Payload;
  /** Starts with 1; more after a crash or an error of the outside world. */
  attempt: number;
  /** Shown to the person; call it as often as you like. */
  progress(done: number, total: number): void;
  /**
   * What was done so far is kept, and is not done again after a crash: how often it was tried is counted from here on. Costs nothing
   * but where it was tried before.
   */
  moved(): Promise<void>;
  /** Notes what was done; kept with the run, a row a burst. */
  step(step: NewStep): void;
  /**
   * True when the function should bring its work in order and return: the person cancelled, the server stops, or another
   * process has taken the job over.
   */
  cancelled(): boolean;
}

export type NewStep = Omit<RunStep, 'seq' | 'at'> & { at?: string };

/** A run that goes on by bursts: each reads what it kept, does what can be done at once, and says how it stands. */
export interface Burst<Payload = unknown, Memory = unknown> extends Ctx {
  id: string;
  payload: Payload;
  definition: string | null;
  release: number | null;
  /** What the burst before kept; undefined in the first one. */
  memory: Memory | undefined;
  attempt: number;
  /** Within the burst something was kept that the same burst, done again, goes on behind. */
  moved(): Promise<void>;
  cancelled(): boolean;
}

export interface Advanced<Memory = unknown> {
  /** `running` asks for the next burst at once, `suspended` waits for `at` or for `wakeRun`. */
  state: 'running' | 'suspended' | 'finished' | 'failed' | 'cancelled';
  memory?: Memory;
  at?: Date;
  steps?: NewStep[];
  result?: unknown;
  error?: { code: string; data?: Record<string, unknown> | undefined };
  done?: number;
  total?: number;
  counts?: Record<string, number>;
  /**
   * Written in the transaction that keeps the burst: both are there or neither. What it answers is kept in the place of what was
   * said before: a burst may find out only as it writes how the run stands. It may be asked again, in another transaction. Others
   * may be written in the same one; `before` is what the kind's function of that name read for this run.
   */
  effects?(tx: SpaceTx, before: unknown): Promise<Omit<Advanced<Memory>, 'effects'> | void>;
}

/** What rules of access ask of a run: its kind, and what it carries out. */
export type RunScope = Pick<RunRow, 'kind' | 'definition'>;

export interface Keep {
  /** Days after the end. */
  finished: number;
  failed: number;
}

interface Common<Payload> extends RunName<Payload> {
  /** How often it is tried again after an error of the outside world, or when its process died, without having moved in between. */
  retries: number;
  keep: Keep;
  /** Who may see all runs of this scope, and stop and repeat them, beside who began one. Where it is left out, that one alone. */
  maySee?(ctx: Ctx, scope: RunScope): boolean | Promise<boolean>;
  /** Values of steps that the reader may not see are taken out. */
  mask?(
    ctx: Ctx,
    run: Pick<RunRow, 'id' | 'kind' | 'definition' | 'release' | 'payload'>,
    steps: RunStep[],
  ): Promise<RunStep[]>;
  /** What it keeps elsewhere for runs that are about to be forgotten goes. It may be asked of the same runs again. */
  forget?(at: { platform: Platform; spaceId: string }, runs: readonly { id: string; memory: unknown }[]): Promise<void>;
  /** Whether it may be run again from the start. */
  repeats?: boolean;
}

/** May run again from the start after a crash, so it goes on where it was or has no effect the second time. Its result is JSON. */
interface Working<Payload> extends Common<Payload> {
  work(job: Job<Payload>): Promise<unknown>;
}

interface Advancing<Payload, Memory> extends Common<Payload> {
  /** A burst whose process died is done again from the same memory. */
  advance(burst: Burst<Payload, Memory>): Promise<Advanced<Memory>>;
  /** Read at once for all runs that are written together, ahead of their effects. */
  before?(tx: SpaceTx, runs: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** What a run that failed remembers when it goes on at a node; undefined where it cannot. */
  resume?(memory: Memory | undefined, from: string): Memory | undefined;
  /** What is noted of a run that somebody cancelled; it ends as cancelled whatever it says. */
  cancel?(burst: Burst<Payload, Memory>): Promise<Omit<Advanced<Memory>, 'state'>>;
}

/** A kind of run as the platform carries it out. A thrown AppError is final and shown to the person; any other error is tried again. */
export interface RunKind extends Common<unknown> {
  work?(job: Job): Promise<unknown>;
  advance?(burst: Burst): Promise<Advanced>;
  before?: Advancing<unknown, unknown>['before'];
  resume?: ((memory: unknown, from: string) => unknown) | undefined;
  cancel?: ((burst: Burst) => Promise<Omit<Advanced, 'state'>>) | undefined;
}

export function runKind<Payload, Memory = unknown>(kind: Working<Payload> | Advancing<Payload, Memory>): RunKind {
  const read = (payload: unknown): Payload => kind.payload.parse(payload);
  if ('work' in kind) return { ...kind, work: (job) => kind.work({ ...job, payload: read(job.payload) }) };
  const known = (burst: Burst): Burst<Payload, Memory> => ({
    ...burst,
    payload: read(burst.payload),
    memory: burst.memory as Memory | undefined,
  });
  return {
    ...kind,
    advance: (burst: Burst) => kind.advance(known(burst)),
    cancel: kind.cancel && ((burst: Burst) => kind.cancel!(known(burst))),
    resume: kind.resume && ((memory: unknown, from: string) => kind.resume?.(memory as Memory | undefined, from)),
  };
}

const known = new WeakMap<Platform, ReadonlyMap<string, RunKind>>();

/** Once per process, before runs are asked for. */
export function knowRunKinds(platform: Platform, kinds: readonly RunKind[]): void {
  known.set(platform, new Map(kinds.map((kind) => [kind.kind, kind])));
}

/** Undefined for a kind that this product does not know any more, or not yet. */
export function runKindOf(platform: Platform, kind: string): RunKind | undefined {
  return known.get(platform)?.get(kind);
}

export function runKindsOf(platform: Platform): readonly RunKind[] {
  return [...(known.get(platform)?.values() ?? [])];
}

/** Of most kinds; a failed one is looked into later. */
export const month: Keep = { finished: 30, failed: 30 };

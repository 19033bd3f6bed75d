import type { Span } from './ast.ts';
import type { ProblemCode, ProblemData, Warning } from './problems.ts';
import type { Val } from './values.ts';
import { systemZone } from './zones.ts';

/** A compiled piece of an expression: a closure over a slot array. */
export type Code = (frame: Frame) => Val;

export interface Frame {
  readonly slots: Val[];
  readonly run: Run;
}

/** What one run of an expression shares between its parts. */
export interface Run {
  /** Steps that are left; loops, calls and ranges take from them. */
  steps: number;
  /** Calls of functions within functions. */
  depth: number;
  readonly warnings: Warning[];
  /** Milliseconds since 1970; the same for every now() and today() of a run. */
  readonly now: number;
  /** The zone in which today() begins. */
  readonly zone: string;
  readonly empties: Empties | undefined;
  /** Numbers of the rules of decision tables that applied, from 0; only where somebody asks. */
  readonly hits: number[] | undefined;
}

/**
 * How forms read what is empty; the standard knows nothing of it. In both a sum of nothing is 0. With `zero` an empty number counts as 0
 * where it is reckoned or compared, and sums and averages leave it out; with `null` what hangs on it is empty too.
 */
export type Empties = 'zero' | 'null';

export interface RunOptions {
  /** Steps a run may take before it ends with null and `feel.too_much_work`. */
  readonly budget?: number;
  readonly now?: number;
  readonly zone?: string;
  readonly empties?: Empties | undefined;
  readonly hits?: number[] | undefined;
}

const DEFAULT_BUDGET = 1_000_000;
/** A fresh run. Clock and zone are asked for when they are first needed: most expressions do without. */
export const startRun = (options: RunOptions = {}): Run => new Running(options);

class Running implements Run {
  steps: number;
  depth = 0;
  readonly warnings: Warning[] = [];
  private clock: number | undefined;
  private place: string | undefined;
  readonly empties: Empties | undefined;
  readonly hits: number[] | undefined;

  constructor({ budget = DEFAULT_BUDGET, now, zone, empties, hits }: RunOptions) {
    this.empties = empties;
    this.hits = hits;
    this.steps = budget;
    this.clock = now;
    this.place = zone;
  }

  get now(): number {
    return (this.clock ??= Date.now());
  }

  get zone(): string {
    return (this.place ??= systemZone());
  }
}

export const MAX_CALL_DEPTH = 200;
const MAX_WARNINGS = 20;

export function warn(run: Run, { from, to }: Span, code: ProblemCode, data?: ProblemData): null {
  if (run.warnings.length < MAX_WARNINGS) run.warnings.push({ from, to, code, ...(data && { data }) });
  return null;
}

/** Ends the run when it has worked too long. */
export function spend(run: Run, steps: number): void {
  run.steps -= steps;
  if (run.steps < 0) throw new OutOfBudget();
}

export class OutOfBudget extends Error {}

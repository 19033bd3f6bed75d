import { z } from 'zod';
import { uuid } from '../endpoint.ts';

export const runStates = ['waiting', 'running', 'suspended', 'finished', 'failed', 'cancelled'] as const;
export const RunState = z.enum(runStates);
export type RunState = z.infer<typeof RunState>;

export function isOver(state: RunState): boolean {
  return state === 'finished' || state === 'failed' || state === 'cancelled';
}

/** Work that goes on after the call which asked for it: imports, exports, bulk changes, flows. */
export const RunView = z.object({
  id: uuid,
  kind: z.string(),
  /** What it carries out, where that is a definition, and in which release. */
  definition: z.string().nullable(),
  release: z.int().nullable(),
  /** What began it: `call`, `rerun`, or the name of a trigger. */
  trigger: z.string(),
  /** Null: the system. */
  actor: uuid.nullable(),
  state: RunState,
  attempt: z.int(),
  done: z.number(),
  /** 0 while the amount of work is not known. */
  total: z.number(),
  /** Numbers that the kind counts, by its own names. */
  counts: z.record(z.string(), z.number()).nullable(),
  /** What the kind of run promises, once it is finished. */
  result: z.unknown(),
  error: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }).nullable(),
  /** The run that this one repeats. */
  parent: uuid.nullable(),
  cancelRequested: z.boolean(),
  createdAt: z.string(),
  /** When it may begin, or go on. */
  at: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  can: z.object({ cancel: z.boolean(), rerun: z.boolean(), rerunFrom: z.boolean() }),
});
export type RunView = z.infer<typeof RunView>;

/** What a run did: a node of a flow, a statement of a rule, a line of a log. */
export const RunStep = z.object({
  seq: z.int(),
  node: z.string().optional(),
  /** Of a node that is passed more than once. */
  round: z.int().optional(),
  branch: z.string().optional(),
  at: z.string(),
  ms: z.number().optional(),
  in: z.unknown().optional(),
  out: z.unknown().optional(),
  error: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }).optional(),
  attempt: z.int().optional(),
});
export type RunStep = z.infer<typeof RunStep>;

/** Sent to whoever began a run, and to those who watch `run:<id>`, while it runs and when it ends. */
export interface RunMessage {
  type: 'run.progress';
  id: string;
  kind: string;
  state: RunState;
  done: number;
  total: number;
}

import type { RunState, RunView } from '@formwork/contract/runs/run.ts';
import type { ActsAs, Caller } from './runs.ts';
import { timeOf } from './run-ids.ts';
import { keptJson } from '../db/kept-json.ts';

/** A run as it is asked for. */
export interface NewRun {
  id: string;
  kind: string;
  definition: string | null;
  release: number | null;
  trigger: string;
  cause: object | null;
  actor: string | null;
  actsAs: ActsAs;
  caller: Caller;
  payload: unknown;
  parent: string | null;
  priority: number;
  at: string;
}

/** A row of `run`. */
export interface RunRow {
  id: string;
  kind: string;
  definition: string | null;
  release: number | null;
  trigger: string;
  cause: unknown;
  actor: string | null;
  acts_as: ActsAs;
  caller: Caller;
  state: RunState;
  attempt: number;
  payload: unknown;
  memory: unknown;
  done: number;
  total: number;
  counts: Record<string, number> | null;
  result: unknown;
  error: RunView['error'];
  parent: string | null;
  version: number;
  cancel: boolean;
  at: Date;
  started: Date | null;
  finished: Date | null;
}

export const runColumns =
  'id, kind, definition, release, trigger, cause, actor, acts_as, caller, state, attempt, payload, memory, done, total, counts, result, error, parent, version, cancel, at, started, finished';

/** What asks twice with the same id asks once. */
export function insertRun(schema: string, run: NewRun) {
  return {
    name: `run_${schema}`,
    values: valuesOf(run),
    text: `insert into ${schema}.run (id, kind, definition, release, trigger, cause, actor, acts_as, caller, payload, parent, priority, at)
    values ($1::uuid, $2::text, $3::text, $4::int, $5::text, $6::jsonb, $7::uuid, $8::text, $9::jsonb, $10::jsonb, $11::uuid, $12::smallint, $13::timestamptz) on conflict (id) do nothing`,
  };
}

function valuesOf(run: NewRun): unknown[] {
  return [
    run.id,
    run.kind,
    run.definition,
    run.release,
    run.trigger,
    run.cause === null ? null : keptJson(run.cause),
    run.actor,
    run.actsAs,
    keptJson(run.caller),
    keptJson(run.payload ?? {}),
    run.parent,
    run.priority,
    run.at,
  ];
}

export function viewOf(row: RunRow, can: RunView['can']): RunView {
  return {
    id: row.id,
    kind: row.kind,
    definition: row.definition,
    release: row.release,
    trigger: row.trigger,
    actor: row.actor,
    state: row.state,
    attempt: row.attempt,
    done: row.done,
    total: row.total,
    counts: row.counts,
    result: row.result,
    error: row.error,
    parent: row.parent,
    cancelRequested: row.cancel,
    createdAt: new Date(timeOf(row.id) ?? row.at.getTime()).toISOString(),
    at: row.at.toISOString(),
    startedAt: row.started?.toISOString() ?? null,
    finishedAt: row.finished?.toISOString() ?? null,
    can,
  };
}

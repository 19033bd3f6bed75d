import type { RunStep } from '@formwork/contract/runs/run.ts';
import { spaceQuery, spaceSchema, type SpaceTx } from '../db/space-data.ts';
import type { Platform } from '../platform.ts';
import type { NewStep } from './run-kinds.ts';
import { keptJson } from '../db/kept-json.ts';

/** So many steps of a run are read at once at least; a burst is read whole. */
const atOnce = 500;

/** Steps that are yet to be written, with their numbers. */
export interface StepBuffer {
  add(step: NewStep): void;
  /** What was added since, as one burst; undefined where there is nothing. */
  take(): RunStep[] | undefined;
}

export function stepBuffer(after: number): StepBuffer {
  let seq = after;
  let rows: RunStep[] = [];
  return {
    add(step) {
      seq += 1;
      rows.push(withoutSecrets({ at: new Date().toISOString(), ...step, seq }) as RunStep);
    },
    take() {
      const burst = rows;
      rows = [];
      return burst.length > 0 ? burst : undefined;
    },
  };
}

/** One row a burst. An execution that lost its run may have written the number already. */
export function burstStatement(schema: string, runId: string, burst: readonly RunStep[]) {
  return {
    name: `run_step_${schema}`,
    text: `insert into ${schema}.run_step (run, seq, rows) values ($1::uuid, $2::int, $3::jsonb) on conflict (run, seq) do nothing`,
    values: [runId, burst[0]!.seq, keptJson(burst)],
  };
}

/** Number of the last step that is written; 0 where there is none. */
export async function lastSeq(tx: Pick<SpaceTx, 'schema' | 'query'>, runId: string): Promise<number> {
  const { rows } = await tx.query<{ seq: number }>({
    text: `select (rows->-1->>'seq')::int as seq from ${tx.schema}.run_step where run = $1 order by seq desc limit 1`,
    values: [runId],
  });
  return rows[0]?.seq ?? 0;
}

/** In order, behind the number that was read last. */
export async function readSteps(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  runId: string,
  after: number,
): Promise<{ steps: RunStep[]; more: boolean }> {
  // the number of a row is that of its first step: the burst that holds the next one may begin before it
  const { rows } = await spaceQuery<{ rows: RunStep[] }>(platform, {
    text: `select rows from ${spaceSchema(spaceId)}.run_step where run = $1 and seq >= coalesce((select max(seq) from ${spaceSchema(spaceId)}.run_step where run = $1 and seq <= $2), 0) order by seq limit ${atOnce}`,
    values: [runId, after + 1],
  });
  const steps: RunStep[] = [];
  let used = 0;
  for (const burst of rows) {
    if (steps.length >= atOnce) break;
    steps.push(...burst.rows.filter(({ seq }) => seq > after));
    used += 1;
  }
  return { steps, more: used < rows.length || rows.length === atOnce };
}

const secretNames = /pass(word|phrase|wd)|secret|token|authorization|cookie|api[-_]?key|private[-_]?key|credential/i;
export const hiddenValue = '•••';

/** What goes by the name of a secret is never written into a trace. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      secretNames.test(key) && part !== null && part !== undefined ? hiddenValue : withoutSecrets(part),
    ]),
  );
}

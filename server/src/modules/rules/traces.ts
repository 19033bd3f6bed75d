import type { Outcome } from '@formwork/logic/evaluate.ts';
import { idOf } from '../../platform/actions.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import type { RuleNote } from '../records/public.ts';
import type { LiveRule } from './live.ts';
import { keptJson } from '../../platform/db/kept-json.ts';

/** A row of `rules_trace`. */
export interface NewTrace {
  id: string;
  rule: string;
  release: number;
  source: string;
  starts: string;
  formId: string | null;
  recordId: string | null;
  actsAs: string;
  actor: string | null;
  state: 'done' | 'stopped' | 'failed' | 'running';
  code: string | null;
  detail: object;
}

/** What is kept of an outcome: as much of it as somebody can read. */
export function detailOf({ trace, changes, effects, stop, undecided }: Outcome): object {
  return {
    steps: trace.slice(0, 500).map(cut),
    changes: changes.slice(0, 200).map(({ target, value }) => cut({ target, value })),
    effects: effects.slice(0, 200).map(({ key, what, target, input }) => cut({ key, what, target, input })),
    ...(stop && { text: stop.text, field: stop.field }),
    ...(undecided.length > 0 && { undecided }),
  };
}

const mostKept = 4_096;

/** A value of more than 4 kB is told by its size. */
function cut<T>(value: T): T {
  const text = JSON.stringify(value);
  if (text === undefined || text.length <= mostKept) return value;
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === '' || typeof inner === 'number') return inner;
      const length = JSON.stringify(inner)?.length ?? 0;
      return length > mostKept / 4 ? `… ${length}` : inner;
    }),
  ) as T;
}

/** One a source and rule: of two the later is left out. They leave with the end of the transaction. */
export function keepTraces(tx: Pick<SpaceTx, 'schema' | 'later'>, traces: readonly NewTrace[]): void {
  if (traces.length === 0) return;
  tx.later({
    name: `rules_trace_${tx.schema}`,
    sameRow: true,
    text: `insert into ${tx.schema}.rules_trace (id, rule, release, source, starts, form_id, record_id, acts_as, actor, state, code, detail)
      select id, rule, release, source, starts, "formId", "recordId", "actsAs", actor, state, code, detail
      from json_to_recordset($1::json) as t (id uuid, rule text, release int, source uuid, starts text, "formId" text, "recordId" uuid, "actsAs" text, actor uuid, state text, code text, detail jsonb)
      on conflict (source, rule) do nothing`,
    values: [keptJson(traces)],
  });
}

export interface Counted {
  judged: number;
  held: number;
  failed: number;
  undecided: number;
}

/** A connection counts in rows of its own: saves beside each other do not wait for one another. Readers add the rows up. */
export function count(tx: Pick<SpaceTx, 'schema' | 'later'>, counts: ReadonlyMap<string, Counted>): void {
  if (counts.size === 0) return;
  const all = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  tx.later({
    name: `rules_count_${tx.schema}`,
    sameRow: true,
    text: `insert into ${tx.schema}.rules_count as c (rule, hour, part, judged, held, failed, undecided)
      select rule, $2::timestamptz, (pg_backend_pid() % 256)::smallint, judged, held, failed, undecided
      from unnest($1::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) as n (rule, judged, held, failed, undecided)
      on conflict (rule, hour, part) do update set judged = c.judged + excluded.judged, held = c.held + excluded.held, failed = c.failed + excluded.failed, undecided = c.undecided + excluded.undecided`,
    values: [
      all.map(([rule]) => rule),
      hour,
      all.map(([, one]) => one.judged),
      all.map(([, one]) => one.held),
      all.map(([, one]) => one.failed),
      all.map(([, one]) => one.undecided),
    ],
  });
}

export function add(counts: Map<string, Counted>, rule: string, what: Partial<Counted>): void {
  const one = counts.get(rule) ?? { judged: 0, held: 0, failed: 0, undecided: 0 };
  counts.set(rule, {
    judged: one.judged + (what.judged ?? 0),
    held: one.held + (what.held ?? 0),
    failed: one.failed + (what.failed ?? 0),
    undecided: one.undecided + (what.undecided ?? 0),
  });
}

/** The trace of a note that was made before a save. */
export const traceOfNote = (
  { id, rule, release, state, code, detail }: RuleNote,
  at: { formId: string; recordId: string; actor: string | null; actsAs: string },
): NewTrace => ({
  id,
  rule,
  release,
  source: idOf(`${id} before`),
  starts: 'saving',
  formId: at.formId,
  recordId: at.recordId,
  actsAs: at.actsAs,
  actor: at.actor,
  state,
  code: code ?? null,
  detail,
});

/** What names a trace of a rule in force. */
export const ofRule = ({ id, number, rule }: LiveRule): Pick<NewTrace, 'rule' | 'release' | 'actsAs'> => ({
  rule: id,
  release: number,
  actsAs: rule.runsAs,
});

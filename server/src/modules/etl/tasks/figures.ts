import type { NodeFigures } from '@formwork/contract/etl/task-api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';

type At = Pick<Ctx, 'platform' | 'spaceId'>;
export interface Figures {
  part?: 'source' | 'step' | 'target';
  state: NodeFigures['state'];
  rowsIn?: number;
  rows?: number;
  rejected?: number;
  /** That came in, of a target that went out, as far as they passed by here. */
  bytes?: number;
  report?: Record<string, number> | undefined;
}

/** Notes how a node of a run stands; what is left out stays as it was. */
export async function noteNode({ platform, spaceId }: At, run: string, node: string, figures: Figures): Promise<void> {
  const now = new Date();
  const { state, rowsIn, rows, rejected, report, part, bytes } = figures;
  const over = state === 'done' || state === 'failed';
  await spaceQuery(platform, {
    text: `insert into ${spaceSchema(spaceId)}.etl_node as n (run, node, state, rows_in, rows, rejected, started, ended, report, part, bytes)
      values ($1, $2, $3, coalesce($4::bigint, 0), coalesce($5::bigint, 0), coalesce($6::bigint, 0), $7, $8, $9, coalesce($10, 'step'), coalesce($11::bigint, 0))
      on conflict (run, node) do update set state = excluded.state,
        rows_in = case when $4::bigint is null then n.rows_in else excluded.rows_in end,
        rows = case when $5::bigint is null then n.rows else excluded.rows end,
        rejected = case when $6::bigint is null then n.rejected else excluded.rejected end,
        bytes = case when $11::bigint is null then n.bytes else excluded.bytes end,
        ended = excluded.ended, report = case when $9::jsonb is null then n.report else excluded.report end`,
    values: [
      run,
      node,
      state,
      rowsIn ?? null,
      rows ?? null,
      rejected ?? null,
      now,
      over ? now : null,
      report ? JSON.stringify(report) : null,
      part ?? null,
      bytes ?? null,
    ],
  });
}

/** How many rows have come so far. Told beside the work, it may arrive after the node's end: that stays. */
export async function noteRows(
  { platform, spaceId }: At,
  run: string,
  node: string,
  rows: number,
  bytes?: number,
): Promise<void> {
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.etl_node set rows = $3, bytes = coalesce($4::bigint, bytes) where run = $1 and node = $2 and state = 'running'`,
    values: [run, node, rows, bytes ?? null],
  });
}

/** Tells in between how many rows have passed on their way into what takes all of them or none. */
export function passingRows(at: At, run: string, node: string, everyMs: number) {
  let last = Date.now();
  let passed = 0;
  let told: Promise<void> | undefined;
  return {
    note(rows: number, bytes?: number): void {
      passed = bytes ?? passed;
      if (Date.now() - last < everyMs) return;
      last = Date.now();
      // one after the other: the newest stands
      told = (told ?? Promise.resolve()).then(() => noteRows(at, run, node, rows, bytes)).catch(() => {});
    },
    /** They broke off: nothing of them is there. */
    async takenBack(): Promise<void> {
      if (!told) return;
      last = Infinity;
      await told;
      await noteRows(at, run, node, 0, 0);
    },
    /** Of what passed in all. */
    bytes: () => passed,
  };
}

export async function nodeFigures({ platform, spaceId }: At, run: string): Promise<NodeFigures[]> {
  const { rows } = await spaceQuery<{
    node: string;
    state: NodeFigures['state'];
    rows_in: string;
    rows: string;
    rejected: string;
    started: Date | null;
    ended: Date | null;
    report: Record<string, number> | null;
    bytes: string;
  }>(platform, {
    text: `select node, state, rows_in, rows, rejected, started, ended, report, bytes from ${spaceSchema(spaceId)}.etl_node where run = $1`,
    values: [run],
  });
  return rows.map((row) => ({
    node: row.node,
    state: row.state,
    rowsIn: Number(row.rows_in),
    rows: Number(row.rows),
    rejected: Number(row.rejected),
    startedAt: row.started?.toISOString() ?? null,
    endedAt: row.ended?.toISOString() ?? null,
    report: row.report,
    bytes: Number(row.bytes),
  }));
}

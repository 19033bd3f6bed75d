import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import type { ParameterValues } from '@formwork/contract/etl/parameter.ts';
import type { EtlJob, etlTasksApi, JobDetail } from '@formwork/contract/etl/task-api.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { isOver, type RunState, type RunView } from '@formwork/contract/runs/run.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { listRuns } from '../../../platform/runs/run-calls.ts';
import { findDefinitions, releasedOf } from '../../definitions/public.ts';
import { nodeFigures } from './figures.ts';
import { requireJob } from './find-job.ts';

type Input<K extends keyof typeof etlTasksApi> = InputOf<(typeof etlTasksApi)[K]>;
type Answer<K extends keyof typeof etlTasksApi> = Promise<ResponseOf<(typeof etlTasksApi)[K]>>;

const kindOf = (run: string) => (run === 'etl.flow' ? 'etl_flow' : 'etl_task');

export async function listJobs(ctx: Ctx, { query }: Input<'jobs'>): Answer<'jobs'> {
  const { runs, next } = await listRuns(ctx, { params: {}, query, body: undefined });
  const names = await namesOf(ctx, kindOf(query.kind), runs);
  const ids = runs.map(({ id }) => id);
  const figures = await totalsOf(ctx, ids);
  const days = query.kind === 'etl.flow' ? await daysOf(ctx, ids) : new Map<string, string | null>();
  return { jobs: runs.map((run) => jobOf(run, names, figures, days)), next };
}

export async function getJob(ctx: Ctx, { params }: Pick<Input<'job'>, 'params'>): Promise<JobDetail> {
  const run = await requireJob(ctx, params.runId);
  const { platform, spaceId } = ctx;
  const kind = kindOf(run.kind);
  const released = await releasedOf(platform, spaceId, kind, run.definition!, run.release ?? undefined);
  const names = await namesOf(ctx, kind, [run]);
  const { rows: files } = await spaceQuery<{ node: string; file: string; name: string; size: string }>(platform, {
    text: `select node, file, name, size from ${spaceSchema(spaceId)}.etl_file where run = $1 order by node`,
    values: [run.id],
  });
  const { rows: memory } = await spaceQuery<{
    memory: { nodes?: Record<string, { run?: string; state?: string }> } | null;
    parameters: ParameterValues | null;
  }>(platform, {
    text: `select memory, payload->'parameters' as parameters from ${spaceSchema(spaceId)}.run where id = $1`,
    values: [run.id],
  });
  const ofFlow = Object.entries(memory[0]?.memory?.nodes ?? {});
  const nodes = await nodeFigures(ctx, run.id);
  const children = ofFlow.flatMap(([node, one]) => (one.run === undefined ? [] : [{ node, run: one.run }]));
  const states = await statesOf(
    ctx,
    children.map(({ run: id }) => id),
  );
  return {
    ...jobOf(run, names, await totalsOf(ctx, [run.id]), await daysOf(ctx, [run.id])),
    task: run.kind === 'etl.task' ? ((released?.body as EtlTask | undefined) ?? null) : null,
    flow: run.kind === 'etl.flow' ? ((released?.body as EtlFlow | undefined) ?? null) : null,
    nodes,
    parameters: memory[0]?.parameters ?? {},
    files: files.map((file) => ({ ...file, size: Number(file.size) })),
    runs: children.flatMap((child) => {
      const state = states.get(child.run);
      return state ? [{ ...child, state }] : [];
    }),
    standing: isOver(run.state)
      ? []
      : [
          ...nodes.filter(({ state }) => state === 'running').map(({ node }) => node),
          ...ofFlow.flatMap(([node, { state }]) => (state === 'running' ? [node] : [])),
        ],
  };
}

/** The last run of each. */
export async function lastRuns(ctx: Ctx, { query }: Input<'lastRuns'>): Answer<'lastRuns'> {
  const { rows } = await spaceQuery<{
    definition: string;
    id: string;
    state: RunState;
    started: Date | null;
    at: Date;
  }>(ctx.platform, {
    text: `select distinct on (definition) definition, id, state, started, at from ${spaceSchema(ctx.spaceId)}.run
        where kind = $1 and definition is not null order by definition, id desc limit 5000`,
    values: [query.kind],
  });
  return rows.map(({ definition, id, state, started, at }) => ({
    definition,
    run: id,
    state,
    at: (started ?? at).toISOString(),
  }));
}

interface Totals {
  read: number;
  written: number;
  rejected: number;
}

/** Which days runs are about, by the runs. */
async function daysOf({ platform, spaceId }: Ctx, runs: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await spaceQuery<{ id: string; day: string | null }>(platform, {
    text: `select id, payload->>'day' as day from ${spaceSchema(spaceId)}.run where id = any($1::uuid[])`,
    values: [runs],
  });
  return new Map(rows.map(({ id, day }) => [id, day]));
}

function jobOf(
  run: RunView,
  names: ReadonlyMap<string, Text>,
  totals: ReadonlyMap<string, Totals>,
  days: ReadonlyMap<string, string | null>,
): EtlJob {
  const { counts } = run;
  const live = totals.get(run.id);
  return {
    ...run,
    name: names.get(run.definition ?? '') ?? null,
    day: days.get(run.id) ?? null,
    rowsRead: counts?.read || live?.read || 0,
    rowsWritten: Math.max(counts?.written ?? 0, live?.written ?? 0),
    rowsRejected: Math.max(counts?.rejected ?? 0, live?.rejected ?? 0),
  };
}

/** While a run goes on, its nodes say how far it is. */
async function totalsOf({ platform, spaceId }: Ctx, runs: readonly string[]): Promise<Map<string, Totals>> {
  if (runs.length === 0) return new Map();
  const { rows } = await spaceQuery<{ run: string; read: string; written: string; rejected: string }>(platform, {
    text: `select run, coalesce(sum(rows) filter (where part = 'source'), 0) as read,
        coalesce(sum(rows) filter (where part = 'target'), 0) as written, sum(rejected) as rejected
      from ${spaceSchema(spaceId)}.etl_node where run = any($1::uuid[]) group by run`,
    values: [runs],
  });
  return new Map(
    rows.map(({ run, read, written, rejected }) => [
      run,
      { read: Number(read), written: Number(written), rejected: Number(rejected) },
    ]),
  );
}

async function statesOf({ platform, spaceId }: Ctx, ids: readonly string[]): Promise<Map<string, RunState>> {
  if (ids.length === 0) return new Map();
  const { rows } = await spaceQuery<{ id: string; state: RunState }>(platform, {
    text: `select id, state from ${spaceSchema(spaceId)}.run where id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, state }) => [id, state]));
}

async function namesOf(ctx: Ctx, kind: string, runs: readonly RunView[]): Promise<Map<string, Text>> {
  const ids = [...new Set(runs.flatMap(({ definition }) => definition ?? []))];
  if (ids.length === 0) return new Map();
  const found = await inControl(ctx.platform.control, ctx.spaceId, (tx) => findDefinitions(tx, kind, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

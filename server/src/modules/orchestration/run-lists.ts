import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { FlowRun, FlowRunStand, OpenStep, orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { pageByIds, readIdCursor } from '../../platform/db/paging.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { runSteps } from '../../platform/runs/run-calls.ts';
import { lowestIdAt, timeOf } from '../../platform/runs/run-ids.ts';
import type { RunRow } from '../../platform/runs/run-rows.ts';
import { withoutSecrets } from '../../platform/runs/run-steps.ts';
import { namesSeen, ownsAll } from '../definitions/public.ts';
import type { FlowMemory } from './memory.ts';
import { requireFlowRun, maySeeRuns } from './run-access.ts';
import { flowRun } from './run-name.ts';

type Input<Name extends keyof typeof orchestrationApi> = InputOf<(typeof orchestrationApi)[Name]>;

/** Along the id, which carries the time: a page of a million runs is one look at an index. */
export async function listFlowRuns(
  ctx: Ctx,
  { query }: Input<'runs'>,
): Promise<ResponseOf<typeof orchestrationApi.runs>> {
  const { after, limit, ...filter } = query;
  const rows = await runsBefore(ctx, filter, after === undefined ? undefined : readIdCursor(after), limit + 1);
  const { shown, next } = pageByIds(rows, limit);
  const names = await namesOf(ctx, shown);
  return { rows: shown.map((row) => flowRunOf(row, names)), next };
}

/** All runs that a filter finds, the latest first, a batch at a time: nobody's memory holds a million. */
export async function* flowRunBatches(ctx: Ctx, filter: RunFilter, size: number): AsyncGenerator<FlowRun[]> {
  for (let before: string | undefined; ;) {
    const rows = await runsBefore(ctx, filter, before, size);
    const names = await namesOf(ctx, rows);
    if (rows.length > 0) yield rows.map((row) => flowRunOf(row, names));
    if (rows.length < size) return;
    before = rows.at(-1)!.id;
  }
}

type RunFilter = Omit<Input<'runs'>['query'], 'after' | 'limit'>;

async function runsBefore(
  ctx: Ctx,
  { definition, state, trigger, from, to, search }: RunFilter,
  before: string | undefined,
  most: number,
): Promise<RunRow[]> {
  const values: unknown[] = [flowRun.kind];
  const where = ['kind = $1'];
  const add = (text: string, value: unknown): void => void where.push(text.replace('?', `$${values.push(value)}`));
  if (definition !== undefined) add('definition = ?', definition);
  if (state !== undefined) add('state = ?', state);
  if (trigger !== undefined) add('trigger = ?', trigger);
  if (from !== undefined) add('id >= ?::uuid', lowestIdAt(Date.parse(from)));
  if (to !== undefined) add('id < ?::uuid', lowestIdAt(Date.parse(to)));
  if (search !== undefined && search !== '') {
    const range = idRange(search);
    if (!range) return [];
    add('id >= ?::uuid', range.from);
    add('id <= ?::uuid', range.to);
  }
  if (before !== undefined) add('id < ?::uuid', before);
  if (!ownsAll(ctx.user) && !(definition !== undefined && (await maySeeRuns(ctx, { kind: flowRun.kind, definition }))))
    add('actor = ?::uuid', ctx.user.id);
  const { rows } = await spaceQuery<RunRow>(ctx.platform, {
    text: `select id, definition, release, trigger, actor, state, error, done, at, started, finished
      from ${spaceSchema(ctx.spaceId)}.run where ${where.join(' and ')} order by id desc limit $${values.push(most)}`,
    values,
  });
  return rows;
}

function namesOf(ctx: Ctx, rows: readonly RunRow[]): Promise<Map<string, Text>> {
  const ids = [...new Set(rows.flatMap(({ definition }) => definition ?? []))];
  return inControl(ctx.platform.control, ctx.spaceId, (tx) => namesSeen({ ...ctx, tx }, flowKind.kind, ids));
}

function flowRunOf(row: RunRow, names: ReadonlyMap<string, Text>): FlowRun {
  return {
    id: row.id,
    definition: row.definition ?? '',
    name: names.get(row.definition ?? '') ?? null,
    release: row.release ?? 0,
    trigger: row.trigger,
    actor: row.actor,
    state: row.state,
    error: row.error,
    steps: row.done,
    createdAt: new Date(timeOf(row.id) ?? row.at.getTime()).toISOString(),
    startedAt: row.started?.toISOString() ?? null,
    finishedAt: row.finished?.toISOString() ?? null,
  };
}

/** All ids that begin with what was typed. */
function idRange(text: string): { from: string; to: string } | undefined {
  const hex = text.toLowerCase().replaceAll('-', '');
  if (!/^[0-9a-f]{1,32}$/.test(hex)) return undefined;
  const whole = (fill: string): string =>
    hex.padEnd(32, fill).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { from: whole('0'), to: whole('f') };
}

export async function standOf(ctx: Ctx, { params }: Input<'stand'>): Promise<FlowRunStand> {
  const row = await requireFlowRun(ctx, params.flowRunId, 'see');
  const memory = row.memory as FlowMemory | null;
  const over = isOver(row.state);
  const open = over ? [] : Object.values(memory?.open ?? {});
  const paused = memory?.flow.paused === true;
  return {
    open: open.flatMap(({ key, node, kind, at, due, until, attempt }): OpenStep[] =>
      kind === 'undo'
        ? []
        : [{ key, node, kind, since: new Date(at).toISOString(), due: momentOf(due ?? until), attempt }],
    ),
    paused: paused && !over,
    limited: !over && memory?.limited === true,
    nodes: memory?.nodes ?? {},
    can: { pause: !over && !paused, resume: !over && paused },
  };
}

const momentOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/** As its reader sees it: the same masks as on the page. */
export async function exportRun(ctx: Ctx, { params }: Input<'export'>, reply: FastifyReply): Promise<void> {
  const row = await requireFlowRun(ctx, params.flowRunId, 'see');
  const steps: unknown[] = [];
  for (let after = 0, more = true; more;) {
    const page = await runSteps(ctx, { params: { runId: row.id }, query: { after }, body: undefined });
    steps.push(...page.steps);
    after = page.steps.at(-1)?.seq ?? after;
    more = page.more && page.steps.length > 0;
  }
  const text = JSON.stringify(
    {
      run: flowRunOf(row, await namesOf(ctx, [row])),
      input: withoutSecrets((row.payload as { input: unknown }).input),
      result: withoutSecrets(row.result),
      steps,
    },
    undefined,
    2,
  );
  await reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="run-${row.id}.json"`)
    .send(text);
}

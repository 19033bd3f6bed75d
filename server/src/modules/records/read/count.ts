import type { Condition } from '@formwork/contract/condition/condition.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { mostSearched } from '@formwork/contract/records/search.ts';
import type { Ctx } from '../../../platform/context.ts';
import { plannedRows } from '../../../platform/db/nodes.ts';
import { dataVersion } from '../../../platform/db/data-version.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, type Statement } from '../../../platform/db/space-data.ts';
import type { Rights } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { compileFilter, isSearch } from './list-search.ts';
import { shownColumns } from '../rights/mask.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { Eyes } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';

export interface Count {
  total: number;
  estimated: boolean;
}

interface Known {
  answer: unknown;
  /** State of the space's data when it was counted. */
  stamp: string;
  at: number;
  tookMs: number;
}

/** Beyond it a count is an estimate of the planner. */
const exactUpTo = 100_000;
/** What took longer is not counted again for every page while people write. */
const cheapMs = 100;
const staleMs = 10_000;
const mostKnown = 2_000;

const memories = new WeakMap<Platform, Map<string, Known>>();

/** Exact where counting is cheap or nothing has changed since; else the last count or an estimate, and marked so. */
export async function countRecords(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
): Promise<Count> {
  const { answer, old } = await remembered(ctx, plan, eyes, filter, 'count', () => ask(ctx, plan, eyes, filter));
  return old ? { total: answer.total, estimated: true } : answer;
}

/** What a search finds, up to what it shows. */
export async function countFound(
  ctx: Ctx,
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
): Promise<Count & { more?: true }> {
  const { rows } = await spaceQuery<{ count: number }>(ctx.platform, countStatement(plan, eyes, filter, mostSearched));
  const total = rows[0]?.count ?? 0;
  return total > mostSearched ? { total: mostSearched, estimated: false, more: true } : { total, estimated: false };
}

/** An answer over all records of a filter: asked again when somebody has written, and while people write without end every few seconds where it is dear. */
export async function remembered<Answer>(
  ctx: Ctx,
  plan: FormPlan,
  { rights, held }: Eyes,
  filter: Condition | undefined,
  what: string,
  find: () => Promise<Answer>,
): Promise<{ answer: Answer; old: boolean }> {
  if (isSearch(filter)) return { answer: await find(), old: false };
  const memory = memoryOf(ctx.platform);
  const key = JSON.stringify([
    ctx.spaceId,
    plan.form.formId,
    plan.form.release,
    what,
    rights.view === 'all' && !rights.fields && !dependsOnPerson(filter)
      ? ''
      : `${numberOf(rights)} ${held} ${ctx.user.id}`,
    filter ?? null,
    plan.timeZone,
    wallText(new Date().toISOString(), plan.timeZone).slice(0, 13),
  ]);
  const stamp = dataVersion(ctx.platform, ctx.spaceId);
  const known = memory.get(key);
  if (known && known.stamp === stamp) return { answer: known.answer as Answer, old: false };
  if (known && known.tookMs > cheapMs && Date.now() - known.at < staleMs)
    return { answer: known.answer as Answer, old: true };
  const began = performance.now();
  const answer = await find();
  if (memory.size >= mostKnown) memory.clear();
  memory.set(key, { answer, stamp, at: Date.now(), tookMs: performance.now() - began });
  return { answer, old: false };
}

async function ask(ctx: Ctx, plan: FormPlan, eyes: Eyes, filter: Condition | undefined): Promise<Count> {
  const { rows } = await spaceQuery<{ count: number }>(ctx.platform, countStatement(plan, eyes, filter));
  const total = rows[0]?.count ?? 0;
  if (total <= exactUpTo) return { total, estimated: false };
  const { from, params } = matching(plan, eyes, filter);
  const explained = await spaceQuery<Parameters<typeof plannedRows>[0][number]>(ctx.platform, {
    text: `explain (format json) select 1 ${from}`,
    values: params,
  });
  return { total: Math.max(exactUpTo, plannedRows(explained.rows)), estimated: true };
}

/** Counts up to so many, and one more. */
export function countStatement(plan: FormPlan, eyes: Eyes, filter: Condition | undefined, most = exactUpTo): Statement {
  const { from, params } = matching(plan, eyes, filter);
  return { text: `select count(*)::int as count from (select 1 ${from} limit ${most + 1}) counted`, values: params };
}

/** The records of a filter as one person sees them; columns as far as they are theirs. */
export function matching(
  plan: FormPlan,
  eyes: Eyes,
  filter: Condition | undefined,
): { from: string; params: unknown[]; columnOf: (id: string) => PlanColumn | undefined } {
  const { rights, viewer, held } = eyes;
  const params: unknown[] = [];
  const where: string[] = [];
  const shown = shownColumns(plan, rights, viewer, held === 'masked', params);
  const columnOf = (id: string) => {
    const column = plan.byId.get(id);
    return column && shown(column);
  };
  if (filter) where.push(compileFilter(filter, params, plan, eyes, columnOf).sql);
  if (rights.view !== 'all') {
    const granted = `r.id in (select record_id from ${plan.schema}.records_grant where user_id = $${params.push(viewer.id)}::uuid and form_id = '${plan.form.formId}')`;
    where.push(rights.view === null ? granted : `(${reachSql(plan, rights.view, viewer, params)} or ${granted})`);
  }
  return { from: `from ${plan.table} r${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`, params, columnOf };
}

const numbers = new WeakMap<Rights, number>();
let lastNumber = 0;

/** Rights are one object as long as the rules stay. */
function numberOf(rights: Rights): number {
  let number = numbers.get(rights);
  if (number === undefined) numbers.set(rights, (number = lastNumber += 1));
  return number;
}

function dependsOnPerson(filter: Condition | undefined): boolean {
  return filter !== undefined && /"(is|not)(Me|Mine\w*)"|"rows":/.test(JSON.stringify(filter));
}

function memoryOf(platform: Platform): Map<string, Known> {
  let memory = memories.get(platform);
  if (!memory) memories.set(platform, (memory = new Map()));
  return memory;
}

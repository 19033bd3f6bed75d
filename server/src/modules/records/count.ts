import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, type Statement } from '../../platform/space-data.ts';
import type { Rights } from '../forms/public.ts';
import { compileCondition } from './condition-sql.ts';
import { shownColumns } from './mask.ts';
import type { FormPlan } from './plan.ts';
import type { Eyes } from './reach.ts';
import { reachSql } from './reach-sql.ts';

export interface Count {
  total: number;
  estimated: boolean;
}

interface Known {
  count: Count;
  /** State of the space's data when it was counted. */
  stamp: number;
  at: number;
  tookMs: number;
}

/** Beyond it a count is an estimate of the planner. */
const exactUpTo = 100_000;
/** What took longer is not counted again for every page while people write. */
const cheapMs = 100;
const staleMs = 10_000;
const mostKnown = 2_000;

interface Memory {
  known: Map<string, Known>;
  stamps: Map<string, number>;
}

const memories = new WeakMap<Platform, Memory>();

/** Exact where counting is cheap or nothing has changed since; else the last count or an estimate, and marked so. */
export async function countRecords(ctx: Ctx, plan: FormPlan, eyes: Eyes, filter: Condition | undefined): Promise<Count> {
  const { rights, held } = eyes;
  const memory = memoryOf(ctx.platform);
  const key = JSON.stringify([ctx.spaceId, plan.form.formId, plan.form.release, rights.view === 'all' && !rights.fields && !dependsOnPerson(filter) ? '' : `${numberOf(rights)} ${held} ${ctx.user.id}`, filter ?? null, new Date().toISOString().slice(0, 13)]);
  const stamp = memory.stamps.get(ctx.spaceId) ?? 0;
  const known = memory.known.get(key);
  if (known && known.stamp === stamp) return known.count;
  if (known && known.tookMs > cheapMs && Date.now() - known.at < staleMs) return { total: known.count.total, estimated: true };
  const began = performance.now();
  const count = await ask(ctx, plan, eyes, filter);
  if (memory.known.size >= mostKnown) memory.known.clear();
  memory.known.set(key, { count, stamp, at: Date.now(), tookMs: performance.now() - began });
  return count;
}

/** Once per process: every write to a space is heard through its events. */
export function listenForWrites(platform: Platform): void {
  const { known, stamps } = memoryOf(platform);
  platform.bus.on('events', ({ spaces }) => {
    for (const space of spaces as string[]) stamps.set(space, (stamps.get(space) ?? 0) + 1);
  });
  platform.bus.on('reconnected', () => known.clear());
}

/** A writer's own process knows at once. */
export function written(platform: Platform, spaceId: string): void {
  const { stamps } = memoryOf(platform);
  stamps.set(spaceId, (stamps.get(spaceId) ?? 0) + 1);
  platform.bus.eventsWritten(spaceId);
}

async function ask(ctx: Ctx, plan: FormPlan, eyes: Eyes, filter: Condition | undefined): Promise<Count> {
  const { rows } = await spaceQuery<{ count: number }>(ctx.platform, countStatement(plan, eyes, filter));
  const total = rows[0]?.count ?? 0;
  if (total <= exactUpTo) return { total, estimated: false };
  const { from, params } = matching(plan, eyes, filter);
  const explained = await spaceQuery<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(ctx.platform, { text: `explain (format json) select 1 ${from}`, values: params });
  return { total: Math.max(exactUpTo, Math.round(explained.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)), estimated: true };
}

/** Counts up to the most that is counted exactly, and one more. */
export function countStatement(plan: FormPlan, eyes: Eyes, filter: Condition | undefined): Statement {
  const { from, params } = matching(plan, eyes, filter);
  return { text: `select count(*)::int as count from (select 1 ${from} limit ${exactUpTo + 1}) counted`, values: params };
}

function matching(plan: FormPlan, { rights, viewer, held }: Eyes, filter: Condition | undefined): { from: string; params: unknown[] } {
  const params: unknown[] = [];
  const where: string[] = [];
  const shown = shownColumns(plan, rights, viewer, held === 'masked', params);
  const columnOf = (id: string) => {
    const column = plan.byId.get(id);
    return column && shown(column);
  };
  if (filter) where.push(compileCondition(filter, params, { columnOf, me: viewer.id, mine: viewer.mine, now: new Date() }).sql);
  if (rights.view !== 'all') {
    const granted = `r.id in (select record_id from ${plan.schema}.records_grant where user_id = $${params.push(viewer.id)}::uuid and form_id = '${plan.form.formId}')`;
    where.push(rights.view === null ? granted : `(${reachSql(plan, rights.view, viewer, params)} or ${granted})`);
  }
  return { from: `from ${plan.table} r${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`, params };
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
  return filter !== undefined && /"(isMe|notMe)"/.test(JSON.stringify(filter));
}

function memoryOf(platform: Platform): Memory {
  let memory = memories.get(platform);
  if (!memory) memories.set(platform, (memory = { known: new Map(), stamps: new Map() }));
  return memory;
}

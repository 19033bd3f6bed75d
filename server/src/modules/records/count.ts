import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, type Statement } from '../../platform/space-data.ts';
import type { Rights } from '../forms/public.ts';
import { compileCondition } from './condition-sql.ts';
import { maskedColumn } from './mask.ts';
import type { FormPlan } from './plan.ts';

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
export async function countRecords(ctx: Ctx, plan: FormPlan, rights: Rights, filter: Condition | undefined, masked: boolean): Promise<Count> {
  const memory = memoryOf(ctx.platform);
  const key = JSON.stringify([ctx.spaceId, plan.form.formId, plan.form.release, rights.view === 'all' && !dependsOnPerson(filter) ? '' : `${rights.view} ${masked} ${ctx.user.id}`, filter ?? null, new Date().toISOString().slice(0, 13)]);
  const stamp = memory.stamps.get(ctx.spaceId) ?? 0;
  const known = memory.known.get(key);
  if (known && known.stamp === stamp) return known.count;
  if (known && known.tookMs > cheapMs && Date.now() - known.at < staleMs) return { total: known.count.total, estimated: true };
  const began = performance.now();
  const count = await ask(ctx, plan, rights, filter, masked);
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

async function ask(ctx: Ctx, plan: FormPlan, rights: Rights, filter: Condition | undefined, masked: boolean): Promise<Count> {
  const { rows } = await spaceQuery<{ count: number }>(ctx.platform, countStatement(ctx.user.id, plan, rights, filter, masked));
  const total = rows[0]?.count ?? 0;
  if (total <= exactUpTo) return { total, estimated: false };
  const { from, params } = matching(ctx.user.id, plan, rights, filter, masked);
  const explained = await spaceQuery<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(ctx.platform, { text: `explain (format json) select 1 ${from}`, values: params });
  return { total: Math.max(exactUpTo, Math.round(explained.rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0)), estimated: true };
}

/** Counts up to the most that is counted exactly, and one more. */
export function countStatement(userId: string, plan: FormPlan, rights: Rights, filter: Condition | undefined, masked = false): Statement {
  const { from, params } = matching(userId, plan, rights, filter, masked);
  return { text: `select count(*)::int as count from (select 1 ${from} limit ${exactUpTo + 1}) counted`, values: params };
}

function matching(userId: string, plan: FormPlan, rights: Rights, filter: Condition | undefined, masked: boolean): { from: string; params: unknown[] } {
  const params: unknown[] = masked && filter ? [userId] : [];
  const where: string[] = [];
  const columnOf = (id: string) => {
    const column = plan.byId.get(id);
    return column && masked ? maskedColumn(plan, rights, '$1::uuid', column) : column;
  };
  if (filter) where.push(compileCondition(filter, params, { columnOf, me: userId, now: new Date() }).sql);
  if (rights.view !== 'all') {
    const me = `$${params.push(userId)}::uuid`;
    const granted = `r.id in (select record_id from ${plan.schema}.records_grant where user_id = ${me} and form_id = '${plan.form.formId}')`;
    where.push(rights.view === 'own' ? `(r.owner = ${me} or ${granted})` : granted);
  }
  return { from: `from ${plan.table} r${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`, params };
}

function dependsOnPerson(filter: Condition | undefined): boolean {
  return filter !== undefined && /"(isMe|notMe)"/.test(JSON.stringify(filter));
}

function memoryOf(platform: Platform): Memory {
  let memory = memories.get(platform);
  if (!memory) memories.set(platform, (memory = { known: new Map(), stamps: new Map() }));
  return memory;
}

import type { AgentState, agentsApi, Delegation, DelegationInput } from '@formwork/contract/agents/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FieldError } from '@formwork/contract/errors.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { directoryOf, type Directory } from '../organization/public.ts';
import { forgetDelegations } from './active.ts';
import { appsThere } from './known-apps.ts';
import type { DelegationTable } from './tables.ts';

type Input<Name extends keyof typeof agentsApi> = InputOf<(typeof agentsApi)[Name]>;
type Row = Selectable<DelegationTable>;

const mostListed = 1_000;

export function listMine(ctx: Ctx, { query }: Input<'mine'>): Promise<Delegation[]> {
  return list(ctx, 'principal_id', query.state);
}

export function listToMe(ctx: Ctx, { query }: Input<'toMe'>): Promise<Delegation[]> {
  return list(ctx, 'agent_id', query.state);
}

export async function createDelegation(ctx: Ctx, { body }: Input<'create'>): Promise<Delegation> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  await requireGood(ctx, directory, body);
  const row = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const made = await tx
      .insertInto('agents.delegation')
      .values({ space_id: ctx.spaceId, id: newId(), principal_id: ctx.user.id, ...columnsOf(body), recycled_at: null })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record({ ...ctx, tx }, 'agents.delegation.created', { id: made.id, ...body });
    return made;
  });
  forgetDelegations(ctx.platform, ctx.spaceId);
  return viewOf(ctx, directory, row);
}

/** Edits one that holds; one that does not is given anew. */
export async function updateDelegation(ctx: Ctx, { params, body }: Input<'update'>): Promise<Delegation> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  await requireGood(ctx, directory, body);
  const row = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const changed = await own(
      tx.updateTable('agents.delegation').set({ ...columnsOf(body), recycled_at: null }),
      ctx,
      params.delegationId,
    )
      .returningAll()
      .executeTakeFirst();
    if (!changed) throw notFound('agents.delegation.not_found');
    await record({ ...ctx, tx }, 'agents.delegation.changed', { id: changed.id, ...body });
    return changed;
  });
  forgetDelegations(ctx.platform, ctx.spaceId);
  return viewOf(ctx, directory, row);
}

/** Those that no longer hold stay as they are. */
export async function recycleDelegations(ctx: Ctx, { body }: Input<'recycle'>): Promise<{ recycled: number }> {
  const recycled = await inControl(ctx.platform.control, ctx.spaceId, (tx) => recycle({ ...ctx, tx }, body.ids));
  forgetDelegations(ctx.platform, ctx.spaceId);
  return { recycled };
}

async function recycle(ctx: TxCtx, ids: string[]): Promise<number> {
  const rows = await ctx.tx
    .updateTable('agents.delegation')
    .set({ recycled_at: sql<Date>`now()` })
    .where('principal_id', '=', ctx.user.id)
    .where('id', 'in', ids)
    .where('recycled_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .returning('id')
    .execute();
  for (const { id } of rows) await record(ctx, 'agents.delegation.recycled', { id });
  return rows.length;
}

export async function removeDelegation(ctx: Ctx, { params }: Input<'remove'>): Promise<null> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const row = await own(tx.selectFrom('agents.delegation').selectAll(), ctx, params.delegationId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('agents.delegation.not_found');
    if (stateOf(directory, row) === 'agenting') throw conflict('agents.delegation.holds');
    await own(tx.deleteFrom('agents.delegation'), ctx, row.id).execute();
    await record({ ...ctx, tx }, 'agents.delegation.removed', { id: row.id });
  });
  return null;
}

async function list(ctx: Ctx, side: 'principal_id' | 'agent_id', state: AgentState | undefined): Promise<Delegation[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('agents.delegation')
      .selectAll()
      .where(side, '=', ctx.user.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostListed)
      .execute(),
  );
  return rows.map((row) => viewOf(ctx, directory, row)).filter((one) => state === undefined || one.state === state);
}

/** The own row; another person's is not there. */
function own<Query extends { where(column: 'id' | 'principal_id', operator: '=', value: string): Query }>(
  query: Query,
  ctx: Ctx,
  id: string,
): Query {
  return query.where('id', '=', id).where('principal_id', '=', ctx.user.id);
}

async function requireGood(
  ctx: Ctx,
  directory: Directory,
  { agentId, startsAt, endsAt, appIds }: DelegationInput,
): Promise<void> {
  const problems: FieldError[] = [];
  const agent = directory.people.get(agentId);
  if (agentId === ctx.user.id) problems.push({ path: 'agentId', code: 'agents.delegation.yourself' });
  else if (!agent || agent.disabled) problems.push({ path: 'agentId', code: 'agents.delegation.nobody' });
  if (endsAt <= startsAt) problems.push({ path: 'endsAt', code: 'agents.delegation.ends_before' });
  else if (new Date(endsAt) <= new Date()) problems.push({ path: 'endsAt', code: 'agents.delegation.ended' });
  const there = appIds ? await appsThere(ctx, appIds) : undefined;
  if (there && appIds?.some((id) => !there.has(id)))
    problems.push({ path: 'appIds', code: 'agents.delegation.no_app' });
  if (problems.length > 0) throw invalid('agents.delegation.wrong', problems);
}

function columnsOf({ agentId, startsAt, endsAt, appIds, permissions }: DelegationInput) {
  return {
    agent_id: agentId,
    starts_at: new Date(startsAt),
    ends_at: new Date(endsAt),
    app_ids: appIds,
    permissions: [...new Set(permissions)],
  };
}

function stateOf({ people }: Directory, { agent_id, principal_id, recycled_at, ends_at }: Row): AgentState {
  if (recycled_at !== null) return 'recycled';
  if ([agent_id, principal_id].some((id) => people.get(id)?.disabled !== false)) return 'invalid';
  return ends_at <= new Date() ? 'expired' : 'agenting';
}

function viewOf(ctx: Ctx, directory: Directory, row: Row): Delegation {
  const person = (id: string) => ({ id, name: directory.people.get(id)?.name ?? '' });
  const state = stateOf(directory, row);
  const mine = row.principal_id === ctx.user.id;
  return {
    id: row.id,
    principal: person(row.principal_id),
    agent: person(row.agent_id),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    appIds: row.app_ids,
    permissions: row.permissions,
    state,
    createdAt: row.created_at.toISOString(),
    can: { edit: mine, recycle: mine && state === 'agenting', remove: mine && state !== 'agenting' },
  };
}

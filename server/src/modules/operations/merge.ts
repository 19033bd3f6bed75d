import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { MergePlan, usersApi } from '@formwork/contract/operations/users.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { enterSpace, inControl } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { closeMerged, dropSession, handMembership, mergeSide, type MergeSide } from '../identity/public.ts';
import { isLast, takePlace } from '../organization/public.ts';
import { recordInAll } from './trails.ts';

type Input<Name extends 'planMerge' | 'merge'> = InputOf<(typeof usersApi)[Name]>;

/** What would become of both, without doing it. */
export async function planMerge(ctx: TxCtx, { params, query }: Input<'planMerge'>): Promise<MergePlan> {
  return (await planned(ctx, params.userId, query.intoId)).plan;
}

/** One account takes over the memberships of another, which is closed. Records and to-dos follow behind the call, space by space. */
export async function mergeUsers(ctx: Ctx, { params, body }: Input<'merge'>): Promise<MergePlan> {
  const plan = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx = { ...ctx, tx };
    const { plan: made, from, into } = await planned(inTx, params.userId, body.intoId);
    const [refusal] = made.refusals;
    if (refusal) throw conflict(refusal.code as ErrorCode, refusal.data);
    const moving = new Set(made.moves.map(({ space }) => space.id));
    for (const { space, role, name } of enabledOf(from)) {
      const there = { ...inTx, spaceId: space.id };
      const moves = moving.has(space.id);
      await enterSpace(tx, space.id);
      await handMembership(there, { from: from.id, into: into.id, role, name, moves });
      await takePlace(there, { from: from.id, into: into.id, place: moves });
    }
    await enterSpace(tx, ctx.spaceId);
    await closeMerged(tx, from, into);
    await recordInAll(
      inTx,
      enabledOf(from).map(({ space }) => space.id),
      'identity.account.merged',
      { id: from.id, name: from.name, login: from.login, into: into.id, intoLogin: into.login },
    );
    return made;
  });
  for (const accountId of [params.userId, body.intoId]) dropSession(ctx.platform, { accountId });
  return plan;
}

async function planned(
  ctx: TxCtx,
  fromId: string,
  intoId: string,
): Promise<{ plan: MergePlan; from: MergeSide; into: MergeSide }> {
  // always in the same order, or two who merge crosswise would wait for each other
  const sides = new Map<string, MergeSide | undefined>();
  for (const id of [fromId, intoId].sort()) sides.set(id, await mergeSide(ctx.tx, id));
  const [from, into] = [sides.get(fromId), sides.get(intoId)];
  if (!from || !into) throw notFound('operations.user.not_found');
  const moves: MergePlan['moves'] = [];
  const stays: MergePlan['stays'] = [];
  for (const { space, role } of enabledOf(from)) {
    const own = into.memberships.find((one) => one.space.id === space.id);
    if (own) stays.push({ space, role, keptRole: own.role });
    else moves.push({ space, role });
  }
  const way = (mine: unknown, theirs: unknown) =>
    mine === null ? null : theirs === null ? ('moves' as const) : ('unbound' as const);
  const plan: MergePlan = {
    from: sideOf(from),
    into: sideOf(into),
    moves,
    stays,
    phone: way(from.phone, into.phone),
    email: way(from.email, into.email),
    providers: from.providers.map((provider) => ({
      provider,
      way: into.providers.includes(provider) ? 'unbound' : 'moves',
    })),
    refusals: await refusalsOf(ctx, from, into, stays),
  };
  return { plan, from, into };
}

async function refusalsOf(
  ctx: TxCtx,
  from: MergeSide,
  into: MergeSide,
  stays: MergePlan['stays'],
): Promise<MergePlan['refusals']> {
  const refusals: MergePlan['refusals'] = [];
  const refuse = (code: ErrorCode, data: Record<string, string> = {}) => refusals.push({ code, data });
  if (from.id === into.id) refuse('operations.merge.same');
  if ([...from.memberships, ...into.memberships].some(({ role }) => isOperatorRole(role)))
    refuse('operations.merge.operator');
  if (from.merged) refuse('operations.user.merged');
  if (into.disabled) refuse('operations.merge.disabled', { login: into.login });
  for (const { space, role, keptRole } of stays) {
    if (into.memberships.some((one) => one.space.id === space.id && one.disabled))
      refuse('operations.merge.disabled_there', { login: into.login, space: space.name });
    if (role === keptRole) continue;
    await enterSpace(ctx.tx, space.id);
    if (await isLast({ ...ctx, spaceId: space.id }, from.id, role))
      refuse(role === 'admin' ? 'operations.merge.last_administrator' : 'operations.merge.last_officer', {
        space: space.name,
      });
    await enterSpace(ctx.tx, ctx.spaceId);
  }
  return refusals;
}

function enabledOf({ memberships }: MergeSide): MergeSide['memberships'] {
  return memberships.filter(({ disabled }) => !disabled);
}

function sideOf({ id, login, name }: MergeSide): MergePlan['from'] {
  return { id, login, name };
}

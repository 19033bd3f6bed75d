import type { AgentPermission } from '@formwork/contract/agents/api.ts';
import type { AgentNeed } from '@formwork/contract/endpoint.ts';
import type { Ctx, SignedInUser, VisitorCtx } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors.ts';
import { directoryOf } from '../organization/public.ts';
import { delegationsOf, type ActiveDelegation } from './active.ts';

const enough = {
  read: ['todo', 'existingTodo', 'create', 'edit', 'return'],
  todo: ['todo', 'existingTodo'],
  create: ['create'],
  edit: ['edit'],
  return: ['return'],
} satisfies Record<AgentNeed, AgentPermission[]>;

/** The call as one of the person whom the caller is an agent of, within what was handed over. */
export async function actFor(ctx: VisitorCtx, principalId: string, need: AgentNeed | undefined): Promise<VisitorCtx> {
  if (!ctx.user || ctx.spaceId === undefined) return ctx;
  const { id, name, sessionId } = ctx.user;
  const wanted: readonly AgentPermission[] = need === undefined ? [] : enough[need];
  const delegations = (await heldBy({ platform: ctx.platform, spaceId: ctx.spaceId }, id)).filter(
    (one) => one.principalId === principalId && one.permissions.some((permission) => wanted.includes(permission)),
  );
  const principal = (await directoryOf(ctx.platform, ctx.spaceId)).people.get(principalId);
  if (delegations.length === 0 || !principal || ctx.user.deputy) throw forbidden('agents.not_agent');
  const { login, role } = principal;
  return {
    ...ctx,
    user: {
      id: principalId,
      name: principal.name,
      login,
      role,
      homeSpaceId: ctx.spaceId,
      sessionId,
      deputy: { id, name, delegations },
    },
  };
}

/** What the person has been handed over and holds now, by people who are still there. */
export async function heldBy(where: Pick<Ctx, 'platform' | 'spaceId'>, agentId: string): Promise<ActiveDelegation[]> {
  const all = await delegationsOf(where.platform, where.spaceId);
  if (all.length === 0) return all;
  const { people } = await directoryOf(where.platform, where.spaceId);
  const now = new Date();
  return all.filter(
    (one) =>
      one.agentId === agentId &&
      one.startsAt <= now &&
      one.endsAt > now &&
      people.get(one.principalId)?.disabled === false,
  );
}

/** Those who act for some people now, for messages about their to-dos. */
export async function agentsOf(
  where: Pick<Ctx, 'platform' | 'spaceId'>,
  principals: readonly string[],
): Promise<string[]> {
  const all = await delegationsOf(where.platform, where.spaceId);
  const now = new Date();
  return all
    .filter((one) => principals.includes(one.principalId) && one.startsAt <= now && one.endsAt > now)
    .map((one) => one.agentId);
}

/** Those whose affair the new to-dos of some people in an application are too. */
export async function todoAgentsOf(
  where: Pick<Ctx, 'platform' | 'spaceId'>,
  appId: string,
  principals: readonly string[],
): Promise<{ agent: string; principal: string }[]> {
  const all = await delegationsOf(where.platform, where.spaceId);
  const now = new Date();
  return all
    .filter(
      (one) =>
        principals.includes(one.principalId) &&
        one.startsAt <= now &&
        one.endsAt > now &&
        one.permissions.includes('todo') &&
        (one.appIds === null || one.appIds.includes(appId)),
    )
    .map((one) => ({ agent: one.agentId, principal: one.principalId }));
}

/** Refuses an agent what lies outside of the applications that were handed over. */
export function requireInScope(user: { deputy?: SignedInUser['deputy'] } | undefined, appId: string): void {
  if (!isInScope(user, appId)) throw forbidden('agents.out_of_scope');
}

/** Whether the application was handed over; everything is the person's own. */
export function isInScope(user: { deputy?: SignedInUser['deputy'] } | undefined, appId: string): boolean {
  return user?.deputy?.delegations?.some(({ appIds }) => appIds === null || appIds.includes(appId)) ?? true;
}

/** What an agent may do with a to-do: to handle it is one permission for new ones and one for those that waited before, to return it is another. */
export type TodoAct = 'submit' | 'return';

/** Whether a to-do is within what was handed over; everybody may do everything with their own. */
export function mayAct(
  { deputy }: Pick<SignedInUser, 'deputy'>,
  appId: string,
  receivedAt: Date,
  act: TodoAct,
): boolean {
  return (
    deputy?.delegations?.some(
      ({ appIds, permissions, startsAt }) =>
        (appIds === null || appIds.includes(appId)) &&
        permissions.includes(act === 'return' ? 'return' : receivedAt >= startsAt ? 'todo' : 'existingTodo'),
    ) ?? true
  );
}

/** Refuses an agent what was not handed over. */
export function requireTodoInScope(user: SignedInUser, appId: string, receivedAt: Date, act: TodoAct): void {
  if (!mayAct(user, appId, receivedAt, act)) throw forbidden('agents.out_of_scope');
}

/** Whether an agent may make records, and start processes with them, in the application. */
export function mayCreateFor(user: Pick<SignedInUser, 'deputy'>, appId: string): boolean {
  return isHandedOver(user, appId, 'create');
}

/** Whether an agent may change records in the application. */
export function mayEditFor(user: Pick<SignedInUser, 'deputy'>, appId: string): boolean {
  return isHandedOver(user, appId, 'edit');
}

/** Whether the call is one of an agent; who stepped into a hosted account has all that the account has. */
export function isAgent({ deputy }: Pick<SignedInUser, 'deputy'>): boolean {
  return deputy?.delegations !== undefined;
}

function isHandedOver({ deputy }: Pick<SignedInUser, 'deputy'>, appId: string, wanted: AgentPermission): boolean {
  return (
    deputy?.delegations?.some(
      ({ appIds, permissions }) => (appIds === null || appIds.includes(appId)) && permissions.includes(wanted),
    ) ?? true
  );
}

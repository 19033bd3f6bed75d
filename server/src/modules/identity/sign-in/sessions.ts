import { hash, randomBytes } from 'node:crypto';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import type { SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import { permissionsOf } from '@formwork/contract/operations/grants.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { asAccount, inControl, type ControlTx } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/errors.ts';
import { isHandedOver } from '../../../platform/http/hosts.ts';
import { newId } from '../../../platform/ids.ts';
import type { Account } from '../account/accounts.ts';
import { deviceOf } from './devices.ts';
import { stillHosted } from '../account/hosted.ts';
import { recordOperation } from '../account/operations.ts';
import { cachedSession, dropSession, sessionSeconds, type Session } from './session-cache.ts';
import { endCookie, sessionCookie } from './session-cookie.ts';

/** The hash is what the database knows; the token itself is only in the cookie. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Of a cookie of an application's own host: elsewhere the same token is unknown. */
export function hashAtHost(origin: string, token: string): string {
  return hash('sha256', `${origin}\n${token}`, 'base64url');
}

/**
 * Begins a session with a new token, whatever cookie came with the request; a session which this browser had ends. The person
 * is seen in the space of the address when they belong to it.
 */
export async function startSession(
  ctx: VisitorCtx,
  account: Account,
  policy: SecurityPolicy,
  reply: FastifyReply,
): Promise<Me> {
  // at an application's host nobody signs in: they are handed over from the public one
  if (isHandedOver(ctx.platform.config, ctx.pageOrigin)) throw refuse('identity.session.other_host');
  const token = randomBytes(32).toString('base64url');
  const device = deviceOf(ctx.userAgent);
  const seconds = sessionSeconds(ctx.platform, policy);
  const ended = await inControl(ctx.platform.control, account.home_space, async (tx) => {
    // many that begin at once wait for each other here, or each would find none before it
    if (policy.oneSessionPerDevice)
      await tx.selectFrom('identity.account').select('id').where('id', '=', account.id).forUpdate().execute();
    const before = policy.oneSessionPerDevice ? await openSessions(tx, account.id, device) : [];
    if (ctx.user) before.push(ctx.user.sessionId);
    for (const sessionId of before) await endSessions(tx, { sessionId });
    const id = newId();
    await tx
      .insertInto('identity.session')
      .values({
        id,
        token_hash: hashToken(token),
        account_id: account.id,
        ip: ctx.ip,
        user_agent: ctx.userAgent.slice(0, 400),
        device,
        expires_at: sql`now() + make_interval(secs => ${seconds})` as never,
        ended_at: null,
      })
      .execute();
    await recordOperation({ ...ctx, user: { id: account.id } as never, tx }, account, 'signed_in', { session: id });
    return before;
  });
  for (const sessionId of ended) dropSession(ctx.platform, { sessionId });
  const session = await cachedSession(ctx.platform, hashToken(token));
  // ended already: by a later one on the same kind of device, or with the account
  if (!session) throw refuse(policy.oneSessionPerDevice ? 'platform.not_signed_in' : 'identity.account.disabled');
  void reply.header('set-cookie', sessionCookie(token, ctx));
  return meIn(
    session,
    ctx.spaceId !== undefined && session.memberships.has(ctx.spaceId) ? ctx.spaceId : session.homeSpaceId,
  );
}

export async function signOut(ctx: Ctx, _input: unknown, reply: FastifyReply): Promise<null> {
  // a trustee signs out themselves, not the person whose account they are in
  const id = ctx.user.deputy?.id ?? ctx.user.id;
  await inControl(ctx.platform.control, ctx.user.homeSpaceId, async (tx) => {
    await endSessions(tx, { sessionId: ctx.user.sessionId });
    await recordOperation(
      { ...ctx, user: { id } as never, tx },
      { id, home_space: ctx.user.homeSpaceId },
      'signed_out',
      { session: ctx.user.sessionId },
    );
  });
  dropSession(ctx.platform, { sessionId: ctx.user.sessionId });
  void reply.header('set-cookie', endCookie(ctx));
  return null;
}

export async function endSessions(
  tx: ControlTx,
  which: { sessionId: string } | { accountId: string; except?: string },
): Promise<void> {
  let query = tx
    .updateTable('identity.session')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null);
  if ('sessionId' in which) query = query.where('id', '=', which.sessionId);
  else {
    query = query.where('account_id', '=', which.accountId);
    if (which.except) query = query.where('id', '<>', which.except);
  }
  await query.execute();
}

/** The person as pages know them, in one of their spaces. */
export function meIn(session: Session, spaceId: string): Me {
  const membership = session.memberships.get(spaceId);
  const hosted = stillHosted(session.hosted);
  if (membership && hosted?.spaceId === spaceId) {
    const { accountId, name, login, role } = hosted;
    const space = { id: spaceId, name: membership.spaceName, isOperator: isOperatorRole(role) };
    return {
      id: accountId,
      name,
      login,
      phoneTail: '',
      role,
      entId: spaceId,
      entName: space.name,
      space,
      isCrossSpace: false,
      permissions: permissionsOf({ role }),
      deputy: { id: session.accountId, name: membership.name },
    };
  }
  const home = session.memberships.get(session.homeSpaceId);
  if (!membership || !home) throw refuse('identity.space.not_a_member');
  return {
    id: session.accountId,
    name: membership.name,
    login: session.login,
    phoneTail: session.phoneTail,
    role: membership.role,
    entId: session.homeSpaceId,
    entName: home.spaceName,
    space: { id: spaceId, name: membership.spaceName, isOperator: isOperatorRole(membership.role) },
    isCrossSpace: spaceId !== session.homeSpaceId,
    permissions: permissionsOf(membership),
  };
}

function openSessions(tx: ControlTx, accountId: string, device: string): Promise<string[]> {
  return tx
    .selectFrom('identity.session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('device', '=', device)
    .where('ended_at', 'is', null)
    .execute()
    .then((rows) => rows.map(({ id }) => id));
}

export async function listSpaces(ctx: Ctx): Promise<{ id: string; name: string; isOperator: boolean }[]> {
  // a hosted account is entrusted in one space alone
  const only = ctx.user.deputy ? [ctx.spaceId] : undefined;
  return asAccount(ctx.platform.control, ctx.user.id, (tx) =>
    tx
      .selectFrom('identity.membership as m')
      .innerJoin('identity.space as s', 's.id', 'm.space_id')
      .select(['s.id', 's.name', 's.is_operator as isOperator'])
      .where('m.account_id', '=', ctx.user.id)
      .where('m.disabled', '=', false)
      .$if(only !== undefined, (query) => query.where('m.space_id', 'in', only!))
      .orderBy('s.name')
      .execute(),
  );
}

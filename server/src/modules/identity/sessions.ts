import { hash, randomBytes } from 'node:crypto';
import { isOperatorRole, type Role } from '@formwork/contract/roles.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { identityApi, Me } from '@formwork/contract/identity/api.ts';
import { permissions, type Permission } from '@formwork/contract/permissions.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { asAccount, inControl, type ControlTx } from '../../platform/db.ts';
import { refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { pretendToCheck, passwordFits } from './passwords.ts';
import { cachedSession, dropSession, type Session } from './session-cache.ts';
import { endCookie, sessionCookie } from './session-cookie.ts';

const wrongEntriesBeforeLock = 3;
const lockSeconds = 60;

/** The hash is what the database knows; the token itself is only in the cookie. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

export async function signIn(ctx: VisitorCtx, { body }: InputOf<typeof identityApi.signIn>, reply: FastifyReply): Promise<Me> {
  const account = await checkEntry(ctx, body.login, body.password);
  const token = randomBytes(32).toString('base64url');
  const hours = ctx.platform.config.sessionHours;
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    const id = newId();
    await tx
      .insertInto('identity.session')
      .values({ id, token_hash: hashToken(token), account_id: account.id, ip: ctx.ip, user_agent: ctx.userAgent.slice(0, 400), expires_at: sql`now() + make_interval(secs => ${hours * 3600})` as never, ended_at: null })
      .execute();
    await record({ ...ctx, spaceId: account.home_space, user: { id: account.id }, tx }, 'identity.session.started', { id });
  });
  const session = await cachedSession(ctx.platform, hashToken(token));
  if (!session) throw refuse('identity.account.disabled');
  void reply.header('set-cookie', sessionCookie(token, ctx.platform.config));
  return meIn(session, ctx.spaceId !== undefined && session.memberships.has(ctx.spaceId) ? ctx.spaceId : session.homeSpaceId);
}

export async function signOut(ctx: Ctx, _input: unknown, reply: FastifyReply): Promise<null> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await endSessions(tx, { sessionId: ctx.user.sessionId });
    await record({ ...ctx, tx }, 'identity.session.ended', { id: ctx.user.sessionId });
  });
  dropSession(ctx.platform, { sessionId: ctx.user.sessionId });
  void reply.header('set-cookie', endCookie(ctx.platform.config));
  return null;
}

export async function endSessions(tx: ControlTx, which: { sessionId: string } | { accountId: string; except?: string }): Promise<void> {
  let query = tx.updateTable('identity.session').set({ ended_at: sql<Date>`now()` }).where('ended_at', 'is', null);
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
  const home = session.memberships.get(session.homeSpaceId);
  if (!membership || !home) throw refuse('identity.space.not_a_member');
  return {
    id: session.accountId,
    name: membership.name,
    login: session.login,
    role: membership.role,
    entId: session.homeSpaceId,
    entName: home.spaceName,
    space: { id: spaceId, name: membership.spaceName, isOperator: isOperatorRole(membership.role) },
    isCrossSpace: spaceId !== session.homeSpaceId,
    permissions: permissionsOf(membership.role),
  };
}

function permissionsOf(role: Role): string[] {
  return (Object.keys(permissions) as Permission[]).filter((name) => (permissions[name] as readonly Role[]).includes(role));
}

interface Entry {
  id: string;
  password_hash: string;
  home_space: string;
  disabled: boolean;
  seconds_left: number | null;
}

/**
 * Checks login and password. The third wrong entry in a row starts a minute in which even the right password is refused.
 * Counting happens in the account's row, so it holds on every process and under simultaneous tries.
 */
async function checkEntry(ctx: VisitorCtx, login: string, password: string): Promise<Entry> {
  const { control } = ctx.platform;
  const account = await findAccount(ctx, login);
  if (!account) {
    await pretendToCheck(password);
    throw refuse('identity.session.wrong_password');
  }
  if (account.seconds_left !== null) throw refuse('identity.session.locked', { secondsLeft: account.seconds_left });
  if (await passwordFits(account.password_hash, password)) {
    if (account.disabled) throw refuse('identity.account.disabled');
    // Only where no other try has locked the account meanwhile.
    const cleared = await control.updateTable('identity.account').set({ failed_entries: 0, locked_until: null }).where('id', '=', account.id)
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', sql<Date>`now()`)])).executeTakeFirst();
    if (cleared.numUpdatedRows === 0n) throw refuse('identity.session.locked', { secondsLeft: lockSeconds });
    return account;
  }
  const secondsLeft = await countWrongEntry(ctx, account, 'identity.session.refused');
  throw secondsLeft === undefined ? refuse('identity.session.wrong_password') : refuse('identity.session.locked', { secondsLeft });
}

/** Counts a wrong entry; the seconds to wait when it was the third. */
export async function countWrongEntry(ctx: VisitorCtx, account: { id: string; home_space: string }, eventType: string): Promise<number | undefined> {
  return inControl(ctx.platform.control, account.home_space, async (tx) => {
    const { failed_entries } = await tx
      .updateTable('identity.account')
      .set({
        failed_entries: sql<number>`case when failed_entries + 1 >= ${wrongEntriesBeforeLock} then 0 else failed_entries + 1 end`,
        locked_until: sql<Date>`case when failed_entries + 1 >= ${wrongEntriesBeforeLock} then now() + make_interval(secs => ${lockSeconds}) else locked_until end`,
      })
      .where('id', '=', account.id)
      .returning('failed_entries')
      .executeTakeFirstOrThrow();
    const locked = failed_entries === 0;
    await record({ ...ctx, spaceId: account.home_space, tx, user: { id: account.id } }, eventType, { id: account.id, locked });
    return locked ? lockSeconds : undefined;
  });
}

/** Seconds of a running lock, or null. */
export async function findAccount(ctx: VisitorCtx, by: string | { id: string }): Promise<Entry | undefined> {
  return ctx.platform.control
    .selectFrom('identity.account')
    .select(['id', 'password_hash', 'home_space', 'disabled', sql<number | null>`case when locked_until > now() then ceil(extract(epoch from locked_until - now()))::int end`.as('seconds_left')])
    .where((eb) => (typeof by === 'string' ? eb(sql`lower(login)`, '=', by.toLowerCase()) : eb('id', '=', by.id)))
    .executeTakeFirst();
}

export async function listSpaces(ctx: Ctx): Promise<{ id: string; name: string; isOperator: boolean }[]> {
  return asAccount(ctx.platform.control, ctx.user.id, (tx) =>
    tx
      .selectFrom('identity.membership as m')
      .innerJoin('identity.space as s', 's.id', 'm.space_id')
      .select(['s.id', 's.name', 's.is_operator as isOperator'])
      .where('m.account_id', '=', ctx.user.id)
      .where('m.disabled', '=', false)
      .orderBy('s.name')
      .execute());
}

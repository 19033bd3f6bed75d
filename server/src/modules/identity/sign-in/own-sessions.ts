import type { InputOf } from '@formwork/contract/endpoint.ts';
import { deviceKinds, type accountApi, type OwnSession } from '@formwork/contract/identity/account-security.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { endWhatElse } from './all-sessions.ts';
import { endOpenSessions } from '../account/account-control.ts';
import { clientOf } from './devices.ts';
import { recordOperation } from '../account/operations.ts';
import { ownAccount } from '../account/own-account.ts';
import { dropSession } from './session-cache.ts';

/** Where the person is signed in, this session first. */
export async function listSessions(ctx: Ctx): Promise<OwnSession[]> {
  const sessions = (await openSessionsOf(ctx.platform.control, ctx.user.id)).map((session) => ({
    ...session,
    current: session.id === ctx.user.sessionId,
  }));
  return sessions.sort((a, b) => Number(b.current) - Number(a.current));
}

/** Open sessions of an account, the last used first. */
export async function openSessionsOf(
  db: Pick<ControlTx, 'selectFrom'>,
  accountId: string,
): Promise<Omit<OwnSession, 'current'>[]> {
  const rows = await db
    .selectFrom('identity.session')
    .select(['id', 'device', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: deviceKinds.find((kind) => kind === row.device) ?? 'desktop',
    client: clientOf(row.user_agent),
    ip: row.ip,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }));
}

export async function endSession(ctx: Ctx, { params, body }: InputOf<typeof accountApi.endSession>): Promise<null> {
  await ownAccount(ctx, body.password);
  const ended = await end(ctx, params.sessionId);
  if (ended.length === 0) throw notFound('identity.session.not_found');
  return null;
}

export async function endOtherSessions(
  ctx: Ctx,
  { body }: InputOf<typeof accountApi.endOthers>,
): Promise<{ ended: number; tokens: number }> {
  await ownAccount(ctx, body.password);
  return { ended: (await end(ctx)).length, tokens: await endWhatElse(ctx, ctx.user.id) };
}

/** One of the person's own sessions, or all but the present one. */
async function end(ctx: Ctx, sessionId?: string): Promise<string[]> {
  const ended = await inControl(ctx.platform.control, ctx.user.homeSpaceId, async (tx) => {
    const ids = await endOpenSessions(
      tx,
      ctx.user.id,
      sessionId === undefined ? { except: ctx.user.sessionId } : { only: sessionId },
    );
    for (const id of ids)
      await recordOperation({ ...ctx, tx }, { id: ctx.user.id, home_space: ctx.user.homeSpaceId }, 'session_ended', {
        session: id,
      });
    return ids;
  });
  for (const id of ended) dropSession(ctx.platform, { sessionId: id });
  return ended;
}

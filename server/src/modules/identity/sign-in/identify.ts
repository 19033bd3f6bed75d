import type { Me } from '@formwork/contract/identity/api.ts';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { refuse, type AppError } from '../../../platform/errors.ts';
import { isHandedOver } from '../../../platform/http/hosts.ts';
import { recordRefusal } from '../../../platform/http/refusals.ts';
import { closureOf, requireOpen, whyShutOut } from '../account/closure.ts';
import { stillHosted, type Hosted } from '../account/hosted.ts';
import { requireAllowedAddress } from '../policy/policies.ts';
import { cachedSession, sessionAtHost, type Session } from './session-cache.ts';
import { readSessionCookie } from './session-cookie.ts';
import type { By } from './session-shown.ts';
import { hashAtHost, hashToken, meIn } from './sessions.ts';

const sessions = new WeakMap<object, Session>();

/** Adds who calls to a visitor's context. A space which the person does not belong to is not there for them. */
export async function identify(visitor: VisitorCtx, cookie: string | undefined): Promise<VisitorCtx> {
  const token = readSessionCookie(cookie);
  if (token === undefined) return visitor;
  const { platform, pageOrigin } = visitor;
  const by: By = isHandedOver(platform.config, pageOrigin)
    ? { hostHash: hashAtHost(pageOrigin, token) }
    : { tokenHash: hashToken(token) };
  const session = await ('hostHash' in by
    ? sessionAtHost(platform, by.hostHash)
    : cachedSession(platform, by.tokenHash));
  if (session && !closureOf(session.home)) return identifyAs(visitor, session);
  const shutOut = await whyShutOut(platform, by);
  return shutOut ? { ...visitor, shutOut } : visitor;
}

/** The person of a session in the space of the address, else at home. */
export async function identifyAs(visitor: VisitorCtx, session: Session): Promise<VisitorCtx> {
  const hosted = stillHosted(session.hosted);
  if (hosted) return identifyTrustee(visitor, session, hosted);
  const spaceId = visitor.spaceId ?? session.homeSpaceId;
  const membership = session.memberships.get(spaceId);
  if (!membership) throw await strangerIn(visitor, session, spaceId);
  requireOpen(session.home);
  requireOpen(membership.space);
  requireAllowedAddress(session, visitor.ip);
  const user = {
    id: session.accountId,
    name: membership.name,
    login: session.login,
    role: membership.role,
    grants: membership.grants,
    homeSpaceId: session.homeSpaceId,
    sessionId: session.id,
  };
  sessions.set(user, session);
  return { ...visitor, spaceId, user };
}

/** The person of a hosted account, with their trustee beside them; in the space where it was entrusted and nowhere else. */
async function identifyTrustee(
  visitor: VisitorCtx,
  session: Session,
  { spaceId, accountId, name, login, role }: Hosted,
): Promise<VisitorCtx> {
  if (visitor.spaceId !== undefined && visitor.spaceId !== spaceId)
    throw await strangerIn(visitor, session, visitor.spaceId);
  const membership = session.memberships.get(spaceId)!;
  requireOpen(session.home);
  requireOpen(membership.space);
  requireAllowedAddress(session, visitor.ip);
  const deputy = { id: session.accountId, name: membership.name };
  const user = { id: accountId, name, login, role, homeSpaceId: spaceId, sessionId: session.id, deputy };
  sessions.set(user, session);
  return { ...visitor, spaceId, user };
}

async function strangerIn(visitor: VisitorCtx, session: Session, spaceId: string): Promise<AppError> {
  await recordRefusal(
    { ...visitor, spaceId: session.homeSpaceId, user: { id: session.accountId } },
    { path: `/space-${spaceId}`, code: 'identity.space.not_a_member' },
  );
  return refuse('identity.space.not_a_member');
}

export async function currentPerson(ctx: Ctx): Promise<Me> {
  return meIn(sessions.get(ctx.user)!, ctx.spaceId);
}

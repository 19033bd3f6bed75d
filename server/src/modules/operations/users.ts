import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { PlatformUser, usersApi } from '@formwork/contract/operations/users.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import {
  dropSession,
  endOpenSessions,
  endWhatElse,
  findAccounts,
  membershipsOf,
  openSessionsOf,
  setAccountDisabled,
  unlock,
  type FoundAccount,
} from '../identity/public.ts';
import { ownCustomersOnly } from './customers.ts';
import { recordInAll } from './trails.ts';

type Input<Name extends keyof typeof usersApi> = InputOf<(typeof usersApi)[Name]>;
type Answer<Name extends keyof typeof usersApi> = Promise<ResponseOf<(typeof usersApi)[Name]>>;

export async function listUsers(ctx: TxCtx, { query }: Input<'list'>): Answer<'list'> {
  const { offset, limit, ...filter } = query;
  const { rows, ...rest } = await findAccounts(ctx, { ...filter, provider: ownCustomersOnly(ctx) }, { offset, limit });
  return { rows: rows.map((account) => viewOf(ctx, account)), ...rest };
}

export async function getUser(ctx: TxCtx, { params }: Input<'get'>): Answer<'get'> {
  const account = await userWithin(ctx, params.userId);
  const memberships = await membershipsOf(ctx.tx, account.id, ownCustomersOnly(ctx));
  return { user: viewOf(ctx, account), memberships, sessions: await openSessionsOf(ctx.tx, account.id) };
}

export async function unlockUser(ctx: Ctx, { params }: Input<'unlock'>): Promise<null> {
  await change(ctx, params.userId, 'identity.account.unlocked', () => Promise.resolve());
  await unlock(ctx.platform, params.userId);
  return null;
}

export async function disableUser(ctx: Ctx, { params }: Input<'disable'>): Promise<null> {
  await change(ctx, params.userId, 'identity.account.disabled', ({ tx }) =>
    setAccountDisabled(tx, params.userId, true),
  );
  dropSession(ctx.platform, { accountId: params.userId });
  return null;
}

export async function enableUser(ctx: Ctx, { params }: Input<'enable'>): Promise<null> {
  await change(ctx, params.userId, 'identity.account.enabled', async ({ tx }, account) => {
    if (account.state === 'merged') throw conflict('operations.user.merged');
    await setAccountDisabled(tx, account.id, false);
  });
  return null;
}

export async function endUserSession(ctx: Ctx, { params }: Input<'endSession'>): Promise<null> {
  const ended = await endOf(ctx, params.userId, params.sessionId);
  if (ended === 0) throw notFound('identity.session.not_found');
  return null;
}

export async function endUserSessions(ctx: Ctx, { params }: Input<'endSessions'>): Answer<'endSessions'> {
  return { ended: await endOf(ctx, params.userId) };
}

async function endOf(ctx: Ctx, userId: string, only?: string): Promise<number> {
  let ended: string[] = [];
  await change(ctx, userId, 'identity.session.ended', async ({ tx }) => {
    ended = await endOpenSessions(tx, userId, only === undefined ? {} : { only });
  });
  for (const sessionId of ended) dropSession(ctx.platform, { sessionId });
  if (only === undefined) await endWhatElse(ctx, userId);
  return ended.length;
}

/** Every space the person belongs to reads of it in its own trail. */
async function change(
  ctx: Ctx,
  userId: string,
  type: string,
  work: (tx: TxCtx, account: FoundAccount) => Promise<void>,
): Promise<void> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx = { ...ctx, tx };
    const account = await userWithin(inTx, userId);
    // staff of the operator is the matter of the page of personnel, which not all of them hold
    if (account.role === 'root') throw forbidden('operations.user.is_operator');
    await work(inTx, account);
    const spaces = (await membershipsOf(tx, userId)).map(({ space }) => space.id);
    await recordInAll(inTx, [...new Set([account.home.id, ...spaces])], type, {
      id: userId,
      name: account.name,
      login: account.login,
    });
  });
}

/** Somebody whom the caller looks after, or nobody. */
export async function userWithin(ctx: TxCtx, id: string): Promise<FoundAccount> {
  const {
    rows: [account],
  } = await findAccounts(ctx, { id, provider: ownCustomersOnly(ctx) }, { offset: 0, limit: 1 });
  if (!account) throw notFound('operations.user.not_found');
  return account;
}

function viewOf({ user }: Ctx, { lastSeenAt, createdAt, ...account }: FoundAccount): PlatformUser {
  const staff = account.role === 'root';
  const may = (permission: 'operations.user.edit' | 'operations.user.sessions' | 'operations.user.merge') =>
    !staff && account.state !== 'merged' && holds(user, permission);
  return {
    ...account,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    can: {
      edit: may('operations.user.edit'),
      sessions: may('operations.user.sessions'),
      merge: may('operations.user.merge') && account.role !== 'saas',
    },
  };
}

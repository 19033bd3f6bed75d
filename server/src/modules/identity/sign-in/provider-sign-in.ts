import { randomBytes } from 'node:crypto';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { ProviderId, type ProviderAnswer, type signInApi } from '@formwork/contract/identity/sign-in.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { networkOf } from '../../../platform/http/addresses.ts';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, refuse } from '../../../platform/errors.ts';
import { takeTry, type Limit } from '../../../platform/http/rate-limit.ts';
import { accountById } from '../account/accounts.ts';
import { recordOperation } from '../account/operations.ts';
import { ownAccount } from '../account/own-account.ts';
import type { Identity, Visit } from '../providers/adapter.ts';
import { providerOf } from '../providers/registry.ts';
import { readVisitCookie, visitCookie } from './session-cookie.ts';
import { hashToken } from './sessions.ts';
import { goOn } from './sign-in.ts';

type Input<Name extends keyof typeof signInApi> = InputOf<(typeof signInApi)[Name]>;

const minutes = 10;
const visits: Limit = { name: 'identity.provider.visits', most: 60, seconds: 600 };
const newToken = () => randomBytes(32).toString('base64url');

export async function visitProvider(
  ctx: VisitorCtx,
  { params }: Input<'visitProvider'>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<{ address: string }> {
  return visit(ctx, params.provider, null, reply, request);
}

export async function visitProviderToBind(
  ctx: Ctx,
  { params, body }: Input<'visitProviderToBind'>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<{ address: string }> {
  const account = await ownAccount(ctx, body.password);
  return visit(ctx, params.provider, account.id, reply, request);
}

/** The browser is back. State, cookie and visit belong together and are good once; a visit to bind is its person's alone. */
export async function comeBack(
  ctx: VisitorCtx,
  { body }: Input<'comeBack'>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<ProviderAnswer> {
  const { control } = ctx.platform;
  const { state = '' } = body.answer;
  const row = await control
    .deleteFrom('identity.provider_visit')
    .where('state_hash', '=', hashToken(state))
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  const browser = readVisitCookie(request.headers.cookie);
  if (!row || browser === undefined || row.browser_hash !== hashToken(browser))
    throw refuse('identity.provider.other_browser');
  const provider = ProviderId.parse(row.provider);
  const identity = await askIdentity(
    ctx,
    provider,
    { state, returnTo: row.return_to, verifier: row.verifier, nonce: row.nonce },
    body.answer,
  );
  if (row.account_id !== null) {
    if (ctx.user?.id !== row.account_id) throw refuse('identity.provider.other_browser');
    await bind(ctx, row.account_id, provider, identity);
    return { next: 'bound', provider };
  }
  const bound = await control
    .selectFrom('identity.binding')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  const account = bound && (await accountById(ctx, bound.account_id));
  return account ? goOn(ctx, account, { first: 'provider', second: false }, reply) : { next: 'not_bound', provider };
}

export async function forgetProvider(ctx: Ctx, { params, body }: Input<'forget'>): Promise<null> {
  const account = await ownAccount(ctx, body.password);
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    const removed = await tx
      .deleteFrom('identity.binding')
      .where('account_id', '=', account.id)
      .where('provider', '=', params.provider)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw conflict('identity.provider.not_bound');
    await recordOperation({ ...ctx, tx }, account, 'provider_unbound', { provider: params.provider });
  });
  return null;
}

async function visit(
  ctx: VisitorCtx,
  provider: ProviderId,
  accountId: string | null,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<{ address: string }> {
  const { adapter, settings } = providerOf(ctx.platform.config, provider);
  await takeTry(ctx.platform, visits, networkOf(ctx.ip));
  const browser = newToken();
  const one: Visit = {
    state: newToken(),
    returnTo: new URL(pathTo('loginMiddle'), ownAddress(ctx, request)).href,
    verifier: newToken(),
    nonce: newToken(),
  };
  const address = await adapter.address(settings, one, ctx.platform.outgoing).catch((error: unknown) => {
    throw failed(ctx, provider, error);
  });
  await ctx.platform.control
    .insertInto('identity.provider_visit')
    .values({
      state_hash: hashToken(one.state),
      browser_hash: hashToken(browser),
      provider,
      account_id: accountId,
      verifier: one.verifier,
      nonce: one.nonce,
      return_to: one.returnTo,
      expires_at: sql`now() + make_interval(mins => ${minutes})` as never,
    })
    .execute();
  void reply.header('set-cookie', visitCookie(browser, minutes * 60, ctx));
  return { address };
}

async function askIdentity(
  ctx: VisitorCtx,
  provider: ProviderId,
  one: Visit,
  answer: Record<string, string>,
): Promise<Identity> {
  const { adapter, settings } = providerOf(ctx.platform.config, provider);
  try {
    return await adapter.identity(settings, one, answer, ctx.platform.outgoing);
  } catch (error) {
    throw failed(ctx, provider, error);
  }
}

/** An account of a third party belongs to one of ours, and one of ours has one of each third party: the database says so. */
async function bind(
  ctx: VisitorCtx,
  accountId: string,
  provider: ProviderId,
  { subject, name }: Identity,
): Promise<void> {
  const account = (await accountById(ctx, accountId))!;
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    await tx
      .insertInto('identity.binding')
      .values({ provider, subject, account_id: accountId, name: name.slice(0, 100) })
      .execute();
    await recordOperation({ ...ctx, tx }, account, 'provider_bound', { provider });
  });
}

/** The person reads that it failed; why stands in the log, without addresses, which may carry secrets. */
function failed({ platform, requestId }: VisitorCtx, provider: ProviderId, error: unknown) {
  const { name, message, code } = error as Error & { code?: unknown };
  platform.log.warn(
    { requestId, provider, reason: `${name}: ${message}`.replace(/\?\S*/g, ''), code },
    'a third party did not vouch for a sign-in',
  );
  return refuse('identity.provider.failed');
}

/** Where the browser reaches us: requests with another origin than our own are refused before. */
function ownAddress({ platform }: VisitorCtx, request: FastifyRequest): string {
  return platform.config.publicUrl || request.headers.origin || `${request.protocol}://${request.headers.host}`;
}

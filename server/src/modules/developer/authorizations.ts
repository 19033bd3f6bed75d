import { randomBytes } from 'node:crypto';
import {
  reasonLimit,
  type DeveloperApplication,
  type DeveloperAuthorization,
  type developerApi,
} from '@formwork/contract/developer/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { namesOf } from '../identity/public.ts';
import { forgetTokens, hashOfToken, noToken, tokenPrefix } from './tokens.ts';
import type { AuthorizationTable } from './tables.ts';

type Input<Name extends keyof typeof developerApi> = InputOf<(typeof developerApi)[Name]>;
type Row = Selectable<AuthorizationTable>;

const mostListed = 1_000;

export async function getAuthorization(ctx: TxCtx): Promise<DeveloperAuthorization> {
  return viewOf(await rowOf(ctx, ctx.user.id));
}

/** Who writes programs or designs here: the interface is described to them. */
export async function isDeveloper(ctx: Ctx): Promise<boolean> {
  if (ctx.user.byToken || holds(ctx.user, 'forms.design.read')) return true;
  return inControl(
    ctx.platform.control,
    ctx.spaceId,
    async (tx) => (await rowOf({ ...ctx, tx }, ctx.user.id))?.state === 'approved',
  );
}

/** For the first time, or after a rejection. */
export async function apply(ctx: TxCtx, { body }: Input<'apply'>): Promise<DeveloperAuthorization> {
  requireShort(body.reason);
  const before = await rowOf(ctx, ctx.user.id);
  if (before && before.state !== 'rejected')
    throw conflict(before.state === 'approved' ? 'developer.approved_already' : 'developer.under_review_already');
  return ask(ctx, body.reason, 'developer.applied');
}

/** The old token stops before anybody has looked at the new application: it may be in the wrong hands. */
export async function reset(ctx: Ctx, { body }: Input<'reset'>): Promise<DeveloperAuthorization> {
  requireShort(body.reason);
  const view = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    if ((await rowOf(inTx, ctx.user.id))?.state !== 'approved') throw conflict('developer.not_approved');
    return ask(inTx, body.reason, 'developer.reset');
  });
  forgetTokens(ctx.platform, ctx.spaceId, ctx.user.id);
  return view;
}

/** Until the time of the approval is over; one at a time. */
export async function issueToken(ctx: TxCtx): Promise<{ token: string; authorization: DeveloperAuthorization }> {
  const token = tokenPrefix + randomBytes(32).toString('base64url');
  const row = await ctx.tx
    .updateTable('developer.authorization')
    .set({ token_hash: hashOfToken(token), token_end: token.slice(-4), token_issued_at: sql<Date>`now()` })
    .where('account_id', '=', ctx.user.id)
    .where('state', '=', 'approved')
    .where('token_hash', 'is', null)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('developer.no_token_to_issue');
  await record(ctx, 'developer.token_issued', { id: ctx.user.id });
  return { token, authorization: viewOf(row) };
}

export async function listApplications(ctx: TxCtx, { query }: Input<'list'>): Promise<DeveloperApplication[]> {
  let rows = ctx.tx
    .selectFrom('developer.authorization')
    .selectAll()
    .orderBy(sql`state = 'under_review'`, 'desc')
    .orderBy('applied_at', 'desc')
    .limit(mostListed);
  if (query.state) rows = rows.where('state', '=', query.state);
  return applications(ctx, await rows.execute());
}

export async function approve(ctx: TxCtx, { params, body }: Input<'approve'>): Promise<DeveloperApplication> {
  const row = await rowOf(ctx, params.personId);
  if (!row) throw notFound('developer.application_not_found');
  if (row.state !== 'under_review') throw conflict('developer.decided_already');
  return decide(ctx, row, {
    state: 'approved',
    answer: '',
    token_expires_at: new Date(Date.now() + body.days * 86_400_000),
  });
}

/** An approval that is withdrawn ends its token. */
export async function reject(ctx: Ctx, { params, body }: Input<'reject'>): Promise<DeveloperApplication> {
  const application = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    const row = await rowOf(inTx, params.personId);
    if (!row) throw notFound('developer.application_not_found');
    if (row.state === 'rejected') throw conflict('developer.decided_already');
    return decide(inTx, row, { state: 'rejected', answer: body.answer, ...noToken });
  });
  forgetTokens(ctx.platform, ctx.spaceId, params.personId);
  return application;
}

async function ask(ctx: TxCtx, reason: string, event: string): Promise<DeveloperAuthorization> {
  const asked = {
    state: 'under_review' as const,
    reason,
    applied_at: sql<Date>`now()`,
    decided_at: null,
    decided_by: null,
    answer: '',
    token_expires_at: null,
    ...noToken,
  };
  const row = await ctx.tx
    .insertInto('developer.authorization')
    .values({ space_id: ctx.spaceId, account_id: ctx.user.id, ...asked })
    .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet(asked))
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, event, { id: ctx.user.id, reason });
  return viewOf(row);
}

async function decide(ctx: TxCtx, { account_id }: Row, changes: Partial<Row>): Promise<DeveloperApplication> {
  const row = await ctx.tx
    .updateTable('developer.authorization')
    .set({ ...changes, decided_at: sql<Date>`now()`, decided_by: ctx.user.id })
    .where('account_id', '=', account_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, `developer.${row.state}`, { id: account_id, answer: row.answer });
  return (await applications(ctx, [row]))[0]!;
}

function rowOf({ tx }: TxCtx, accountId: string): Promise<Row | undefined> {
  return tx
    .selectFrom('developer.authorization')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

function requireShort(reason: string): void {
  if ([...reason].length >= reasonLimit)
    throw invalid(
      'developer.reason_too_long',
      [{ path: 'reason', code: 'developer.reason_too_long', data: { limit: reasonLimit } }],
      { limit: reasonLimit },
    );
}

async function applications(ctx: TxCtx, rows: Row[]): Promise<DeveloperApplication[]> {
  const names = await namesOf(
    ctx,
    rows.flatMap((row) => [row.account_id, row.decided_by ?? row.account_id]),
  );
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return rows.map((row) => ({
    ...viewOf(row),
    person: person(row.account_id),
    decidedBy: row.decided_by === null ? null : person(row.decided_by),
  }));
}

function viewOf(row: Row | undefined): DeveloperAuthorization {
  return {
    state: row?.state ?? 'not_applied',
    reason: row?.reason ?? '',
    appliedAt: row?.applied_at.toISOString() ?? null,
    decidedAt: row?.decided_at?.toISOString() ?? null,
    answer: row?.answer ?? '',
    tokenEnd: row?.token_end ?? null,
    tokenIssuedAt: row?.token_issued_at?.toISOString() ?? null,
    tokenUsedAt: row?.token_used_at?.toISOString() ?? null,
    tokenExpiresAt: (row?.state === 'approved' && row.token_expires_at?.toISOString()) || null,
  };
}

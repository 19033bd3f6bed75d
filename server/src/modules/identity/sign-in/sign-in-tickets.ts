import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { VisitorCtx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import { accountById, type Account } from '../account/accounts.ts';
import { hashToken } from './sessions.ts';

/** What is left to do with a ticket. */
export type TicketStage = 'second_step' | 'set_up' | 'after_set_up' | 'new_password';
/** How the person proved who they are at first. */
export type FirstFactor = 'password' | 'sms' | 'provider';

export interface Proved {
  first: FirstFactor;
  second: boolean;
}

const minutes = 10;

/** A ticket stands for what was proved so far; it goes on with a sign-in on any process. */
export async function issueTicket(
  ctx: VisitorCtx,
  accountId: string,
  stage: TicketStage,
  { first, second }: Proved,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.platform.control
    .insertInto('identity.sign_in_ticket')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      stage,
      first,
      second,
      expires_at: sql`now() + make_interval(mins => ${minutes})` as never,
    })
    .execute();
  return token;
}

export async function readTicket(
  ctx: VisitorCtx,
  token: string,
  stage: TicketStage,
): Promise<{ account: Account; proved: Proved }> {
  const row = await ctx.platform.control
    .selectFrom('identity.sign_in_ticket')
    .select(['account_id', 'first', 'second'])
    .where('token_hash', '=', hashToken(token))
    .where('stage', '=', stage)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  const account = row && (await accountById(ctx, row.account_id));
  if (!account) throw refuse('identity.ticket.expired');
  return { account, proved: { first: row.first as FirstFactor, second: row.second } };
}

/** A ticket is good once: of two who come with it at the same time one is refused. */
export async function spendTicket(ctx: VisitorCtx, token: string): Promise<void> {
  const { numDeletedRows } = await ctx.platform.control
    .deleteFrom('identity.sign_in_ticket')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw refuse('identity.ticket.expired');
}

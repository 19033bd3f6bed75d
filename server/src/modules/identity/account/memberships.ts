import type { Role } from '@formwork/contract/roles.ts';
import type { VisitorTxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Makes an account a member of the space of the transaction; who was shut out before comes back. */
export async function addMember(
  ctx: VisitorTxCtx,
  { accountId, name, role }: { accountId: string; name: string; role: Role },
): Promise<void> {
  await ctx.tx
    .insertInto('identity.membership')
    .values({ space_id: ctx.spaceId, account_id: accountId, name, role })
    .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet({ name, role, disabled: false }))
    .execute();
  await record(ctx, 'identity.membership.added', { id: accountId, name, role });
}

interface NewMember {
  login: string;
  name: string;
  role: Role;
  passwordHash: string;
  contact: { kind: 'phone' | 'email'; target: string };
}

/** An account at home in the space of the transaction, with a password of the person's own and a proved phone or mailbox. */
export async function insertNewAccount(
  ctx: VisitorTxCtx,
  { login, name, role, passwordHash, contact }: NewMember,
): Promise<string> {
  const id = newId();
  await ctx.tx
    .insertInto('identity.account')
    .values({ id, login, password_hash: passwordHash, home_space: ctx.spaceId, [contact.kind]: contact.target })
    .execute();
  await ctx.tx
    .insertInto('identity.membership')
    .values({ space_id: ctx.spaceId, account_id: id, role, name })
    .execute();
  await record(ctx, 'identity.account.created', { id, login, role });
  return id;
}

/** The platform's own space, whose outbox carries what belongs to no enterprise yet. */
export async function operatorSpace({ control }: Pick<Platform, 'control'>): Promise<string | undefined> {
  const row = await control
    .selectFrom('identity.space')
    .select('id')
    .where('is_operator', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether the account is an enabled member of the space of the transaction. */
export async function isMember(tx: ControlTx, spaceId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity.membership')
    .select('account_id')
    .where('space_id', '=', spaceId)
    .where('account_id', '=', accountId)
    .where('disabled', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

export function spaceByCreditCode(
  { control }: Pick<Platform, 'control'>,
  creditCode: string,
): Promise<{ id: string; name: string } | undefined> {
  return control
    .selectFrom('identity.space')
    .select(['id', 'name'])
    .where('credit_code', '=', creditCode)
    .executeTakeFirst();
}

export async function spaceNames({ control }: Pick<Platform, 'control'>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await control
    .selectFrom('identity.space')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Names of people in the space of the transaction. */
export async function namesOf({ tx }: { tx: ControlTx }, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('identity.membership')
    .select(['account_id', 'name'])
    .where('account_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.name]));
}

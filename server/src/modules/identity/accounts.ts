import type { Role } from '@formwork/contract/roles.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';

export interface NewAccount {
  login: string;
  name: string;
  role: Role;
  password: string;
}

/** An account whose home is the space of the transaction, and its membership there. A taken login is refused by the database. */
export async function createAccount(ctx: TxCtx, input: NewAccount): Promise<string> {
  requireGoodPassword(input.password, 'password');
  const id = await insertAccount(ctx.tx, ctx.spaceId, input);
  await record(ctx, 'identity.account.created', { id, login: input.login, role: input.role });
  return id;
}

/** Without rules for passwords and without an event: for the accounts a new space begins with. */
export async function insertAccount(tx: ControlTx, spaceId: string, { login, name, role, password }: NewAccount): Promise<string> {
  const id = newId();
  await tx.insertInto('identity.account').values({ id, login, password_hash: await hashPassword(password), home_space: spaceId, locked_until: null }).execute();
  await tx.insertInto('identity.membership').values({ space_id: spaceId, account_id: id, role, name }).execute();
  return id;
}

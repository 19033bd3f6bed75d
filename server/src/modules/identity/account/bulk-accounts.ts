import { PasswordRules } from '@formwork/contract/identity/policy.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { isOfficer } from './accounts.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';

/** The hash of a password that many new accounts begin with. */
export async function initialPasswordHash(password: string): Promise<string> {
  requireGoodPassword(password, 'password', PasswordRules.parse({}), []);
  return hashPassword(password);
}

/** Which of these logins somebody in the installation has, in lower case. */
export async function takenLogins(tx: ControlTx, logins: readonly string[]): Promise<Set<string>> {
  if (logins.length === 0) return new Set();
  const rows = await tx
    .selectFrom('identity.account')
    .select('login')
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['login']),
        'in',
        logins.map((login) => login.toLowerCase()),
      ),
    )
    .execute();
  return new Set(rows.map(({ login }) => login.toLowerCase()));
}

/** Many accounts at home in the space of the transaction, with their memberships; ids in the order given. */
export async function createAccounts(
  ctx: TxCtx,
  people: readonly { login: string; name: string; role: Role }[],
  passwordHash: string,
): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = people.map((person) => ({ ...person, id: newId() }));
  await ctx.tx
    .insertInto('identity.account')
    .values(
      rows.map(({ id, login, role }) => ({
        id,
        login,
        password_hash: passwordHash,
        password_given: true,
        password_once: isOfficer(role),
        home_space: ctx.spaceId,
      })),
    )
    .execute();
  await ctx.tx
    .insertInto('identity.membership')
    .values(rows.map(({ id, role, name }) => ({ space_id: ctx.spaceId, account_id: id, role, name })))
    .execute();
  for (const { id, login, role } of rows) await record(ctx, 'identity.account.created', { id, login, role });
  return rows.map(({ id }) => id);
}

import type { Role } from '@formwork/contract/roles.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { isOfficer } from './accounts.ts';
import { recordOperation } from './operations.ts';
import { writePassword } from './passwords.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { unlock } from '../sign-in/wrong-entries.ts';

export interface Member {
  id: string;
  login: string;
  name: string;
  role: Role;
  disabled: boolean;
  /** The account belongs to this space; others only visit. */
  atHome: boolean;
}

/** Everybody who is or was a member of the space of the transaction, or those of `ids`, in the order of their names. */
export async function membersOf(tx: ControlTx, spaceId: string, ids?: readonly string[]): Promise<Member[]> {
  let query = tx
    .selectFrom('identity.membership as m')
    .innerJoin('identity.account as a', 'a.id', 'm.account_id')
    .select([
      'a.id',
      'a.login',
      'm.name',
      'm.role',
      sql<boolean>`m.disabled or a.disabled`.as('disabled'),
      'a.home_space',
    ])
    .where('m.space_id', '=', spaceId)
    .orderBy(sql`m.name collate platform.by_name`);
  if (ids) query = query.where('m.account_id', 'in', [...ids]);
  const rows = await query.execute();
  return rows.map(({ home_space, ...member }) => ({ ...member, atHome: home_space === spaceId }));
}

/** The caller drops the person's sessions from memory after the commit: `dropSession`. */
export async function updateMember(
  ctx: TxCtx,
  id: string,
  changes: { name?: string; role?: Role; disabled?: boolean },
): Promise<void> {
  await ctx.tx
    .updateTable('identity.membership')
    .set(changes)
    .where('space_id', '=', ctx.spaceId)
    .where('account_id', '=', id)
    .execute();
  if (changes.role && isOfficer(changes.role))
    await ctx.tx
      .updateTable('identity.account')
      .set({ password_once: true })
      .where('id', '=', id)
      .where('password_given', '=', true)
      .execute();
  await record(ctx, 'identity.membership.changed', { id, ...changes });
}

/** Locks those of a role in the space against each other's changes; how many may work beside this one. */
export async function othersWithRole(tx: ControlTx, spaceId: string, role: Role, id: string): Promise<number> {
  const rows = await tx
    .selectFrom('identity.membership as m')
    .innerJoin('identity.account as a', 'a.id', 'm.account_id')
    .select('m.account_id')
    .where('m.space_id', '=', spaceId)
    .where('m.role', '=', role)
    .where('m.disabled', '=', false)
    .where('a.disabled', '=', false)
    .forUpdate('m')
    .execute();
  return rows.filter((row) => row.account_id !== id).length;
}

/** A new password, given by somebody else: unlocks the account and ends its sessions. `once`: it is replaced at the first sign-in. */
export async function givePassword(ctx: TxCtx, id: string, password: string, { once = false } = {}): Promise<void> {
  await writePassword(ctx.tx, id, password, { given: true, once });
  await endSessions(ctx.tx, { accountId: id });
  await unlock({ control: ctx.tx }, id);
  await recordOperation(ctx, { id, home_space: ctx.spaceId }, 'password_given');
}

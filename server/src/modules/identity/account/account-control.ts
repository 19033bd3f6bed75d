import { sql } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';
import { endSessions } from '../sign-in/sessions.ts';

/** Shuts an account out of every space, or lets it in again. The caller drops its sessions from memory after the commit. */
export async function setAccountDisabled(tx: ControlTx, id: string, disabled: boolean): Promise<void> {
  await tx.updateTable('identity.account').set({ disabled }).where('id', '=', id).execute();
  if (disabled) await endSessions(tx, { accountId: id });
}

/** Ends open sessions of an account: one, all but one, or all; answers which. */
export async function endOpenSessions(
  tx: ControlTx,
  accountId: string,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  let open = tx
    .updateTable('identity.session')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id');
  if (which.only !== undefined) open = open.where('id', '=', which.only);
  if (which.except !== undefined) open = open.where('id', '<>', which.except);
  return (await open.execute()).map(({ id }) => id);
}

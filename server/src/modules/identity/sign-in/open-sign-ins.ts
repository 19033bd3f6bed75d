import type { ControlTx } from '../../../platform/db/db.ts';

/** Sign-ins that are under way stand on what was proved before: with another password or second step they begin anew. */
export async function endOpenSignIns(tx: ControlTx, accountId: string): Promise<void> {
  await tx.deleteFrom('identity.sign_in_ticket').where('account_id', '=', accountId).execute();
}

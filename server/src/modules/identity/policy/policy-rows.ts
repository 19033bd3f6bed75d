import { SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import type { ControlTx } from '../../../platform/db/db.ts';

/** What the space of the transaction asks of its own people; what it never said is as the contract has it. */
export async function policyIn(tx: ControlTx, spaceId: string): Promise<SecurityPolicy> {
  const row = await tx.selectFrom('identity.policy').select('rules').where('space_id', '=', spaceId).executeTakeFirst();
  return SecurityPolicy.parse(row?.rules ?? {});
}

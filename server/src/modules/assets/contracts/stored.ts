import type { Breach, Contract, ContractInput } from '@formwork/contract/assets/contract.ts';
import type { SpaceReader, SpaceTx } from '../../../platform/db/space-data.ts';

export interface StoredContract {
  asset: number;
  body: Omit<ContractInput, 'version'>;
  version: number;
  state: Contract['state'];
  broken: Breach[];
  changed_by: string;
  changed_at: Date;
}

export async function storedContract(from: SpaceReader, asset: number): Promise<StoredContract | undefined> {
  const { rows } = await from.query<StoredContract>({
    text: `select asset, body, version, state, broken, changed_by, changed_at from ${from.schema}.assets_contract where asset = $1`,
    values: [asset],
  });
  return rows[0];
}

/** What was wrong with a contract is over: it has one incident, which belongs to no rule. */
export async function solveIncident(tx: SpaceTx, asset: number): Promise<void> {
  await tx.query({
    text: `update ${tx.schema}.assets_incident set state = 'solved', solved_at = now() where asset = $1 and rule is null and state <> 'solved'`,
    values: [asset],
  });
}

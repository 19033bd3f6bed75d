import { mainEnvironment, type Environment } from '@formwork/contract/gateway/api.ts';
import type { TxCtx } from '../../platform/context.ts';

/** The main one is always there, whether anybody named it or not. */
export async function environmentsOf({ tx, spaceId }: Pick<TxCtx, 'tx' | 'spaceId'>): Promise<Environment[]> {
  const rows = await tx
    .selectFrom('gateway.environment')
    .select(['id', 'name'])
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .execute();
  return [{ id: mainEnvironment, name: '' }, ...rows.filter(({ id }) => id !== mainEnvironment)];
}

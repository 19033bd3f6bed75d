import type { Platform } from '../../platform/platform.ts';
import { migrateSpace } from '../../platform/migrate.ts';

/** A new space: its row, and its schema with every module's tables. */
export async function createSpace(platform: Pick<Platform, 'owner' | 'control'>, space: { id: string; name: string; isOperator?: boolean }): Promise<void> {
  await platform.control
    .insertInto('identity.space')
    .values({ id: space.id, name: space.name, is_operator: space.isOperator ?? false })
    .onConflict((on) => on.column('id').doNothing())
    .execute();
  const client = await platform.owner.connect();
  try {
    await migrateSpace(client, space.id);
  } finally {
    client.release();
  }
}

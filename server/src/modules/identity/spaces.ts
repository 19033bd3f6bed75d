import type { Platform } from '../../platform/platform.ts';
import { migrateSpace } from '../../platform/migrate.ts';

/** A new space: its schema with every module's tables, then its row, from when on everybody counts on the schema. */
export async function createSpace(platform: Pick<Platform, 'owner' | 'control'>, space: { id: string; name: string; isOperator?: boolean }): Promise<void> {
  const client = await platform.owner.connect();
  try {
    await migrateSpace(client, space.id);
  } finally {
    client.release();
  }
  await platform.control
    .insertInto('identity.space')
    .values({ id: space.id, name: space.name, is_operator: space.isOperator ?? false })
    .onConflict((on) => on.column('id').doNothing())
    .execute();
}

import type { Edition } from '@formwork/contract/operations/customers.ts';
import type { TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { dropSpaceSchema, migrateSpace } from '../../platform/db/migrate.ts';

/** A new space: its schema with every module's tables, then its row, from when on everybody counts on the schema. */
export async function createSpace(
  platform: Pick<Platform, 'owner' | 'control'>,
  space: { id: string; name: string; isOperator?: boolean },
): Promise<void> {
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

export interface NewSpace {
  id: string;
  name: string;
  creditCode: string | null;
  edition: Edition;
  expires_at?: Date | null;
  provider?: string | null;
}

/** A new space and what it begins with, or neither: when `work` fails, the schema goes again. */
export async function createSpaceWith(
  platform: Pick<Platform, 'owner' | 'control'>,
  { id, name, creditCode, ...rest }: NewSpace,
  work: (tx: ControlTx) => Promise<void>,
): Promise<void> {
  const client = await platform.owner.connect();
  try {
    await migrateSpace(client, id);
    await inControl(platform.control, id, async (tx) => {
      await tx
        .insertInto('identity.space')
        .values({ id, name, credit_code: creditCode, ...rest })
        .execute();
      await work(tx);
    }).catch(async (error: unknown) => {
      await dropSpaceSchema(client, id);
      throw error;
    });
  } finally {
    client.release();
  }
}

/** What a space says of its enterprise to everybody. */
export async function spaceFacts(tx: ControlTx, id: string): Promise<{ name: string; creditCode: string }> {
  const { name, credit_code } = await tx
    .selectFrom('identity.space')
    .select(['name', 'credit_code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { name, creditCode: credit_code ?? '' };
}

/** Sessions in memory learn the new name when they are read again. */
export async function changeSpace(
  ctx: TxCtx,
  { name, creditCode }: { name: string; creditCode: string },
): Promise<void> {
  await ctx.tx
    .updateTable('identity.space')
    .set({ name, credit_code: creditCode === '' ? null : creditCode })
    .where('id', '=', ctx.spaceId)
    .execute();
}

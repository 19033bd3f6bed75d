import { ProviderId } from '@formwork/contract/identity/sign-in.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { membershipsOf, type FoundMembership } from './all-accounts.ts';
import { endSessions } from '../sign-in/sessions.ts';

/** One of two accounts that are to be one. */
export interface MergeSide {
  id: string;
  login: string;
  name: string;
  disabled: boolean;
  merged: boolean;
  phone: string | null;
  email: string | null;
  memberships: FoundMembership[];
  providers: ProviderId[];
}

/** Locked until the transaction ends, so that two merges do not cross. */
export async function mergeSide(tx: ControlTx, id: string): Promise<MergeSide | undefined> {
  const account = await tx
    .selectFrom('identity.account')
    .select(['id', 'login', 'disabled', 'merged_into', 'phone', 'email', 'home_space'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const memberships = await membershipsOf(tx, id);
  const bindings = await tx.selectFrom('identity.binding').select('provider').where('account_id', '=', id).execute();
  const { merged_into, home_space, ...rest } = account;
  return {
    ...rest,
    name: memberships.find(({ space }) => space.id === home_space)?.name ?? account.login,
    merged: merged_into !== null,
    memberships,
    providers: bindings.flatMap(({ provider }) => ProviderId.safeParse(provider).data ?? []),
  };
}

/** In the space of the transaction: `into` becomes a member in the place of `from`, or stays what it is there. */
export async function handMembership(
  ctx: TxCtx,
  { from, into, role, name, moves }: { from: string; into: string; role: Role; name: string; moves: boolean },
): Promise<void> {
  if (moves) {
    await ctx.tx
      .insertInto('identity.membership')
      .values({ space_id: ctx.spaceId, account_id: into, role, name })
      .execute();
    await record(ctx, 'identity.membership.added', { id: into, name, role, from });
  }
  await ctx.tx
    .updateTable('identity.membership')
    .set({ disabled: true })
    .where('space_id', '=', ctx.spaceId)
    .where('account_id', '=', from)
    .execute();
  await record(ctx, 'identity.membership.changed', { id: from, name, disabled: true, into });
}

/** Phone, mailbox and third parties that the other account has none of move; the rest is unbound. The account is closed. */
export async function closeMerged(tx: ControlTx, from: MergeSide, into: MergeSide): Promise<void> {
  await tx
    .updateTable('identity.account')
    .set({ disabled: true, merged_into: into.id, phone: null, email: null })
    .where('id', '=', from.id)
    .execute();
  const gained = {
    ...(into.phone === null && from.phone !== null && { phone: from.phone }),
    ...(into.email === null && from.email !== null && { email: from.email }),
  };
  if (Object.keys(gained).length > 0)
    await tx.updateTable('identity.account').set(gained).where('id', '=', into.id).execute();
  for (const provider of from.providers) {
    const binding = await tx
      .deleteFrom('identity.binding')
      .where('account_id', '=', from.id)
      .where('provider', '=', provider)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!into.providers.includes(provider))
      await tx
        .insertInto('identity.binding')
        .values({ ...binding, account_id: into.id })
        .execute();
  }
  await endSessions(tx, { accountId: from.id });
}

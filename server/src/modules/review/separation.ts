import type { InputOf } from '@formwork/contract/endpoint.ts';
import { officerRoles, type reviewApi, type Separation } from '@formwork/contract/review/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { othersWithRole } from '../identity/public.ts';
import { holdOpenInvitations } from '../joining/public.ts';
import { directoryOf, knowKeptRoles, type DirectoryPerson } from '../organization/public.ts';

export async function isSeparated(tx: ControlTx, spaceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('review.separation')
    .select('enabled')
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return row?.enabled === true;
}

/** While it is on, neither the last reviewer nor the last auditor goes. Once per process. */
export function startReview(platform: Platform): void {
  knowKeptRoles(platform, async ({ tx, spaceId }) => ((await isSeparated(tx, spaceId)) ? ['safe', 'audit'] : []));
}

export async function getSeparation(ctx: TxCtx): Promise<Separation> {
  const row = await ctx.tx.selectFrom('review.separation').select(['enabled', 'changed_at']).executeTakeFirst();
  const { count } = await ctx.tx
    .selectFrom('review.change')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', 'in', ['waiting', 'releasing'])
    .executeTakeFirstOrThrow();
  return {
    enabled: row?.enabled ?? false,
    changedAt: row?.changed_at.toISOString() ?? null,
    officers: await officersOf(ctx),
    waiting: count,
    can: { change: roleHolds(ctx.user.role, 'review.separation.edit') },
  };
}

/** Without a reviewer nothing could be released any more, not even the end of it; without an auditor nobody would look on. */
export async function setSeparation(
  ctx: TxCtx,
  { body }: InputOf<typeof reviewApi.setSeparation>,
): Promise<Separation> {
  for (const role of ['safe', 'audit'] as const) {
    // whoever changes it is neither; counted under a lock, so that the last one does not go at the same moment
    if (body.enabled && (await othersWithRole(ctx.tx, ctx.spaceId, role, ctx.user.id)) === 0)
      throw conflict('review.separation.people_missing', { role });
  }
  const row = { enabled: body.enabled, changed_by: ctx.user.id };
  await ctx.tx
    .insertInto('review.separation')
    .values({ space_id: ctx.spaceId, ...row })
    .onConflict((on) => on.column('space_id').doUpdateSet({ ...row, changed_at: sql<Date>`now()` }))
    .execute();
  if (body.enabled) await holdOpenInvitations(ctx.tx);
  await record(ctx, body.enabled ? 'review.separation.enabled' : 'review.separation.disabled', {});
  return getSeparation(ctx);
}

async function officersOf(ctx: TxCtx): Promise<Separation['officers']> {
  const people = [...(await directoryOf(ctx.platform, ctx.spaceId)).people.values()].filter(
    (person) => !person.disabled,
  );
  const holding = (role: DirectoryPerson['role']) =>
    people.filter((person) => person.role === role).map(({ id, name, login }) => ({ id, name, login }));
  return Object.fromEntries(officerRoles.map((role) => [role, holding(role)])) as Separation['officers'];
}

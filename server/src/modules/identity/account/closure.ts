import { sql } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { shownBy, type By } from '../sign-in/session-shown.ts';

/** What decides whether people of an enterprise may work. */
export interface Openness {
  suspended_at: Date | null;
  expires_at: Date | null;
}

export type Closure = 'identity.space.suspended' | 'identity.space.expired';

/** Why an enterprise is shut just now. */
export function closureOf({ suspended_at, expires_at }: Openness): Closure | undefined {
  if (suspended_at !== null) return 'identity.space.suspended';
  return expires_at !== null && expires_at.getTime() <= Date.now() ? 'identity.space.expired' : undefined;
}

export function requireOpen(space: Openness): void {
  const closure = closureOf(space);
  if (closure) throw refuse(closure);
}

/** The name of an enterprise that is open; for visitors, whom nothing else tells that it is there. */
export async function openSpaceName({ control }: Pick<Platform, 'control'>, id: string): Promise<string | undefined> {
  const row = await control
    .selectFrom('identity.space')
    .select(['name', 'suspended_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && !closureOf(row) ? row.name : undefined;
}

/** Of somebody who signs in: the enterprise they are at home in. */
export async function requireOpenHome({ control }: Pick<Platform, 'control'>, homeSpace: string): Promise<void> {
  requireOpen(
    await control
      .selectFrom('identity.space')
      .select(['suspended_at', 'expires_at'])
      .where('id', '=', homeSpace)
      .executeTakeFirstOrThrow(),
  );
}

/** Why a cookie that was a session is none any more, where the enterprise is the reason. */
export async function whyShutOut({ control }: Pick<Platform, 'control'>, by: By): Promise<Closure | undefined> {
  const row = await control
    .selectFrom('identity.session as s')
    .innerJoin('identity.account as a', 'a.id', 's.account_id')
    .innerJoin('identity.space as h', 'h.id', 'a.home_space')
    .select(['h.suspended_at', 'h.expires_at'])
    .where((is) => shownBy(is, by))
    .executeTakeFirst();
  return row && closureOf(row);
}

/** Sessions of everybody at home in these spaces. The caller drops them from memory after the commit. */
export async function endSessionsOfSpaces(
  tx: Pick<ControlTx, 'updateTable' | 'selectFrom'>,
  spaceIds: readonly string[],
): Promise<void> {
  if (spaceIds.length === 0) return;
  await tx
    .updateTable('identity.session')
    .set({ ended_at: sql<Date>`now()` })
    .where('ended_at', 'is', null)
    .where(
      'account_id',
      'in',
      tx
        .selectFrom('identity.account')
        .select('id')
        .where('home_space', 'in', [...spaceIds]),
    )
    .execute();
}

import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { titlesOutside } from '../../forms/public.ts';
import '../tables.ts';

/** Forms outside of a system whose released processes name the role: whoever holds it gets work there, and sees its records. */
export async function reachOfRole(ctx: Ctx, roleId: string, systemId: string): Promise<string[]> {
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('workflow.release')
      .select('form_id')
      .distinct()
      // instances go on with the release they began with
      .where(sql<boolean>`graph::text like ${`%"${roleId}"%`}`)
      .execute(),
  );
  return titlesOutside(ctx, systemId, { forms: rows.map(({ form_id }) => form_id) });
}

import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { titlesOutside } from '../forms/public.ts';

/** Applications of documents outside of a system in which rules name the role. */
export async function reachOfRole(ctx: Ctx, roleId: string, systemId: string): Promise<string[]> {
  const { rows } = await spaceQuery<{ app_id: string }>(ctx.platform, {
    text: `select distinct app_id from ${spaceSchema(ctx.spaceId)}.documents_rule where subject->>'kind' = 'role' and subject->>'id' = $1`,
    values: [roleId],
  });
  return titlesOutside(ctx, systemId, { apps: rows.map(({ app_id }) => app_id) });
}

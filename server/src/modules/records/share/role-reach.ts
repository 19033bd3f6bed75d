import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { titlesOutside } from '../../forms/public.ts';

/** Forms outside of a system of which records were shared with the role: whoever comes to hold it is given them too. */
export async function reachOfRole(ctx: Ctx, roleId: string, systemId: string): Promise<string[]> {
  const { rows } = await spaceQuery<{ form_id: string }>(ctx.platform, {
    text: `select distinct form_id from ${spaceSchema(ctx.spaceId)}.records_share where by_unit and receivers @> $1::jsonb`,
    values: [JSON.stringify([{ id: roleId }])],
  });
  return titlesOutside(ctx, systemId, { forms: rows.map(({ form_id }) => form_id) });
}

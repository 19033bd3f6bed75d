import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { requireConnection, seenConnections } from './access.ts';

/** What of a connection others may know who let it be chosen; the caller may use it. */
export function requireUsable(ctx: Ctx, id: string): Promise<{ id: string; name: string; kind: string }> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { row } = await requireConnection({ ...ctx, tx }, id, 'use');
    return { id: row.id, name: row.name, kind: row.kind };
  });
}

/** Names of those that the caller may see. */
export async function connectionNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const seen = await seenConnections(ctx);
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('connections.connection')
      .select(['id', 'name'])
      .where('space_id', '=', ctx.spaceId)
      .where('id', 'in', [...new Set(ids)])
      .execute(),
  );
  return new Map(rows.flatMap(({ id, name }) => (seen.has(id) ? [[id, name] as const] : [])));
}

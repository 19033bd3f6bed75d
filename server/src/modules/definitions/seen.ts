import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { TxCtx } from '../../platform/context.ts';
import { levelsOn, visibleIn } from './access.ts';
import { mayCreateIn } from './list.ts';
import { requireKind } from './registry.ts';
import { draftOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';

export interface SeenDefinition<Body> {
  row: DefinitionRow;
  level: DefinitionLevel | null;
  draft: Body;
}

/** Definitions of a kind that the caller may see, with their drafts, for pages that list them in a way of their own. */
export async function definitionsSeen<Body>(
  ctx: TxCtx,
  name: string,
): Promise<{ rows: SeenDefinition<Body>[]; mayCreate: boolean }> {
  const kind = requireKind(ctx, name);
  const visible = await visibleIn(ctx, kind.area);
  const rows = await ctx.tx
    .selectFrom('definitions.definition')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', name)
    .where('archived_at', 'is', null)
    .where(visible.where(name))
    .orderBy('saved_at', 'desc')
    .limit(2_000)
    .execute();
  const levels = await levelsOn(ctx, kind, rows);
  return {
    rows: rows.map((row, at) => ({ row, level: levels[at] ?? null, draft: draftOf<Body>(kind, row) })),
    mayCreate: await mayCreateIn(ctx, kind, null),
  };
}

/** What those of the ids are called that the caller may see, in the bin or not. */
export async function namesSeen(ctx: TxCtx, name: string, ids: readonly string[]): Promise<Map<string, Text>> {
  if (ids.length === 0) return new Map();
  const visible = await visibleIn(ctx, requireKind(ctx, name).area);
  const rows = await ctx.tx
    .selectFrom('definitions.definition')
    .select(['id', 'name'])
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', name)
    .where('id', 'in', [...ids])
    .where(visible.where(name))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

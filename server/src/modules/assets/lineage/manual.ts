import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { seenAssets } from '../find.ts';
import { graphChanged } from './graph-of-space.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;

/** What no definition tells: a person says it, with a reason. */
export async function addEdge(ctx: Ctx, { body }: Input<'addEdge'>): Promise<{ id: string }> {
  const { from, to, fromColumn, toColumn, reason } = body;
  if (from === to) throw wrong('assets.edge.to_itself', 'to');
  const seen = await seenAssets(ctx, [from, to]);
  const [start, end] = [seen.get(from), seen.get(to)];
  if (!start) throw wrong('assets.asset.not_found', 'from');
  if (!end) throw wrong('assets.asset.not_found', 'to');
  const id = await inSpace(ctx, async (tx) => {
    await requireColumn(tx, from, fromColumn, 'fromColumn');
    await requireColumn(tx, to, toColumn, 'toColumn');
    const { rows } = await tx.query<{ id: string }>({
      text: `insert into ${tx.schema}.assets_edge (from_asset, from_col, to_asset, to_col, kind, via, reason, made_by)
        values ($1, $2, $3, $4, 'manual', 0, $5, $6)
        on conflict (from_asset, from_col, to_asset, to_col, kind, via) where valid_to is null do nothing returning id::text`,
      values: [from, fromColumn, to, toColumn, reason, ctx.user.id],
    });
    if (!rows[0]) throw conflict('assets.edge.there_already');
    await tx.event('assets.edge.added', rows[0].id, { id: rows[0].id, from: start.title.zh, to: end.title.zh, reason });
    return rows[0].id;
  });
  graphChanged(ctx);
  return { id };
}

export async function removeEdge(ctx: Ctx, { params }: Input<'removeEdge'>): Promise<null> {
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query<{ from_asset: number; to_asset: number }>({
      text: `update ${tx.schema}.assets_edge set valid_to = now() where id = $1 and via = 0 and valid_to is null returning from_asset, to_asset`,
      values: [params.edgeId],
    });
    if (!rows[0]) throw notFound('assets.edge.not_found');
    await tx.event('assets.edge.removed', params.edgeId, { id: params.edgeId });
  });
  graphChanged(ctx);
  return null;
}

/** Said at the end that does not fit. */
const wrong = (code: ErrorCode, path: string) => invalid(code, [{ path, code }]);

async function requireColumn(tx: SpaceTx, asset: number, column: number, path: string): Promise<void> {
  if (column === 0) return;
  const { rows } = await tx.query({
    text: `select 1 from ${tx.schema}.assets_column where asset = $1 and id = $2 and valid_to is null`,
    values: [asset, column],
  });
  if (rows.length === 0) throw wrong('assets.column.not_found', path);
}

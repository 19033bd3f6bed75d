import { includesLevel, levelsUpTo, type DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Selectable } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { withControl } from '../../platform/db/db.ts';
import type { DefinitionPlace } from '../../platform/definition-kind.ts';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { visibleIn, type AccessCtx, type Visible } from '../definitions/public.ts';
import type { ConnectionTable } from './tables.ts';

export type ConnectionRow = Selectable<ConnectionTable>;

/** The area whose folders and rules say who may do what with connections. */
export const connectionArea = 'connections';

/** The connection with what the caller may do: 404 where they may not see it, 403 below the level. */
export async function requireConnection(
  ctx: AccessCtx,
  id: string,
  level: DefinitionLevel,
  { lock = false } = {},
): Promise<{ row: ConnectionRow; can: DefinitionLevel[] }> {
  const row = await withControl(ctx, (tx) => {
    const found = tx
      .selectFrom('connections.connection')
      .selectAll()
      .where('space_id', '=', ctx.spaceId)
      .where('id', '=', id);
    return (lock ? found.forUpdate() : found).executeTakeFirst();
  });
  return requireRow(ctx, row, level);
}

/** The same of a row that was read before; undefined is one that is not there. */
export async function requireRow(
  ctx: AccessCtx,
  row: ConnectionRow | undefined,
  level: DefinitionLevel,
): Promise<{ row: ConnectionRow; can: DefinitionLevel[] }> {
  const mine = row ? levelOn(await visibleIn(ctx, connectionArea), row) : null;
  if (!row || mine === null) throw notFound('connections.connection.not_found');
  if (!includesLevel(mine, level)) throw forbidden('connections.connection.no_right', { level });
  return { row, can: levelsUpTo(mine) };
}

/** By id; what is no id at all is left out, so that who asks with others does not fail them. */
export async function connectionRows(ctx: TxCtx, ids: readonly string[]): Promise<Map<string, ConnectionRow>> {
  const asked = ids.filter(isUuid);
  if (asked.length === 0) return new Map();
  const rows = await ctx.tx
    .selectFrom('connections.connection')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('id', 'in', asked)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Connections of some kinds that the caller may use, by name. */
export async function usableConnections(
  ctx: TxCtx,
  kinds: readonly string[],
): Promise<{ id: string; name: string; kind: string }[]> {
  const rows = await ctx.tx
    .selectFrom('connections.connection')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('kind', 'in', [...kinds])
    .orderBy('name')
    .execute();
  const visible = await visibleIn(ctx, connectionArea);
  return rows.flatMap((row) => {
    const level = levelOn(visible, row);
    return level !== null && includesLevel(level, 'use') ? [{ id: row.id, name: row.name, kind: row.kind }] : [];
  });
}

/** Whether somebody may use a connection; one that is not there, nobody may. */
export async function mayUseConnection(ctx: AccessCtx, id: string): Promise<boolean> {
  try {
    await requireConnection(ctx, id, 'use');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

export async function requireMayCreate(ctx: AccessCtx, folder: string | null): Promise<void> {
  const visible = await visibleIn(ctx, connectionArea);
  if (!includesLevel(visible.levelIn(folder), 'edit'))
    throw forbidden('connections.connection.no_right', { level: 'edit' });
}

export function levelOn(visible: Visible, row: ConnectionRow): DefinitionLevel | null {
  return visible.levelOf(placeOf(row));
}

function placeOf({ id, folder, created_by }: ConnectionRow): DefinitionPlace {
  return { kind: 'connection', id, appId: null, folder, owner: null, createdBy: created_by };
}

/** Ids of all that the caller may see. */
export async function seenConnections(ctx: AccessCtx): Promise<Set<string>> {
  const visible = await visibleIn(ctx, connectionArea);
  const rows = await withControl(ctx, (tx) =>
    tx.selectFrom('connections.connection').selectAll().where('space_id', '=', ctx.spaceId).execute(),
  );
  return new Set(rows.filter((row) => levelOn(visible, row) !== null).map(({ id }) => id));
}

import type { Text } from '@formwork/contract/text.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { requireOn } from './access.ts';
import { putIntoBin, takeOutOfBin } from './archive.ts';
import { changeRow } from './place.ts';
import { forgetReleased } from './released.ts';
import { bodyOf } from './rows.ts';
import { findKind } from './registry.ts';
import type { DefinitionRow } from './tables.ts';
import { saveWhole, type Saved } from './whole.ts';

// For modules whose kinds have calls of their own besides, in their transactions.

export type KeptDefinition = Pick<
  DefinitionRow,
  'id' | 'name' | 'version' | 'enabled' | 'saved_by' | 'saved_at' | 'draft'
>;

/** Those of the ids that are there, with their drafts. Nobody's rights are asked. */
export function findDefinitions(tx: ControlTx, kind: string, ids: readonly string[]): Promise<KeptDefinition[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('definitions.definition')
    .select(['id', 'name', 'version', 'enabled', 'saved_by', 'saved_at', 'draft'])
    .where('kind', '=', kind)
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .execute();
}

/** Bodies of releases by their numbers, the last first. Nobody's rights are asked. */
export async function findReleases<Body>(
  ctx: Pick<TxCtx, 'platform' | 'spaceId' | 'tx'>,
  kind: string,
  id: string,
): Promise<{ number: number; body: Body; at: Date; by: string }[]> {
  const spec = findKind(ctx.platform, kind);
  const rows = await ctx.tx
    .selectFrom('definitions.release')
    .select(['number', 'body', 'format', 'released_at', 'released_by'])
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('number', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    body: spec ? bodyOf<Body>(spec, row) : (row.body as Body),
    at: row.released_at,
    by: row.released_by,
  }));
}

/** Who released it. Nobody's rights are asked. */
export async function authorOf(ctx: TxCtx, kind: string, id: string, number: number): Promise<string | undefined> {
  const row = await ctx.tx
    .selectFrom('definitions.release')
    .select('released_by')
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.released_by;
}

/** Who began a definition, to be told of it. Nobody's rights are asked. */
export async function ownerOf(ctx: TxCtx, kind: string, id: string): Promise<string | undefined> {
  const row = await ctx.tx
    .selectFrom('definitions.definition')
    .select(['owner', 'created_by'])
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (row.owner ?? row.created_by);
}

/** Name, switch and body together. */
export async function saveDefinition(
  ctx: TxCtx,
  kind: string,
  id: string,
  {
    name,
    enabled,
    draft,
    expectedVersion,
  }: { name: Text; enabled: boolean; draft?: unknown; expectedVersion?: number },
): Promise<Saved> {
  const access = await requireOn(ctx, kind, id, 'own', { lock: true });
  const { row } = access;
  if (expectedVersion !== undefined && row.version !== expectedVersion)
    throw conflict('definitions.draft.version_conflict', { version: row.version });
  const renamed = JSON.stringify(row.name) !== JSON.stringify(name);
  const switched = row.enabled !== enabled;
  const named =
    renamed || switched
      ? await changeRow(ctx, row, {
          ...(renamed && { name: JSON.stringify(name) }),
          ...(switched && { enabled, off_because: null }),
        })
      : row;
  if (renamed) await record(ctx, 'definitions.moved', { id, kind, name: name.zh });
  if (switched) await record(ctx, 'definitions.enabled', { id, kind, name: name.zh, enabled });
  const saved =
    draft === undefined ? undefined : await saveWhole(ctx, { ...access, row: named }, draft, { accept: true });
  return {
    row: saved?.row ?? named,
    done() {
      saved?.done();
      forgetReleased(ctx.platform, ctx.spaceId, kind, id);
    },
  };
}

/** Takes it out of the bin again, in the caller's transaction; false where it is not there at all. */
export async function unbinDefinition(ctx: TxCtx, kind: string, id: string): Promise<boolean> {
  const binned = await ctx.tx
    .selectFrom('definitions.definition')
    .select('id')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .executeTakeFirst();
  if (!binned) return false;
  await takeOutOfBin(ctx, await requireOn(ctx, kind, id, 'own', { lock: true, archived: true }));
  return true;
}

/** Into the bin, where those who name it are asked first unless somebody said yes; answers what is to be done after the commit. */
export async function binDefinition(ctx: TxCtx, kind: string, id: string, accept = true): Promise<() => void> {
  const access = await requireOn(ctx, kind, id, 'own', { lock: true });
  await putIntoBin(ctx, access, accept);
  return () => forgetReleased(ctx.platform, ctx.spaceId, kind, id);
}

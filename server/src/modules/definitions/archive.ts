import type { Definition, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { requireOn, type Access } from './access.ts';
import { requireUnused } from './in-force.ts';
import { changeRow } from './place.ts';
import { usesOf } from './references.ts';
import { forgetReleased } from './released.ts';
import { viewOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';
import { tellOpen } from './topic.ts';

type Input<K extends keyof typeof definitionsApi> = InputOf<(typeof definitionsApi)[K]>;

/** Into the bin; who names it in force refuses, others want a yes. */
export async function archiveDefinition(ctx: Ctx, { params, body }: Input<'archive'>): Promise<Definition> {
  const view = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const access = await requireOn(at, params.kind, params.id, 'own', { lock: true, archived: true });
    return viewOf(await putIntoBin(at, access, body.accept ?? false), access.can);
  });
  tellBin(ctx, view);
  return view;
}

/** In the caller's transaction, on a locked row. */
export async function putIntoBin(ctx: TxCtx, { row }: Access, accept: boolean): Promise<DefinitionRow> {
  if (row.archived_at !== null) return row;
  requireUnused(await usesOf(ctx, row), accept);
  const after = await changeRow(ctx, row, { archived_at: new Date() });
  await record(ctx, 'definitions.archived', { id: row.id, kind: row.kind, name: row.name.zh });
  return after;
}

export async function restoreDefinition(ctx: Ctx, { params }: Input<'restore'>): Promise<Definition> {
  const view = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const access = await requireOn(at, params.kind, params.id, 'own', { lock: true, archived: true });
    return viewOf(await takeOutOfBin(at, access), access.can);
  });
  tellBin(ctx, view);
  return view;
}

/** In the caller's transaction, on a locked row. */
export async function takeOutOfBin(ctx: TxCtx, { row }: Access): Promise<DefinitionRow> {
  if (row.archived_at === null) return row;
  const after = await changeRow(ctx, row, { archived_at: null });
  await record(ctx, 'definitions.restored', { id: row.id, kind: row.kind, name: row.name.zh });
  return after;
}

function tellBin({ platform, spaceId }: Ctx, { kind, id, archivedAt }: Definition): void {
  forgetReleased(platform, spaceId, kind, id);
  tellOpen(platform, spaceId, kind, id, { type: archivedAt === null ? 'definition.restored' : 'definition.archived' });
}

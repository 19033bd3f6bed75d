import type { Definition, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { levelsUpTo } from '@formwork/contract/definitions/level.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { levelsOn, requireOn } from './access.ts';
import { requireFolder, folderName } from './folders.ts';
import { forgetReleased } from './released.ts';
import { viewOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';
import { tellOpen } from './topic.ts';

type Input<K extends keyof typeof definitionsApi> = InputOf<(typeof definitionsApi)[K]>;

/** Names and tags are for those who edit it; moving changes who may do what, and is for its owners. */
export async function placeDefinition(ctx: Ctx, { params, body }: Input<'place'>): Promise<Definition> {
  const view = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const moves = body.folder !== undefined;
    const { kind, row, can } = await requireOn(at, params.kind, params.id, moves ? 'own' : 'edit', { lock: true });
    if (kind.levelOf && moves) throw conflict('definitions.definition.has_its_place');
    if (body.folder) await requireFolder(at, kind.area, body.folder, 'edit');
    const set = {
      ...(body.name && { name: JSON.stringify(body.name) }),
      ...(body.tags && { tags: [...new Set(body.tags)] }),
      ...(moves && { folder: body.folder ?? null }),
    };
    if (Object.keys(set).length === 0) return viewOf(row, can);
    const after = await changeRow(at, row, set);
    await record(at, 'definitions.moved', {
      id: row.id,
      kind: row.kind,
      name: after.name.zh,
      ...(moves && { folder: await folderName(at, kind.area, after.folder) }),
    });
    const [level = null] = await levelsOn(at, kind, [after]);
    return viewOf(after, levelsUpTo(level));
  });
  forgetReleased(ctx.platform, ctx.spaceId, view.kind, view.id);
  tellOpen(ctx.platform, ctx.spaceId, view.kind, view.id, { type: 'definition.placed', name: view.name });
  return view;
}

/** For whoever has to judge a move: where it lay and would lie. */
export async function changeOfPlace(ctx: Ctx, { params, body }: Input<'place'>): Promise<RightsSubject> {
  const { kind, row } = await requireOn(ctx, params.kind, params.id, 'own');
  return {
    name: row.name.zh,
    before: { folder: await folderName(ctx, kind.area, row.folder) },
    after: { folder: await folderName(ctx, kind.area, body.folder ?? null) },
  };
}

export async function enableDefinition(ctx: Ctx, { params, body }: Input<'enable'>): Promise<Definition> {
  const view = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const { row, can } = await requireOn(at, params.kind, params.id, 'own', { lock: true });
    if (row.enabled === body.enabled && row.off_because === null) return viewOf(row, can);
    const after = await changeRow(at, row, { enabled: body.enabled, off_because: null });
    await record(at, 'definitions.enabled', { id: row.id, kind: row.kind, name: row.name.zh, enabled: body.enabled });
    return viewOf(after, can);
  });
  tellEnabled(ctx, view);
  return view;
}

/** Switched off by itself: `because` is a code, the key of a text. Call with a context that may own it. */
export async function switchOff(ctx: Ctx, kind: string, id: string, because: string): Promise<void> {
  const view = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const { row, can } = await requireOn(at, kind, id, 'own', { lock: true });
    if (!row.enabled) return undefined;
    const after = await changeRow(at, row, { enabled: false, off_because: because });
    await record(at, 'definitions.enabled', { id, kind, name: row.name.zh, enabled: false, reason: because });
    return viewOf(after, can);
  });
  if (view) tellEnabled(ctx, view);
}

/** The row with these columns changed. */
export function changeRow(
  { tx, spaceId }: TxCtx,
  { kind, id }: Pick<DefinitionRow, 'kind' | 'id'>,
  set: {
    name?: string;
    tags?: string[];
    folder?: string | null;
    enabled?: boolean;
    off_because?: string | null;
    archived_at?: Date | null;
  },
): Promise<DefinitionRow> {
  return tx
    .updateTable('definitions.definition')
    .set(set)
    .where('space_id', '=', spaceId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function tellEnabled({ platform, spaceId }: Ctx, { kind, id, enabled }: Definition): void {
  forgetReleased(platform, spaceId, kind, id);
  tellOpen(platform, spaceId, kind, id, { type: 'definition.enabled', enabled });
}

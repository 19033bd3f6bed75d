import type { DefinitionFolder, definitionsApi } from '@formwork/contract/definitions/api.ts';
import { includesLevel, levelsUpTo, type DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { visibleIn, type AccessCtx } from './access.ts';
import { isFor, requireArea } from './registry.ts';
import { areaRules, forgetRules, type FolderPlace } from './rules.ts';

type Input<K extends keyof typeof definitionsApi> = InputOf<(typeof definitionsApi)[K]>;

const mostFolders = 5_000;
const mostDeep = 20;

/** Those that may be seen, and those on the way to them. */
export async function listFolders(
  ctx: TxCtx,
  { params }: Input<'folders'>,
): Promise<ResponseOf<typeof definitionsApi.folders>> {
  const visible = await visibleIn(ctx, params.area);
  const { folders } = await areaRules(ctx.platform, ctx.spaceId, params.area);
  return {
    folders: [...folders.values()].flatMap((folder) => {
      const level = visible.levelIn(folder.id);
      return level === null && !visible.passes(folder.id) ? [] : [viewOf(folder, level)];
    }),
    can: levelsUpTo(visible.levelIn(null)),
  };
}

export function createFolder(ctx: Ctx, { params: { area }, body }: Input<'createFolder'>): Promise<DefinitionFolder> {
  return changing(ctx, area, async (at) => {
    const above = await requirePlace(at, area, body.parent, 'edit');
    const { folders } = await areaRules(ctx.platform, ctx.spaceId, area);
    if (folders.size >= mostFolders || above.length >= mostDeep) throw conflict('definitions.folder.too_many');
    const folder = { id: newId(), parent: body.parent, path: above, name: body.name, position: folders.size };
    await at.tx
      .insertInto('definitions.folder')
      .values({ space_id: ctx.spaceId, area, ...folder })
      .execute();
    await record(at, 'definitions.folder.created', { id: folder.id, area, name: body.name });
    const visible = await visibleIn(at, area);
    return viewOf(folder, visible.levelIn(body.parent));
  });
}

/** Renamed by who edits there; moved by who owns it, into a folder they edit. */
export function updateFolder(
  ctx: Ctx,
  { params: { area, folderId }, body }: Input<'updateFolder'>,
): Promise<DefinitionFolder> {
  return changing(ctx, area, async (at) => {
    const moves = body.parent !== undefined;
    const folder = await requireFolder(at, area, folderId, moves ? 'own' : 'edit');
    const path = body.parent === undefined ? folder.path : await requirePlace(at, area, body.parent, 'edit');
    if (path.includes(folderId)) throw conflict('definitions.folder.inside_itself');
    if (path.length >= mostDeep) throw conflict('definitions.folder.too_many');
    const next = {
      parent: body.parent === undefined ? folder.parent : body.parent,
      path,
      name: body.name ?? folder.name,
      position: body.position ?? folder.position,
    };
    await at.tx
      .updateTable('definitions.folder')
      .set(next)
      .where('space_id', '=', ctx.spaceId)
      .where('area', '=', area)
      .where('id', '=', folderId)
      .execute();
    if (moves)
      await at.tx
        .updateTable('definitions.folder')
        .set({ path: sql<string[]>`${path}::uuid[] || path[${folder.path.length + 1}::int:]` })
        .where('space_id', '=', ctx.spaceId)
        .where('area', '=', area)
        .where(sql<boolean>`${folderId}::uuid = any(path)`)
        .execute();
    await record(at, 'definitions.folder.changed', {
      id: folderId,
      area,
      name: next.name,
      ...(moves && { folder: await folderName(at, area, next.parent) }),
    });
    const visible = await visibleIn(at, area);
    return viewOf({ ...next, id: folderId }, visible.levelIn(folderId));
  });
}

/** For whoever has to judge a move: what held there and would hold. */
export async function changeOfFolder(
  ctx: Ctx,
  { params: { area, folderId }, body }: Input<'updateFolder'>,
): Promise<RightsSubject> {
  const folder = await requireFolder(ctx, area, folderId, 'own');
  return {
    name: folder.name,
    before: { folder: await folderName(ctx, area, folder.parent) },
    after: { folder: await folderName(ctx, area, body.parent ?? null) },
  };
}

export function removeFolder(ctx: Ctx, { params: { area, folderId } }: Input<'removeFolder'>): Promise<null> {
  return changing(ctx, area, async (at) => {
    const folder = await requireFolder(at, area, folderId, 'own');
    const { rows } = await sql<{
      used: boolean;
    }>`select exists (select from definitions.folder where space_id = ${ctx.spaceId} and area = ${area} and parent = ${folderId})
      or exists (select from definitions.definition where space_id = ${ctx.spaceId} and area = ${area} and folder = ${folderId} and archived_at is null) as used`.execute(
      at.tx,
    );
    if (rows[0]?.used) throw conflict('definitions.folder.not_empty');
    // what lies in the bin comes back at the top
    await at.tx
      .updateTable('definitions.definition')
      .set({ folder: null })
      .where('space_id', '=', ctx.spaceId)
      .where('area', '=', area)
      .where('folder', '=', folderId)
      .execute();
    await at.tx
      .deleteFrom('definitions.folder')
      .where('space_id', '=', ctx.spaceId)
      .where('area', '=', area)
      .where('id', '=', folderId)
      .execute();
    await record(at, 'definitions.folder.removed', { id: folderId, area, name: folder.name });
    return null;
  });
}

/** 404 for a folder that may not be seen, 403 below the level. */
export async function requireFolder(
  ctx: AccessCtx,
  area: string,
  id: string,
  level: DefinitionLevel,
): Promise<FolderPlace> {
  const visible = await visibleIn(ctx, area);
  const folder = (await areaRules(ctx.platform, ctx.spaceId, area)).folders.get(id);
  if (!folder || visible.levelIn(id) === null) throw notFound('definitions.folder.not_found');
  if (!includesLevel(visible.levelIn(id), level)) throw forbidden('definitions.definition.no_right', { level });
  return folder;
}

export async function folderName(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  area: string,
  id: string | null,
): Promise<string> {
  if (id === null) return '';
  return (await areaRules(ctx.platform, ctx.spaceId, area)).folders.get(id)?.name ?? '';
}

/** The way to what is put there. At the top it is for those whom a rule lets edit there, or who begin things of the area. */
async function requirePlace(
  ctx: TxCtx,
  area: string,
  parent: string | null,
  level: DefinitionLevel,
): Promise<string[]> {
  if (parent !== null) {
    const { id, path } = await requireFolder(ctx, area, parent, level);
    return [...path, id];
  }
  const begins = requireArea(ctx, area).some(({ permissions }) => isFor(ctx.user, permissions.create));
  if (!begins && !includesLevel((await visibleIn(ctx, area)).levelIn(null), level))
    throw forbidden('definitions.definition.no_right', { level });
  return [];
}

/** One change of an area's folders at a time; what was kept of them is dropped after the commit. */
async function changing<T>(ctx: Ctx, area: string, work: (ctx: TxCtx) => Promise<T>): Promise<T> {
  requireArea(ctx, area);
  const result = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`definitions ${ctx.spaceId} ${area}`}, 0))`.execute(tx);
    return work({ ...ctx, tx });
  });
  forgetRules(ctx.platform, ctx.spaceId, area);
  return result;
}

function viewOf(folder: Omit<FolderPlace, 'path'>, level: DefinitionLevel | null): DefinitionFolder {
  const { id, parent, name, position } = folder;
  return { id, parent, name, position, can: levelsUpTo(level) };
}

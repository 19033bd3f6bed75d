import type { DefinitionAccess, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { AccessRule } from '@formwork/contract/definitions/level.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, forbidden } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { requireOn, visibleIn, type AccessCtx } from './access.ts';
import { folderName, requireFolder } from './folders.ts';
import { areaRules, forgetRules } from './rules.ts';
import { subjectNames } from './subjects.ts';
import type { DefinitionRow } from './tables.ts';

type Input<K extends keyof typeof definitionsApi> = InputOf<(typeof definitionsApi)[K]>;

export async function getAccess(ctx: TxCtx, { params }: Pick<Input<'getAccess'>, 'params'>): Promise<DefinitionAccess> {
  const { kind, row } = await requireOn(ctx, params.kind, params.id, 'own');
  if (kind.levelOf) throw conflict('definitions.definition.has_its_place');
  return accessOf(ctx, kind.area, row);
}

export async function putAccess(ctx: Ctx, { params, body }: Input<'putAccess'>): Promise<null> {
  const area = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const { kind, row } = await requireOn(at, params.kind, params.id, 'own', { lock: true });
    if (kind.levelOf) throw conflict('definitions.definition.has_its_place');
    await writeRules(at, kind.area, { on_folder: null, on_kind: row.kind, on_id: row.id }, body.rules);
    await record(at, 'definitions.access_changed', {
      id: row.id,
      kind: row.kind,
      name: row.name.zh,
      rules: body.rules,
    });
    return kind.area;
  });
  forgetRules(ctx.platform, ctx.spaceId, area);
  return null;
}

export async function changeOfAccess(ctx: Ctx, { params, body }: Input<'putAccess'>): Promise<RightsSubject> {
  const { kind, row } = await requireOn(ctx, params.kind, params.id, 'own');
  const { rules } = await accessOf(ctx, kind.area, row);
  return { name: row.name.zh, before: { rules }, after: { rules: body.rules } };
}

export async function getFolderAccess(ctx: TxCtx, { params }: Input<'getFolderAccess'>): Promise<DefinitionAccess> {
  const path = await requireOwnFolder(ctx, params.area, params.folderId);
  const { onFolders } = await areaRules(ctx.platform, ctx.spaceId, params.area);
  const rules = onFolders.get(folderKey(params.folderId)) ?? [];
  const above = rulesAbove(onFolders, path);
  return { rules, above, names: await subjectNames(ctx, [...rules, ...above]) };
}

export async function putFolderAccess(ctx: Ctx, { params, body }: Input<'putFolderAccess'>): Promise<null> {
  await requireOwnFolder(ctx, params.area, params.folderId);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const folder = params.folderId === 'top' ? null : params.folderId;
    await writeRules(at, params.area, { on_folder: folder, on_kind: null, on_id: null }, body.rules);
    await record(at, 'definitions.folder.access_changed', {
      id: params.folderId,
      area: params.area,
      name: await folderName(ctx, params.area, folder),
      rules: body.rules,
    });
  });
  forgetRules(ctx.platform, ctx.spaceId, params.area);
  return null;
}

export async function changeOfFolderAccess(
  ctx: Ctx,
  { params, body }: Input<'putFolderAccess'>,
): Promise<RightsSubject> {
  await requireOwnFolder(ctx, params.area, params.folderId);
  const { onFolders } = await areaRules(ctx.platform, ctx.spaceId, params.area);
  return {
    name: await folderName(ctx, params.area, params.folderId === 'top' ? null : params.folderId),
    before: { rules: onFolders.get(folderKey(params.folderId)) ?? [] },
    after: { rules: body.rules },
  };
}

async function accessOf(ctx: AccessCtx, area: string, row: DefinitionRow): Promise<DefinitionAccess> {
  const { folders, onFolders, onDefinitions } = await areaRules(ctx.platform, ctx.spaceId, area);
  const rules = onDefinitions.get(`${row.kind}/${row.id}`) ?? [];
  const folder = row.folder === null ? undefined : folders.get(row.folder);
  // what is somebody's own is reached by no rule of a folder
  const above = row.owner === null ? rulesAbove(onFolders, ['', ...(folder ? [...folder.path, folder.id] : [])]) : [];
  return { rules, above, names: await subjectNames(ctx, [...rules, ...above]) };
}

function rulesAbove(onFolders: ReadonlyMap<string, AccessRule[]>, path: readonly string[]): DefinitionAccess['above'] {
  return path.flatMap((id) => (onFolders.get(id) ?? []).map((rule) => ({ ...rule, folder: id === '' ? null : id })));
}

/** The folders above it, '' first for the whole area; whose rules those are is for who owns it, those of an area for administrators. */
async function requireOwnFolder(ctx: AccessCtx, area: string, id: string): Promise<string[]> {
  if (id !== 'top') return ['', ...(await requireFolder(ctx, area, id, 'own')).path];
  const visible = await visibleIn(ctx, area);
  if (visible.levelIn(null) !== 'own') throw forbidden('definitions.definition.no_right', { level: 'own' });
  return [];
}

function folderKey(id: string): string {
  return id === 'top' ? '' : id;
}

async function writeRules(
  { tx, spaceId }: TxCtx,
  area: string,
  on: { on_folder: string | null; on_kind: string | null; on_id: string | null },
  rules: readonly AccessRule[],
): Promise<void> {
  let old = tx.deleteFrom('definitions.access_rule').where('space_id', '=', spaceId).where('area', '=', area);
  old =
    on.on_id === null
      ? old.where('on_id', 'is', null).where('on_folder', 'is not distinct from', on.on_folder)
      : old.where('on_kind', '=', on.on_kind).where('on_id', '=', on.on_id);
  await old.execute();
  if (rules.length === 0) return;
  await tx
    .insertInto('definitions.access_rule')
    .values(
      rules.map(({ subject, effect = 'grant', level, until }, position) => ({
        space_id: spaceId,
        area,
        id: newId(),
        ...on,
        position,
        subject_kind: subject.kind,
        subject_id: subject.kind === 'everyone' ? null : subject.id,
        subject_below: subject.kind === 'department' && subject.below === true,
        effect,
        level,
        until: until ?? null,
      })),
    )
    .execute();
}

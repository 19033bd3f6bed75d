import type { Definition, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { levelsUpTo } from '@formwork/contract/definitions/level.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { conflict, forbidden } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { requireOn, visibleIn } from './access.ts';
import { readBody } from './body.ts';
import { requireFolder } from './folders.ts';
import { mayCreateIn } from './list.ts';
import { replaceReferences } from './references.ts';
import { requireKind } from './registry.ts';
import { draftOf, viewOf } from './rows.ts';
import { putWholeInForce } from './whole.ts';

export interface NewDefinition {
  id: string;
  name: Text;
  draft: unknown;
  folder?: string | null | undefined;
  tags?: string[] | undefined;
  appId?: string | undefined;
  owner?: string | undefined;
}

export function createDefinition(
  ctx: Ctx,
  { params, body }: InputOf<typeof definitionsApi.create>,
): Promise<Definition> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const kind = requireKind(ctx, params.kind);
    const { commandId: id, draft = kind.empty(), ...rest } = body;
    return addDefinition({ ...ctx, tx }, kind, { ...rest, id, draft });
  });
}

export async function copyDefinition(
  ctx: Ctx,
  { params, body }: InputOf<typeof definitionsApi.copy>,
): Promise<Definition> {
  const { kind, row } = await requireOn(ctx, params.kind, params.id, 'use');
  const renamed: unknown = kind.rename(draftOf(kind, row), new Map([[row.id, body.commandId]]));
  const copy = await kind.copied?.(ctx, renamed);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    // where one may not put it beside its model, it lies at the top
    const visible = await visibleIn({ ...ctx, tx }, kind.area);
    const folder = body.folder === undefined ? (visible.levelIn(row.folder) ? row.folder : null) : body.folder;
    const made = await addDefinition({ ...ctx, tx }, kind, {
      id: body.commandId,
      name: body.name,
      draft: copy ? copy.body : renamed,
      folder,
      tags: row.tags,
      appId: row.app_id ?? undefined,
    });
    await copy?.keep(tx, made.id);
    return made;
  });
}

/** Who makes it owns it. The same id again by the same person answers what is there. */
export async function addDefinition(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  { id, name, draft, folder = null, tags = [], appId, owner }: NewDefinition,
): Promise<Definition> {
  if (folder !== null) await requireFolder(ctx, kind.area, folder, 'see');
  if (!(await mayCreateIn(ctx, kind, folder))) throw forbidden('definitions.definition.no_right', { level: 'edit' });
  const body = readBody(kind, draft);
  const row = await ctx.tx
    .insertInto('definitions.definition')
    .values({
      space_id: ctx.spaceId,
      kind: kind.kind,
      id,
      area: kind.area,
      app_id: appId ?? null,
      folder,
      owner: owner ?? null,
      name: JSON.stringify(name),
      tags,
      draft: JSON.stringify(body),
      format: kind.format,
      saved_by: ctx.user.id,
      created_by: ctx.user.id,
    })
    .onConflict((on) => on.columns(['space_id', 'kind', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return earlier(ctx, kind, id);
  await replaceReferences(ctx, kind, id, 'draft', body);
  await record(ctx, 'definitions.created', { id, kind: kind.kind, name: name.zh });
  if (kind.saves === 'whole') return viewOf((await putWholeInForce(ctx, kind, row, body, {})).row, levelsUpTo('own'));
  return viewOf(row, levelsUpTo('own'));
}

async function earlier(ctx: TxCtx, kind: AnyDefinitionKind, id: string): Promise<Definition> {
  const row = await ctx.tx
    .selectFrom('definitions.definition')
    .selectAll()
    .where('kind', '=', kind.kind)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.created_by !== ctx.user.id) throw conflict('definitions.definition.id_taken');
  return viewOf(row, levelsUpTo('own'));
}

import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { requireOn } from './access.ts';
import { findKind } from './registry.ts';
import { forgetRules } from './rules.ts';

/** Adds a rule of a known id, once, that lets one person have a level on a definition, or a connection, until a moment. The caller owns it. */
export async function giveAccess(
  ctx: Ctx,
  on: { kind: string; id: string; area?: string },
  given: { id: string; person: string; level: DefinitionLevel; until: string | undefined },
): Promise<void> {
  const kind = findKind(ctx.platform, on.kind);
  const area = on.area ?? kind?.area;
  if (area === undefined || kind?.levelOf) throw conflict('definitions.definition.has_its_place');
  const name = kind ? (await requireOn(ctx, on.kind, on.id, 'own')).row.name.zh : on.id;
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const added = await tx
      .insertInto('definitions.access_rule')
      .values({
        space_id: ctx.spaceId,
        area,
        id: given.id,
        on_folder: null,
        on_kind: on.kind,
        on_id: on.id,
        position: 1_000,
        subject_kind: 'person',
        subject_id: given.person,
        subject_below: false,
        effect: 'grant',
        level: given.level,
        until: given.until ?? null,
      })
      .onConflict((same) => same.columns(['space_id', 'area', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
    await record({ ...ctx, tx }, 'definitions.access_changed', {
      id: on.id,
      kind: on.kind,
      name,
      rules: [{ subject: { kind: 'person', id: given.person }, level: given.level, until: given.until }],
    });
  });
  forgetRules(ctx.platform, ctx.spaceId, area);
}

/** Takes such a rule back; one that is gone needs nothing. */
export async function takeAccess(
  ctx: Ctx,
  on: { kind: string; id: string; area?: string; name: string },
  ruleId: string,
): Promise<void> {
  const area = on.area ?? findKind(ctx.platform, on.kind)?.area;
  if (area === undefined) return;
  const taken = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const gone = await tx
      .deleteFrom('definitions.access_rule')
      .where('area', '=', area)
      .where('id', '=', ruleId)
      .returning('id')
      .executeTakeFirst();
    if (gone)
      await record({ ...ctx, tx }, 'definitions.access_changed', {
        id: on.id,
        kind: on.kind,
        name: on.name,
        rules: [],
      });
    return gone !== undefined;
  });
  if (taken) forgetRules(ctx.platform, ctx.spaceId, area);
}

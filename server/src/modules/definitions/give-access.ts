import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { requireOn } from './access.ts';
import { findKind } from './registry.ts';
import { forgetRules } from './rules.ts';

/** Adds a rule that lets one person have a level on a definition, or a connection, until a moment. The caller owns it. */
export async function giveAccess(
  ctx: Ctx,
  on: { kind: string; id: string; area?: string },
  given: { person: string; level: DefinitionLevel; until: string | undefined },
): Promise<void> {
  const kind = findKind(ctx.platform, on.kind);
  const area = on.area ?? kind?.area;
  if (area === undefined || kind?.levelOf) throw conflict('definitions.definition.has_its_place');
  const name = kind ? (await requireOn(ctx, on.kind, on.id, 'own')).row.name.zh : on.id;
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    await tx
      .insertInto('definitions.access_rule')
      .values({
        space_id: ctx.spaceId,
        area,
        id: newId(),
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
      .execute();
    await record(at, 'definitions.access_changed', {
      id: on.id,
      kind: on.kind,
      name,
      rules: [{ subject: { kind: 'person', id: given.person }, level: given.level, until: given.until }],
    });
  });
  forgetRules(ctx.platform, ctx.spaceId, area);
}

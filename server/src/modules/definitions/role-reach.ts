import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import './tables.ts';

/** What rules of folders and definitions open to a role: areas belong to no system. */
export function reachOfRole(ctx: Ctx, roleId: string): Promise<string[]> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const rules = await tx
      .selectFrom('definitions.access_rule')
      .select(['area', 'on_folder', 'on_kind', 'on_id'])
      .where('subject_kind', '=', 'role')
      .where('subject_id', '=', roleId)
      .where('effect', '=', 'grant')
      .execute();
    if (rules.length === 0) return [];
    const folders = await tx
      .selectFrom('definitions.folder')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        rules.map(({ on_folder }) => on_folder),
      )
      .execute();
    const definitions = await tx
      .selectFrom('definitions.definition')
      .select(['kind', 'id', 'name'])
      .where(
        'id',
        'in',
        rules.map(({ on_id }) => on_id),
      )
      .execute();
    return rules.map(({ area, on_folder, on_kind, on_id }) => {
      const definition = definitions.find(({ kind, id }) => kind === on_kind && id === on_id);
      return definition
        ? textIn(definition.name, ctx.locale)
        : (folders.find(({ id }) => id === on_folder)?.name ?? area);
    });
  });
}

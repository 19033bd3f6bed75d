import { ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import type { PackagePart, PackedPart } from '../../../platform/package-part.ts';
import { sql } from 'kysely';
import { formsOf, restrictionsOf, told } from '../rights/buttons.ts';

/** Buttons of an application or of one of its forms, by the id of either. */
export const buttonsPart: PackagePart = {
  kind: 'buttons',
  order: 60,
  async collect(ctx, { id, forms }) {
    const found = await Promise.all([id, ...forms].map((of) => this.find(ctx, of)));
    return found.filter((one) => one !== undefined);
  },
  async find({ tx }, id): Promise<PackedPart | undefined> {
    const row = await tx
      .selectFrom('forms.button_setting')
      .select(['app_id', 'settings'])
      .where((either) =>
        either.or([either('form_id', '=', id), either.and([either('app_id', '=', id), either('form_id', '=', '')])]),
      )
      .executeTakeFirst();
    if (!row) return undefined;
    const { title } = await tx
      .selectFrom(row.app_id === id ? 'forms.app' : 'forms.form')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, name: title, body: row.settings, released: true };
  },
  // they go by the form or the application
  taken: () => Promise.resolve([]),
  read: (body) => ButtonSettings.parse(body),
  rename: (body) => body,
  write: (ctx, { id, body, appId }) => put(ctx, appId, id === appId ? '' : id, body as ButtonSettings),
  async remove(ctx, id) {
    const { appId, forms } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      const gone = await tx
        .deleteFrom('forms.button_setting')
        .where((either) =>
          either.or([either('form_id', '=', id), either.and([either('app_id', '=', id), either('form_id', '=', '')])]),
        )
        .returning(['app_id', 'form_id'])
        .executeTakeFirst();
      if (!gone) return { appId: id, forms: [] };
      await record({ ...ctx, tx }, 'forms.buttons.changed', { appId: gone.app_id, form: gone.form_id || null });
      return { appId: gone.app_id, forms: await formsOf(tx, gone.app_id) };
    });
    told(ctx, appId, forms);
  },
  rightsIn: (body) => restrictionsOf(body as ButtonSettings),
};

async function put(ctx: TxCtx, appId: string, formId: string, settings: ButtonSettings): Promise<() => void> {
  const changed = { settings: JSON.stringify(settings), changed_by: ctx.user.id, changed_at: new Date() };
  await ctx.tx
    .insertInto('forms.button_setting')
    .values({ space_id: ctx.spaceId, app_id: appId, form_id: formId, version: 1, ...changed })
    .onConflict((on) =>
      on
        .columns(['space_id', 'app_id', 'form_id'])
        .doUpdateSet({ ...changed, version: sql<number>`button_setting.version + 1` }),
    )
    .execute();
  await record(ctx, 'forms.buttons.changed', { appId, form: formId === '' ? null : formId });
  const forms = formId === '' ? await formsOf(ctx.tx, appId) : [formId];
  return () => told(ctx, appId, forms);
}

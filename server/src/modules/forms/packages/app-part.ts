import { AppMenu } from '@formwork/contract/forms/app-menu.ts';
import { hueNames } from '@formwork/contract/hues/hues.ts';
import { Title } from '@formwork/contract/text.ts';
import { z } from 'zod';
import { record } from '../../../platform/events/events.ts';
import { newShortId } from '../../../platform/ids.ts';
import { renameAt, type PackagePart } from '../../../platform/package-part.ts';
import { removeApp } from '../bin.ts';

const Body = z.object({
  icon: z.string().max(60).nullable(),
  hue: z.enum(hueNames).nullable(),
  category: z.string().max(40).nullable(),
  menu: AppMenu.nullable(),
});
type Body = z.infer<typeof Body>;

const naming = new Set(['formId']);

/** The application itself: its face and its menu. The system it belongs to is the enterprise's own. */
export const appPart: PackagePart = {
  kind: 'app',
  order: 10,
  async collect(ctx, { id }) {
    const app = await this.find(ctx, id);
    return app ? [app] : [];
  },
  async find({ tx }, id) {
    const app = await tx
      .selectFrom('forms.app')
      .select(['title', 'icon', 'hue', 'category', 'menu'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!app) return undefined;
    const { title: name, ...body } = app;
    return { id, name, body, released: true };
  },
  taken: async (tx, ids) =>
    (
      await tx
        .selectFrom('forms.app')
        .select('id')
        .where('id', 'in', [...ids])
        .execute()
    ).map(({ id }) => id),
  newId: newShortId,
  read: (body) => Body.parse(body),
  rename: (body, ids) => renameAt(body, ids, naming),
  async write(ctx, { id, name, body }) {
    const { icon, hue, category, menu } = body as Body;
    const values = {
      title: JSON.stringify(Title.parse(name)),
      icon,
      hue,
      category,
      menu: menu && JSON.stringify(menu),
    };
    const there = await ctx.tx
      .updateTable('forms.app')
      .set(values)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (there) {
      await record(ctx, 'forms.app.updated', { id });
      return;
    }
    await ctx.tx
      .insertInto('forms.app')
      .values({ space_id: ctx.spaceId, id, ...values, position: Date.now(), created_by: ctx.user.id })
      .execute();
    await record(ctx, 'forms.app.created', { id });
  },
  async remove(ctx, id) {
    await removeApp(ctx, { params: { appId: id }, query: { acceptUses: true }, body: undefined });
  },
};

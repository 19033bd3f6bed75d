import { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { inControl } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import type { PackagePart } from '../../../platform/package-part.ts';

const Body = z.object({ rules: z.array(NotificationRule).max(200) });
type Body = z.infer<typeof Body>;

/** Whom a form tells of what, by the form's id. */
export const notificationsPart: PackagePart = {
  kind: 'notifications',
  order: 70,
  async collect(ctx, { forms }) {
    const found = await Promise.all(forms.map((id) => this.find(ctx, id)));
    return found.filter((one) => one !== undefined);
  },
  async find({ tx }, id) {
    const row = await tx
      .selectFrom('forms.notification_setting as n')
      .innerJoin('forms.form as f', (join) =>
        join.onRef('f.space_id', '=', 'n.space_id').onRef('f.id', '=', 'n.form_id'),
      )
      .select(['n.rules', 'f.title'])
      .where('n.form_id', '=', id)
      .executeTakeFirst();
    return row && row.rules.length > 0
      ? { id, name: row.title, body: { rules: row.rules }, released: true }
      : undefined;
  },
  // they go by the form
  taken: () => Promise.resolve([]),
  read: (body) => Body.parse(body),
  rename: (body) => body,
  async write(ctx, { id, body }) {
    const changed = { rules: JSON.stringify((body as Body).rules), changed_by: ctx.user.id, changed_at: new Date() };
    await ctx.tx
      .insertInto('forms.notification_setting')
      .values({ space_id: ctx.spaceId, form_id: id, version: 1, ...changed })
      .onConflict((on) =>
        on
          .columns(['space_id', 'form_id'])
          .doUpdateSet({ ...changed, version: sql<number>`notification_setting.version + 1` }),
      )
      .execute();
    await record(ctx, 'forms.notifications.changed', { formId: id, count: (body as Body).rules.length });
  },
  async remove(ctx, id) {
    await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      await tx.deleteFrom('forms.notification_setting').where('form_id', '=', id).execute();
      await record({ ...ctx, tx }, 'forms.notifications.changed', { formId: id, count: 0 });
    });
  },
};

import { notificationReferences, notificationsWithOption } from '@formwork/contract/forms/notifications.ts';
import type { User, UserSource } from '../uses/known-users.ts';

/** Rules of who is told: they go by fields of their form, and write them out. */
export const notificationUsers: UserSource = {
  follows: ['notifications'],
  async follow(ctx, at, to, { leadsTo }) {
    const row = await ctx.tx
      .selectFrom('forms.notification_setting')
      .select(['version', 'rules'])
      .where('form_id', '=', at.form)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return [];
    const next = JSON.stringify(notificationsWithOption(row.rules, at.form, leadsTo, at, to));
    if (next !== JSON.stringify(row.rules))
      await ctx.tx
        .updateTable('forms.notification_setting')
        .set({ rules: next, version: row.version + 1, changed_by: ctx.user.id, changed_at: new Date() })
        .where('form_id', '=', at.form)
        .execute();
    return [];
  },
  async find(tx, { forms, leadsTo }) {
    if (forms.length === 0) return [];
    const rows = await tx
      .selectFrom('forms.notification_setting')
      .select(['form_id', 'rules'])
      .where('form_id', 'in', [...forms])
      .execute();
    return rows.map(({ form_id: id, rules }): User => {
      const titles = new Map(rules.map((rule) => [rule.id, rule.title]));
      return {
        kind: 'notifications',
        id,
        state: 'released',
        formId: id,
        references: notificationReferences(rules, id, leadsTo),
        partTitle: (part) => titles.get(part),
      };
    });
  },
};

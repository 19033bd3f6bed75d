import { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { shortId } from '@formwork/contract/endpoint.ts';
import { ViewSettings, viewTypes } from '@formwork/contract/views/view.ts';
import { sql, type Selectable } from 'kysely';
import { z } from 'zod';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { PackagePart, PackedPart } from '../../platform/package-part.ts';
import type { ViewTable } from './tables.ts';

const Body = z.object({
  form: shortId,
  type: z.enum(viewTypes),
  category: z.string().max(100).nullable(),
  audience: z.array(RuleSubject).max(200),
  settings: ViewSettings,
  position: z.number().int(),
  isDefault: z.boolean(),
});
type Body = z.infer<typeof Body>;

/** Labels that are shared; those of persons are their own. */
export const viewPart: PackagePart = {
  kind: 'view',
  order: 50,
  async collect({ tx }, { forms }) {
    if (forms.length === 0) return [];
    const rows = await shared(tx)
      .where('form_id', 'in', [...forms])
      .orderBy('form_id')
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map(packed);
  },
  async find({ tx }, id) {
    const row = isUuid(id) ? await shared(tx).where('id', '=', id).executeTakeFirst() : undefined;
    return row && packed(row);
  },
  async taken(tx, ids) {
    const known = ids.filter(isUuid);
    if (known.length === 0) return [];
    const rows = await tx.selectFrom('views.view').select('id').where('id', 'in', known).execute();
    return rows.map(({ id }) => id);
  },
  newId,
  read: (body) => Body.parse(body),
  rename(body, ids) {
    const { form, ...rest } = body as Body;
    return { ...rest, form: ids.get(form) ?? form };
  },
  names: (body) => [{ kind: 'form', id: (body as Body).form }],
  async write(ctx, { id, name, body }) {
    const { form, type, category, audience, settings, position, isDefault } = body as Body;
    const others = await ctx.tx
      .selectFrom('views.view')
      .select('id')
      .where('form_id', '=', form)
      .where('is_default', '=', true)
      .where('id', '<>', id)
      .executeTakeFirst();
    const values = {
      type,
      title: JSON.stringify(name),
      category,
      audience: JSON.stringify(audience),
      settings: JSON.stringify(settings),
      position,
      // what the people here see first they chose themselves
      is_default: isDefault && !others,
      changed_by: ctx.user.id,
    };
    const there = await ctx.tx
      .updateTable('views.view')
      .set({ ...values, version: sql<number>`version + 1`, changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('person_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!there)
      await ctx.tx
        .insertInto('views.view')
        .values({ space_id: ctx.spaceId, id, form_id: form, person_id: null, ...values })
        .execute();
    const event = { id, formId: form, title: name.zh, scope: 'shared' };
    await record(ctx, there ? 'views.view.saved' : 'views.view.created', event);
  },
  async remove(ctx, id) {
    await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      const gone = await tx
        .deleteFrom('views.view')
        .where('id', '=', id)
        .where('person_id', 'is', null)
        .returning(['form_id', 'title'])
        .executeTakeFirst();
      if (!gone) return;
      await tx.deleteFrom('views.arrangement').where('form_id', '=', gone.form_id).where('label', '=', id).execute();
      await record({ ...ctx, tx }, 'views.view.removed', { id, formId: gone.form_id, title: gone.title.zh });
    });
  },
};

function shared(tx: ControlTx) {
  return tx.selectFrom('views.view').selectAll().where('person_id', 'is', null);
}

function packed(row: Selectable<ViewTable>): PackedPart {
  const body: Body = {
    form: row.form_id,
    type: row.type,
    category: row.category,
    audience: row.audience,
    settings: row.settings,
    position: row.position,
    isDefault: row.is_default,
  };
  return { id: row.id, name: row.title, body, released: true };
}

import { appTemplates } from '@formwork/contract/forms/templates/templates.ts';
import type { copiesApi } from '@formwork/contract/forms/copies.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { newShortId } from '../../../platform/ids.ts';
import { insertForm } from '../forms.ts';
import { release } from '../releases/releases.ts';
import { leadingTo } from './copies.ts';

/**
 * An application with the forms of a template, released and ready for records, under ids of its own. Who may do what in it is
 * said afterwards; its labels and the drafts of its processes follow the event, told by their own modules.
 */
export async function appFromTemplate(
  ctx: Ctx,
  { body }: InputOf<typeof copiesApi.appFromTemplate>,
): Promise<{ appId: string }> {
  const { forms, icon } = appTemplates[body.template];
  const appId = newShortId();
  const ids = new Map(forms.map(({ id }) => [id, newShortId()]));
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .insertInto('forms.app')
      .values({
        space_id: ctx.spaceId,
        id: appId,
        title: JSON.stringify(body.title),
        category: body.category ?? null,
        system_id: body.systemId ?? null,
        icon: body.icon ?? icon,
        hue: body.hue ?? null,
        menu: null,
        position: Date.now(),
        created_by: ctx.user.id,
      })
      .execute();
    await record({ ...ctx, tx }, 'forms.app.created', {
      id: appId,
      template: body.template,
      made: Object.fromEntries(ids),
    });
    for (const { id, definition } of forms)
      await insertForm({ ...ctx, tx }, appId, definition.title, leadingTo(definition, ids), ids.get(id));
  });
  for (const formId of ids.values()) await release(ctx, { params: { formId }, query: {}, body: { draftVersion: 1 } });
  return { appId };
}

import type { View } from '@formwork/contract/views/view.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { notFound } from '../../platform/errors.ts';
import { listViews } from './views.ts';

/** A shared label as it is kept, whoever finds it: what it shows of records is told by the rights on these. */
export async function sharedLabel(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  formId: string,
  viewId: string,
): Promise<Pick<View, 'type' | 'title' | 'settings'> | undefined> {
  return inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('views.view')
      .select(['type', 'title', 'settings'])
      .where('id', '=', viewId)
      .where('form_id', '=', formId)
      .where('person_id', 'is', null)
      .executeTakeFirst(),
  );
}

/** Refuses whoever does not find the label among those that are shared with them. */
export async function requireView(ctx: Ctx, formId: string, viewId: string): Promise<void> {
  const { views } = await listViews(ctx, { params: { formId }, query: {}, body: undefined });
  if (!views.some(({ id, scope }) => id === viewId && scope === 'shared')) throw notFound('views.view.not_found');
}

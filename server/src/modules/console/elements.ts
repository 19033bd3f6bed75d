import { ElementPage, fitsPage, noElementSettings, type Elements, type elementsApi, type StoredElements } from '@formwork/contract/console/elements.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';

type Input<K extends keyof typeof elementsApi> = InputOf<(typeof elementsApi)[K]>;

/** What the pages of the space follow; operators have theirs as the product brings them. */
export function elementsOf(ctx: Ctx): Promise<Elements> {
  if (isOperatorRole(ctx.user.role)) return Promise.resolve({});
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const rows = await tx.selectFrom('console.element_setting').select(['page', 'settings']).execute();
    // a page that a later version no longer has is passed over
    return Object.fromEntries(rows.filter(({ page, settings }) => ElementPage.safeParse(page).success && fitsPage(page, settings)).map(({ page, settings }) => [page, settings]));
  });
}

export function getElements(ctx: TxCtx, { params }: Input<'getElements'>): Promise<StoredElements> {
  return stored(ctx.tx, params.page);
}

export async function putElements(ctx: TxCtx, { params: { page }, body }: Input<'putElements'>): Promise<StoredElements> {
  if (!fitsPage(page, body.settings)) throw invalid('console.elements.unknown', [{ path: 'settings', code: 'console.elements.unknown' }]);
  const changed = { version: body.expectedVersion + 1, settings: JSON.stringify(body.settings), changed_by: ctx.user.id, changed_at: new Date() };
  const found = await ctx.tx
    .insertInto('console.element_setting').values({ space_id: ctx.spaceId, page, ...changed })
    .onConflict((on) => on.columns(['space_id', 'page']).doUpdateSet(changed).where('console.element_setting.version', '=', body.expectedVersion))
    .returning('version').executeTakeFirst();
  if (!found) throw conflict('console.elements.changed');
  await record(ctx, 'console.elements.changed', { page });
  return stored(ctx.tx, page);
}

export async function resetElements(ctx: TxCtx, { params: { page } }: Input<'resetElements'>): Promise<null> {
  await ctx.tx.deleteFrom('console.element_setting').where('page', '=', page).execute();
  await record(ctx, 'console.elements.changed', { page });
  return null;
}

async function stored(tx: ControlTx, page: ElementPage): Promise<StoredElements> {
  const row = await tx.selectFrom('console.element_setting').selectAll().where('page', '=', page).executeTakeFirst();
  return { page, settings: row?.settings ?? noElementSettings, version: row?.version ?? 0, changedBy: row?.changed_by ?? null, changedAt: row?.changed_at.toISOString() ?? null };
}

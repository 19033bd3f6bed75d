import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { viewsApi } from '@formwork/contract/views/api.ts';
import { isComplete, wholeList, type View, type ViewInput } from '@formwork/contract/views/view.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { formsOf, subjectsOf } from '../forms/public.ts';
import { requireSight } from '../records/public.ts';
import { arrangementsOf } from './arrangements.ts';
import { goneIn } from './gone.ts';
import { meansPerson } from './audience.ts';
import { readableOf, readableSettings } from './readable-settings.ts';
import type { ViewTable } from './tables.ts';

type Input<K extends keyof typeof viewsApi> = InputOf<(typeof viewsApi)[K]>;
type Row = Selectable<ViewTable>;

/** A person's own labels and those shared with them; administrators of the application find all that are shared. */
export async function listViews(
  ctx: Ctx,
  { params: { formId } }: Input<'list'>,
): Promise<ResponseOf<(typeof viewsApi)['list']>> {
  await requireSight(ctx, formId);
  const { found, chosen, arrangements } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => ({
    found: await viewsFor({ ...ctx, tx }, formId),
    chosen: await tx
      .selectFrom('views.choice')
      .select('view_id')
      .where('form_id', '=', formId)
      .where('person_id', '=', ctx.user.id)
      .executeTakeFirst(),
    arrangements: await arrangementsOf({ ...ctx, tx }, formId),
  }));
  const readable = await readableOf(
    ctx,
    formId,
    found.map(({ settings }) => settings),
  );
  const own = found.filter(({ person_id: person }) => person !== null);
  const gone = await goneIn(
    ctx,
    formId,
    own.map(({ settings }) => settings),
  );
  const views = found.map((row) => ({
    ...viewOf(row, ctx),
    ...(gone[own.indexOf(row)]?.length && { gone: gone[own.indexOf(row)]! }),
    ...(row.person_id === null && readableSettings(row.settings, readable)),
  }));
  return {
    views,
    chosen: views.find(({ id }) => id === chosen?.view_id)?.id ?? null,
    arrangements,
    can: { share: mayShare(ctx) },
  };
}

/** The rows of those labels. That the person sees the form is asked before the transaction. */
async function viewsFor(ctx: TxCtx, formId: string): Promise<Row[]> {
  const rows = await ctx.tx
    .selectFrom('views.view')
    .selectAll()
    .where('form_id', '=', formId)
    .where((either) => either.or([either('person_id', 'is', null), either('person_id', '=', ctx.user.id)]))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const subjects = await subjectsOf(ctx);
  return rows.filter((row) => row.person_id !== null || mayShare(ctx) || meansPerson(row.audience, subjects));
}

export async function createView(ctx: TxCtx, { params: { formId }, body }: Input<'create'>): Promise<View> {
  check(ctx, body);
  const last = await ctx.tx
    .selectFrom('views.view')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('form_id', '=', formId)
    .executeTakeFirst();
  const row = await ctx.tx
    .insertInto('views.view')
    .values({
      space_id: ctx.spaceId,
      id: newId(),
      form_id: formId,
      person_id: body.scope === 'personal' ? ctx.user.id : null,
      position: (last?.position ?? 0) + 1,
      changed_by: ctx.user.id,
      ...columnsOf(body),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, 'views.view.created', { id: row.id, formId, title: body.title.zh, scope: body.scope });
  return viewOf(row, ctx);
}

export async function updateView(ctx: TxCtx, { params, body }: Input<'update'>): Promise<View> {
  const before = await editableView(ctx, params, body.category || null);
  check(ctx, body);
  if (before.version !== body.expectedVersion) throw conflict('views.view.changed');
  const row = await ctx.tx
    .updateTable('views.view')
    .set({
      ...columnsOf(body),
      person_id: body.scope === 'personal' ? ctx.user.id : null,
      version: before.version + 1,
      changed_at: sql<Date>`now()`,
      changed_by: ctx.user.id,
      // one's own label is nobody else's first
      ...(body.scope === 'personal' && { is_default: false }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, 'views.view.saved', {
    id: before.id,
    formId: params.formId,
    title: body.title.zh,
    scope: body.scope,
  });
  return viewOf(row, ctx);
}

export async function removeView(ctx: TxCtx, { params }: Input<'remove'>): Promise<null> {
  const { id, title } = await editableView(ctx, params);
  await ctx.tx.deleteFrom('views.view').where('id', '=', id).execute();
  await ctx.tx.deleteFrom('views.arrangement').where('form_id', '=', params.formId).where('label', '=', id).execute();
  await record(ctx, 'views.view.removed', { id, formId: params.formId, title: title.zh });
  return null;
}

export async function setDefaultView(ctx: TxCtx, { params, body }: Input<'setDefault'>): Promise<null> {
  const { id, title, person_id: own } = await editableView(ctx, params);
  if (own !== null) throw forbidden('views.view.not_yours');
  await ctx.tx
    .updateTable('views.view')
    .set({ is_default: false })
    .where('form_id', '=', params.formId)
    .where('is_default', '=', true)
    .execute();
  await ctx.tx.updateTable('views.view').set({ is_default: body.isDefault }).where('id', '=', id).execute();
  await record(ctx, 'views.view.default_set', {
    id,
    formId: params.formId,
    title: title.zh,
    isDefault: body.isDefault,
  });
  return null;
}

export async function chooseView(ctx: TxCtx, { params: { formId }, body: { viewId } }: Input<'choose'>): Promise<null> {
  if (viewId !== null && !(await viewsFor(ctx, formId)).some(({ id }) => id === viewId))
    throw notFound('views.view.not_found');
  await ctx.tx.deleteFrom('views.choice').where('form_id', '=', formId).where('person_id', '=', ctx.user.id).execute();
  if (viewId !== null)
    await ctx.tx
      .insertInto('views.choice')
      .values({ space_id: ctx.spaceId, form_id: formId, person_id: ctx.user.id, view_id: viewId })
      .execute();
  return null;
}

/** Keeps how the person has arranged a list, on every device of theirs; null goes back to what the label says. */
export async function arrangeList(ctx: TxCtx, { params, body: { viewId, settings } }: Input<'arrange'>): Promise<null> {
  if (viewId !== null && !(await viewsFor(ctx, params.formId)).some(({ id }) => id === viewId))
    throw notFound('views.view.not_found');
  const at = { space_id: ctx.spaceId, form_id: params.formId, person_id: ctx.user.id, label: viewId ?? wholeList };
  if (settings === null)
    await ctx.tx
      .deleteFrom('views.arrangement')
      .where('form_id', '=', at.form_id)
      .where('person_id', '=', at.person_id)
      .where('label', '=', at.label)
      .execute();
  else
    await ctx.tx
      .insertInto('views.arrangement')
      .values({ ...at, settings: JSON.stringify(settings) })
      .onConflict((on) =>
        on
          .columns(['space_id', 'form_id', 'person_id', 'label'])
          .doUpdateSet({ settings: JSON.stringify(settings), changed_at: sql<Date>`now()` }),
      )
      .execute();
  return null;
}

export async function orderViews(ctx: TxCtx, { params: { formId }, body: { ids } }: Input<'order'>): Promise<null> {
  const rows = await ctx.tx
    .selectFrom('views.view')
    .selectAll()
    .where('form_id', '=', formId)
    .where('id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000'])
    .forUpdate()
    .execute();
  // shared ones stay where an administrator put them
  const mine = rows.filter((row) => mayEdit(row, ctx));
  const places = mine.map(({ position }) => position).toSorted((a, b) => a - b);
  const inOrder = mine.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  for (const [at, { id }] of inOrder.entries())
    await ctx.tx
      .updateTable('views.view')
      .set({ position: places[at] ?? at })
      .where('id', '=', id)
      .execute();
  return null;
}

/** The shared labels of all forms of an application, for its administrators. */
export async function viewsOfApp(ctx: TxCtx, { params: { appId } }: Input<'ofApp'>): Promise<View[]> {
  const forms = [...(await formsOf(ctx, { app: appId })).keys()];
  if (forms.length === 0) return [];
  const rows = await ctx.tx
    .selectFrom('views.view')
    .selectAll()
    .where('form_id', 'in', forms)
    .where('person_id', 'is', null)
    .orderBy('form_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => viewOf(row, ctx));
}

/**
 * One's own, or a shared one for administrators; to others shared ones they find are not theirs, and the rest is not there.
 * `category`: the one it is moved to, which a refusal names first.
 */
async function editableView(
  ctx: TxCtx,
  { formId, viewId }: { formId: string; viewId: string },
  category?: string | null,
): Promise<Row> {
  const row = await ctx.tx
    .selectFrom('views.view')
    .selectAll()
    .where('id', '=', viewId)
    .where('form_id', '=', formId)
    .forUpdate()
    .executeTakeFirst();
  if (row && mayEdit(row, ctx)) return row;
  if (row?.person_id === null && meansPerson(row.audience, await subjectsOf(ctx))) {
    const isMoved = category !== undefined && category !== row.category;
    throw forbidden(isMoved ? 'views.view.category_refused' : 'views.view.not_yours');
  }
  throw notFound('views.view.not_found');
}

function check(ctx: Ctx, { scope, type, settings }: ViewInput): void {
  if (scope === 'shared' && !mayShare(ctx)) throw forbidden('views.view.not_yours');
  if (!isComplete(type, settings))
    throw invalid('views.view.incomplete', [{ path: 'body.settings', code: 'views.view.incomplete' }]);
}

function mayShare({ user }: Ctx): boolean {
  return roleHolds(user.role, 'forms.app.edit');
}

function mayEdit({ person_id: owner }: Row, ctx: Ctx): boolean {
  return owner === null ? mayShare(ctx) : owner === ctx.user.id;
}

function columnsOf({ type, title, category, audience, settings }: ViewInput) {
  return {
    type,
    title: JSON.stringify(title),
    category: category || null,
    audience: JSON.stringify(audience ?? []),
    settings: JSON.stringify(settings),
  };
}

function viewOf(row: Row, ctx: Ctx): View {
  const {
    id,
    form_id: formId,
    type,
    title,
    category,
    person_id: owner,
    audience,
    settings,
    position,
    is_default: isDefault,
    version,
  } = row;
  return {
    id,
    formId,
    type,
    title,
    category,
    scope: owner === null ? 'shared' : 'personal',
    audience,
    settings,
    position,
    isDefault,
    version,
    can: { edit: mayEdit(row, ctx) },
  };
}

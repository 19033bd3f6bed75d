import type { Bin, copiesApi } from '@formwork/contract/forms/copies.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { systemsInCare } from '../organization/public.ts';
import { requireInCare } from './rights/in-care.ts';
import { forgetForm } from './releases/released.ts';
import { formsInUse, speakersOf, spokenOf } from './links.ts';
import { usesOfForms } from './uses/find-uses.ts';
import { readAhead } from './uses/known-users.ts';
import { refuseWhileUsed } from './uses/uses.ts';

type Input<K extends keyof typeof copiesApi> = InputOf<(typeof copiesApi)[K]>;

/** Its forms go at the same moment, which is how they are known again when it comes back. */
export async function removeApp(ctx: Ctx, { params, query }: Input<'removeApp'>): Promise<null> {
  const cared = await systemsInCare(ctx, 'applications');
  if (cared) await requireInCare(ctx, 'applications', [{ kind: 'app', id: params.appId }]);
  const ahead = await readAhead(ctx);
  const removed = { removed_at: new Date(), removed_by: ctx.user.id };
  let linked: string[] = [];
  const forms = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const app = await tx
      .updateTable('forms.app')
      .set(removed)
      .where('id', '=', params.appId)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!app) throw notFound('forms.app.not_found');
    const own = (
      await tx
        .selectFrom('forms.form')
        .select('id')
        .where('app_id', '=', app.id)
        .where('removed_at', 'is', null)
        .execute()
    ).map(({ id }) => id);
    const uses = await usesOfForms(ctx.platform, tx, { forms: own, apps: [app.id] }, ahead);
    // what names it may lie in systems of which they know nothing
    if (cared && (uses.length > 0 || (await speakersAbout(tx, own)).length > 0))
      throw conflict('organization.delegated.app_used');
    await refuseWhileNamed(tx, own);
    refuseWhileUsed(uses, query.acceptUses === true);
    linked = (await Promise.all(own.map((id) => spokenOf(tx, id)))).flat().filter((id) => !own.includes(id));
    const gone = await tx
      .updateTable('forms.form')
      .set(removed)
      .where('app_id', '=', app.id)
      .where('removed_at', 'is', null)
      .returning('id')
      .execute();
    await record({ ...ctx, tx }, 'forms.app.removed', { id: app.id });
    for (const { id } of gone) await record({ ...ctx, tx }, 'forms.form.removed', { id, linked });
    return gone;
  });
  for (const id of [...forms.map((form) => form.id), ...linked]) forgetForm(ctx.platform, ctx.spaceId, id);
  return null;
}

/** Relations and roll-ups of other applications would lead to nothing: they go first, as with a single form. */
async function refuseWhileNamed(tx: ControlTx, forms: readonly string[]): Promise<void> {
  const speakers = await speakersAbout(tx, forms);
  if (speakers.length === 0) return;
  const named = [...(await formsInUse(tx, [...new Set(speakers)])).values()];
  const apps = await tx
    .selectFrom('forms.app')
    .select(['id', 'title'])
    .where(
      'id',
      'in',
      named.map(({ appId }) => appId),
    )
    .execute();
  throw conflict('forms.app.still_linked', {
    forms: named
      .map(({ appId, title }) => `${apps.find(({ id }) => id === appId)?.title.zh ?? ''} / ${title.zh}`)
      .join('、'),
  });
}

/** Forms outside of these that link to one of them. */
async function speakersAbout(tx: ControlTx, forms: readonly string[]): Promise<string[]> {
  const speakers = (await Promise.all(forms.map((id) => speakersOf(tx, id)))).flat();
  return speakers.filter((id) => !forms.includes(id));
}

export async function listBin(ctx: TxCtx): Promise<Bin> {
  const { tx } = ctx;
  const cared = await systemsInCare(ctx, 'applications');
  const apps = await tx
    .selectFrom('forms.app')
    .select(['id', 'title', 'removed_at', 'removed_by'])
    .where('removed_at', 'is not', null)
    .$if(cared !== undefined, (found) => found.where('system_id', 'in', [...cared!]))
    .orderBy('removed_at', 'desc')
    .limit(500)
    .execute();
  const forms = await tx
    .selectFrom('forms.form')
    .select(['id', 'app_id', 'title', 'removed_at', 'removed_by'])
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .limit(2_000)
    .execute();
  const wentWith = (appId: string, at: Date | null) =>
    apps.some((app) => app.id === appId && app.removed_at?.getTime() === at?.getTime());
  return {
    apps: apps.map(({ id, title, removed_at, removed_by }) => ({
      id,
      title,
      removedAt: removed_at!.toISOString(),
      removedBy: removed_by,
      forms: forms.filter((form) => form.app_id === id && wentWith(id, form.removed_at)).length,
    })),
    // single forms are designers' work
    forms: (cared ? [] : forms)
      .filter((form) => !wentWith(form.app_id, form.removed_at))
      .map(({ id, app_id, title, removed_at, removed_by }) => ({
        id,
        title,
        appId: app_id,
        removedAt: removed_at!.toISOString(),
        removedBy: removed_by,
      })),
  };
}

export async function restoreApp(ctx: TxCtx, { params }: Input<'restoreApp'>): Promise<null> {
  const cared = await systemsInCare(ctx, 'applications');
  const app = await ctx.tx
    .selectFrom('forms.app')
    .select(['id', 'removed_at'])
    .where('id', '=', params.appId)
    .where('removed_at', 'is not', null)
    .$if(cared !== undefined, (found) => found.where('system_id', 'in', [...cared!]))
    .forUpdate()
    .executeTakeFirst();
  if (!app) throw notFound('forms.app.not_found');
  const back = { removed_at: null, removed_by: null };
  const forms = await ctx.tx
    .updateTable('forms.form')
    .set(back)
    .where('app_id', '=', app.id)
    .where('removed_at', '=', app.removed_at)
    .returning('id')
    .execute();
  await ctx.tx.updateTable('forms.app').set(back).where('id', '=', app.id).execute();
  await record(ctx, 'forms.app.restored', { id: app.id });
  for (const { id } of forms) await record(ctx, 'forms.form.restored', { id, linked: await spokenOf(ctx.tx, id) });
  return null;
}

export async function restoreForm(ctx: TxCtx, { params }: Input<'restoreForm'>): Promise<null> {
  const form = await ctx.tx
    .selectFrom('forms.form')
    .select(['id', 'app_id'])
    .where('id', '=', params.formId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  if (!form) throw notFound('forms.form.not_found');
  const app = await ctx.tx
    .selectFrom('forms.app')
    .select('removed_at')
    .where('id', '=', form.app_id)
    .executeTakeFirstOrThrow();
  if (app.removed_at !== null) throw conflict('forms.form.app_in_bin');
  await ctx.tx
    .updateTable('forms.form')
    .set({ removed_at: null, removed_by: null })
    .where('id', '=', form.id)
    .execute();
  await record(ctx, 'forms.form.restored', { id: form.id, linked: await spokenOf(ctx.tx, form.id) });
  return null;
}

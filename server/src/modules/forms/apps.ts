import type { App, formsApi, FormSummary } from '@formwork/contract/forms/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { newShortId } from '../../platform/ids.ts';
import { isInScope } from '../agents/public.ts';
import { mayDesign, rightsOf, seesForm, subjectsOf, type Rights } from './access.ts';
import { rulesHeldBy } from './rules.ts';
import type { FormTable } from './tables.ts';
import type { Selectable } from 'kysely';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

/** Designers see every application; others those in which they may see a form. */
export async function listApps(ctx: TxCtx): Promise<{ apps: App[] }> {
  const all = await ctx.tx.selectFrom('forms.app').selectAll().where('removed_at', 'is', null).orderBy('position').orderBy('id').execute();
  const apps = all.filter(({ id }) => isInScope(ctx.user, id));
  const forms = await visibleForms(ctx);
  const shown = apps.map((app) => ({
    id: app.id, systemId: app.system_id, title: app.title, icon: app.icon, position: app.position,
    forms: forms.filter(({ appId }) => appId === app.id),
    can: { edit: ctx.user.role === 'admin' },
  }));
  return { apps: mayDesign(ctx.user.role) ? shown : shown.filter((app) => app.forms.length > 0) };
}

export async function createApp(ctx: TxCtx, { body }: Input<'createApp'>): Promise<App> {
  const id = newShortId();
  await ctx.tx
    .insertInto('forms.app')
    .values({ space_id: ctx.spaceId, id, title: JSON.stringify(body.title), system_id: body.systemId ?? null, icon: body.icon ?? null, position: Date.now(), created_by: ctx.user.id })
    .execute();
  await record(ctx, 'forms.app.created', { id });
  return appById(ctx, id);
}

export async function updateApp(ctx: TxCtx, { params, body }: Input<'updateApp'>): Promise<App> {
  await ctx.tx
    .updateTable('forms.app')
    .set({
      id: params.appId,
      ...(body.title && { title: JSON.stringify(body.title) }),
      ...(body.systemId !== undefined && { system_id: body.systemId }),
      ...(body.icon !== undefined && { icon: body.icon }),
      ...(body.position !== undefined && { position: body.position }),
    })
    .where('id', '=', params.appId)
    .execute();
  const app = await appById(ctx, params.appId);
  await record(ctx, 'forms.app.updated', { id: app.id });
  return app;
}

async function appById(ctx: TxCtx, id: string): Promise<App> {
  const app = (await listApps(ctx)).apps.find((candidate) => candidate.id === id);
  if (!app) throw notFound('forms.app.not_found');
  return app;
}

async function visibleForms(ctx: TxCtx): Promise<FormSummary[]> {
  const forms = await ctx.tx.selectFrom('forms.form').selectAll().where('removed_at', 'is', null).orderBy('position').orderBy('id').execute();
  const rules = await rulesHeldBy(ctx.tx, forms);
  const subjects = await subjectsOf(ctx);
  return forms.flatMap((form) => {
    const rights = rightsOf(rules.get(form.id) ?? [], subjects);
    return mayDesign(ctx.user.role) || (form.release !== null && seesForm(rights)) ? [formSummary(form, rights, ctx.user.role === 'admin')] : [];
  });
}

export function formSummary(form: Selectable<FormTable>, rights: Rights, design: boolean): FormSummary {
  const ready = form.release !== null;
  return {
    id: form.id, appId: form.app_id, title: form.title, release: form.release, position: form.position,
    can: { view: ready && seesForm(rights), create: ready && rights.create !== null, import: ready && rights.import !== null, design },
  };
}

import type { formsApi, FormSummary } from '@formwork/contract/forms/api.ts';
import { blankDefinition, type FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newShortId } from '../../platform/ids.ts';
import { mayDesign, rightsOf, seesForm, subjectsOf } from './rights/access.ts';
import { formSummary } from './apps/apps.ts';
import { buttonSettingsOf, narrowedToCreate } from './rights/button-settings.ts';
import { designedForm } from './designed-form.ts';
import { formsInUse, speakersOf, spokenOf } from './links.ts';
import { forgetForm } from './releases/released.ts';
import { rulesHeldBy } from './rights/rules.ts';
import { usesOfForms } from './uses/find-uses.ts';
import { readAhead } from './uses/known-users.ts';
import { refuseWhileUsed } from './uses/uses.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

export async function createForm(ctx: TxCtx, { params, body }: Input<'createForm'>): Promise<FormSummary> {
  const formId = await insertForm(ctx, params.appId, body.title, body.definition ?? blankDefinition(body.title));
  return getForm(ctx, { params: { formId } });
}

/** A new form with its first draft; its id. */
export async function insertForm(
  ctx: TxCtx,
  appId: string,
  title: Text,
  definition: FormDefinition,
  id = newShortId(),
): Promise<string> {
  const app = await ctx.tx
    .selectFrom('forms.app')
    .select('id')
    .where('id', '=', appId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!app) throw notFound('forms.app.not_found');
  const { spaceId, user } = ctx;
  await ctx.tx
    .insertInto('forms.form')
    .values({
      space_id: spaceId,
      id,
      app_id: appId,
      title: JSON.stringify(title),
      position: Date.now(),
      created_by: user.id,
    })
    .execute();
  await ctx.tx
    .insertInto('forms.draft')
    .values({
      space_id: spaceId,
      form_id: id,
      version: 1,
      definition: JSON.stringify({ ...definition, title }),
      saved_by: user.id,
    })
    .execute();
  await record(ctx, 'forms.form.created', { id, appId, title });
  return id;
}

export async function getForm(ctx: TxCtx, { params }: Pick<Input<'getForm'>, 'params'>): Promise<FormSummary> {
  const form = await designedForm(ctx.tx, params.formId);
  const rules = (await rulesHeldBy(ctx.tx, [form])).get(form.id) ?? [];
  const subjects = await subjectsOf(ctx);
  const rights = rightsOf(rules, subjects);
  if (!mayDesign(ctx.user.role) && (form.release === null || !seesForm(rights))) throw notFound('forms.form.not_found');
  return formSummary(
    form,
    narrowedToCreate(rights, await buttonSettingsOf(ctx.tx, form.app_id, form.id), subjects.roles),
    roleHolds(ctx.user.role, 'forms.design.edit'),
  );
}

/** The rows stay: whoever needs them again can have the form put back. */
export async function removeForm(ctx: Ctx, { params, query }: Input<'removeForm'>): Promise<null> {
  let linked: string[] = [];
  const ahead = await readAhead(ctx);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await designedForm(tx, params.formId);
    const speakers = (await speakersOf(tx, params.formId)).filter((id) => id !== params.formId);
    if (speakers.length > 0)
      throw conflict('forms.form.still_linked', {
        forms: [...(await formsInUse(tx, speakers)).values()].map(({ title }) => title.zh).join('、'),
      });
    refuseWhileUsed(await usesOfForms(ctx.platform, tx, { forms: [params.formId] }, ahead), query.acceptUses === true);
    linked = await spokenOf(tx, params.formId);
    await tx
      .updateTable('forms.form')
      .set({ removed_at: new Date(), removed_by: ctx.user.id })
      .where('id', '=', params.formId)
      .execute();
    await record({ ...ctx, tx }, 'forms.form.removed', { id: params.formId, linked });
  });
  for (const id of [params.formId, ...linked]) forgetForm(ctx.platform, ctx.spaceId, id);
  return null;
}

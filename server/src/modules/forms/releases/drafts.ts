import type { Draft, formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { compareDefinitions } from './compare.ts';
import { designedForm } from '../designed-form.ts';
import { withSources } from '../links.ts';
import { definitionProblems } from './problems.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

export async function getDraft(
  { tx, platform, spaceId }: TxCtx,
  { params }: Pick<Input<'getDraft'>, 'params'>,
): Promise<Draft> {
  const form = await designedForm(tx, params.formId);
  const draft = await tx.selectFrom('forms.draft').selectAll().where('form_id', '=', params.formId).executeTakeFirst();
  if (!draft) throw notFound('forms.form.not_found');
  const released = await releasedDefinition(tx, params.formId, form.release);
  const definition = await withSources(tx, form.id, draft.definition);
  return {
    formId: form.id,
    version: draft.version,
    definition,
    problems: await definitionProblems(tx, zoneOf(platform, spaceId), form.id, definition),
    release: form.release,
    changed: !released || compareDefinitions(released, definition).length > 0,
    savedBy: draft.saved_by,
    savedAt: draft.saved_at.toISOString(),
  };
}

/** The definition as it is being designed, for other parts of the settings. */
export async function draftDefinition(tx: ControlTx, formId: string): Promise<FormDefinition> {
  await designedForm(tx, formId);
  const draft = await tx
    .selectFrom('forms.draft')
    .select('definition')
    .where('form_id', '=', formId)
    .executeTakeFirst();
  if (!draft) throw notFound('forms.form.not_found');
  return draft.definition;
}

export async function saveDraft(ctx: TxCtx, { params, body }: Input<'saveDraft'>): Promise<Draft> {
  const form = await designedForm(ctx.tx, params.formId);
  const saved = await ctx.tx
    .updateTable('forms.draft')
    .set({
      version: body.expectedVersion + 1,
      definition: JSON.stringify(await withSources(ctx.tx, form.id, body.definition)),
      saved_by: ctx.user.id,
      saved_at: new Date(),
    })
    .where('form_id', '=', params.formId)
    .where('version', '=', body.expectedVersion)
    .returning('version')
    .executeTakeFirst();
  if (!saved) {
    const current = await getDraft(ctx, { params });
    throw conflict('forms.draft.version_conflict', {
      version: current.version,
      savedBy: current.savedBy,
      savedAt: current.savedAt,
    });
  }
  // a form nobody has released yet goes by the name of its draft
  if (form.release === null)
    await ctx.tx
      .updateTable('forms.form')
      .set({ title: JSON.stringify(body.definition.title) })
      .where('id', '=', form.id)
      .execute();
  await record(ctx, 'forms.draft.saved', { id: form.id, version: saved.version });
  return getDraft(ctx, { params });
}

export async function checkDefinition(
  { tx, platform, spaceId }: TxCtx,
  { params, body }: Input<'checkDefinition'>,
): Promise<{ problems: Problem[] }> {
  await designedForm(tx, params.formId);
  return {
    problems: await definitionProblems(
      tx,
      zoneOf(platform, spaceId),
      params.formId,
      await withSources(tx, params.formId, body.definition),
    ),
  };
}

export async function releasedDefinition(
  tx: ControlTx,
  formId: string,
  number: number | null,
): Promise<FormDefinition | null> {
  if (number === null) return null;
  const release = await tx
    .selectFrom('forms.release')
    .select('definition')
    .where('form_id', '=', formId)
    .where('number', '=', number)
    .executeTakeFirst();
  return release?.definition ?? null;
}

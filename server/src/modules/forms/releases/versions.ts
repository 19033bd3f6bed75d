import type { DefinitionChange, Draft, formsApi, VersionName } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { compareDefinitions } from './compare.ts';
import { designedForm } from '../designed-form.ts';
import { withDictionaries } from '../dictionary-options.ts';
import { releasedDefinition, saveDraft } from './drafts.ts';
import { rulesOf } from '../rights/rules.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

export async function compareVersions(
  { tx }: TxCtx,
  { params, query }: Input<'compareVersions'>,
): Promise<{ differences: DefinitionChange[]; before: FormDefinition; after: FormDefinition }> {
  await designedForm(tx, params.formId);
  const before = await definitionOf(tx, params.formId, query.from);
  const after = await definitionOf(tx, params.formId, query.to);
  return { differences: compareDefinitions(before, after), before, after };
}

/** A field that comes back with the old release finds its column, and its data, again. */
export async function restoreRelease(
  ctx: TxCtx,
  { params: { formId, number }, body }: Input<'restoreRelease'>,
): Promise<Draft> {
  await designedForm(ctx.tx, formId);
  const definition = await releasedDefinition(ctx.tx, formId, number);
  if (!definition) throw notFound('forms.release.not_found');
  return saveDraft(ctx, { params: { formId }, query: {}, body: { expectedVersion: body.expectedVersion, definition } });
}

export interface DesignedVersion {
  formId: string;
  appId: string;
  definition: FormDefinition;
  rules: PermissionRule[];
}

/** Any version of a form as it would be used under the rules of today; for those who design. */
export async function designedVersion(tx: ControlTx, formId: string, version: VersionName): Promise<DesignedVersion> {
  const form = await designedForm(tx, formId);
  const definition = await withDictionaries(tx, await definitionOf(tx, formId, version));
  const rules = [
    ...((await rulesOf(tx, 'app', [form.app_id])).get(form.app_id) ?? []),
    ...((await rulesOf(tx, 'form', [formId])).get(formId) ?? []),
  ];
  return { formId, appId: form.app_id, definition, rules };
}

async function definitionOf(tx: ControlTx, formId: string, version: VersionName): Promise<FormDefinition> {
  const found =
    version === 'draft'
      ? (await tx.selectFrom('forms.draft').select('definition').where('form_id', '=', formId).executeTakeFirst())
          ?.definition
      : await releasedDefinition(tx, formId, version);
  if (!found) throw notFound('forms.release.not_found');
  return found;
}

import type { Draft, formsApi, VersionDifference, VersionName } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db.ts';
import { notFound } from '../../platform/errors.ts';
import { compareDefinitions } from './compare.ts';
import { designedForm } from './designed-form.ts';
import { withDictionaries } from './dictionary-options.ts';
import { releasedDefinition, saveDraft } from './drafts.ts';
import { rulesOf } from './rules.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;
type Json = NonNullable<VersionDifference['values'][number]['before']>;

export async function compareVersions({ tx }: TxCtx, { params, query }: Input<'compareVersions'>): Promise<{ differences: VersionDifference[] }> {
  await designedForm(tx, params.formId);
  const before = await definitionOf(tx, params.formId, query.from);
  const after = await definitionOf(tx, params.formId, query.to);
  return {
    differences: compareDefinitions(before, after).map((change) => {
      const place = { what: change.what, table: change.table, field: change.field };
      const one = change.kind === 'added' ? {} : partOf(before, place);
      const other = change.kind === 'removed' ? {} : partOf(after, place);
      const properties = change.properties ?? (change.kind === 'changed' ? [] : [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => shownWhole.has(name)));
      return { ...change, values: properties.map((property) => ({ property, ...(one[property] !== undefined && { before: one[property] }), ...(other[property] !== undefined && { after: other[property] }) })) };
    }),
  };
}

/** A field that comes back with the old release finds its column, and its data, again. */
export async function restoreRelease(ctx: TxCtx, { params: { formId, number }, body }: Input<'restoreRelease'>): Promise<Draft> {
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
  const rules = [...((await rulesOf(tx, 'app', [form.app_id])).get(form.app_id) ?? []), ...((await rulesOf(tx, 'form', [formId])).get(formId) ?? [])];
  return { formId, appId: form.app_id, definition, rules };
}

async function definitionOf(tx: ControlTx, formId: string, version: VersionName): Promise<FormDefinition> {
  const found = version === 'draft'
    ? (await tx.selectFrom('forms.draft').select('definition').where('form_id', '=', formId).executeTakeFirst())?.definition
    : await releasedDefinition(tx, formId, version);
  if (!found) throw notFound('forms.release.not_found');
  return found;
}

/** Of what came or went, these say enough. */
const shownWhole = new Set(['type', 'required', 'config']);

function partOf(definition: FormDefinition, { what, table, field }: { what: string; table: string | undefined; field: string | undefined }): Record<string, Json> {
  const owner = table === undefined ? undefined : definition.tables.find(({ id }) => id === table);
  const fields: readonly Field[] = table === undefined ? definition.fields : (owner?.fields ?? []);
  const part = what === 'field' ? fields.find(({ id }) => id === field) : what === 'table' ? owner : what === 'form' ? definition : undefined;
  return (part ?? {}) as unknown as Record<string, Json>;
}

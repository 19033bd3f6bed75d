import type { formsApi } from '@formwork/contract/forms/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';
import { designedForm } from './forms.ts';
import { forgetForm } from './released.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

export async function getPermissions(ctx: TxCtx, { params }: Input<'getPermissions'>): Promise<{ rules: PermissionRule[] }> {
  await designedForm(ctx.tx, params.formId);
  return { rules: (await rulesOfForms(ctx.tx, [params.formId])).get(params.formId) ?? [] };
}

/** Its own transaction: compiled plans are dropped after the commit, not before. */
export async function putPermissions(ctx: Ctx, { params, body }: Input<'putPermissions'>): Promise<{ rules: PermissionRule[] }> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await designedForm(tx, params.formId);
    await writeRules(tx, ctx.spaceId, params.formId, body.rules);
    await record({ ...ctx, tx }, 'forms.permission.changed', { id: params.formId, rules: body.rules });
  });
  forgetForm(ctx.platform, ctx.spaceId, params.formId);
  return { rules: body.rules };
}

export async function writeRules(tx: ControlTx, spaceId: string, formId: string, rules: PermissionRule[]): Promise<void> {
  await tx.deleteFrom('forms.permission').where('form_id', '=', formId).execute();
  if (rules.length === 0) return;
  await tx
    .insertInto('forms.permission')
    .values(rules.map((rule, position) => ({
      space_id: spaceId, form_id: formId, id: rule.id, position,
      subject_kind: rule.subject.kind, subject_id: rule.subject.kind === 'everyone' ? null : rule.subject.id,
      actions: rule.actions, scope: rule.scope,
    })))
    .execute();
}

export async function rulesOfForms(tx: ControlTx, formIds: string[]): Promise<Map<string, PermissionRule[]>> {
  const rules = new Map<string, PermissionRule[]>();
  if (formIds.length === 0) return rules;
  const rows = await tx.selectFrom('forms.permission').selectAll().where('form_id', 'in', formIds).orderBy('position').execute();
  for (const row of rows) {
    const subject: PermissionRule['subject'] = row.subject_kind === 'everyone' ? { kind: 'everyone' } : { kind: row.subject_kind, id: row.subject_id ?? '' };
    rules.set(row.form_id, [...(rules.get(row.form_id) ?? []), { id: row.id, subject, actions: row.actions, scope: row.scope }]);
  }
  return rules;
}

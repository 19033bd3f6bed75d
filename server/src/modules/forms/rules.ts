import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { ControlTx } from '../../platform/db.ts';

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

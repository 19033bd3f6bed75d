import { comparisonFits, comparisonsIn } from '@formwork/contract/condition/condition.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { PermissionRule, RuleSubject } from '@formwork/contract/forms/permission.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { designedForm } from '../designed-form.ts';
import { releasedDefinition } from '../releases/drafts.ts';
import { forgetForm } from '../releases/released.ts';
import { indexForRules } from '../schema/rule-indexes.ts';
import { lockForms, writeRules, type RuleTarget } from './rules.ts';

/** The rules of one form or application: all of them, or those of one subject. */
export interface RuleChange {
  target: RuleTarget;
  subject?: RuleSubject | undefined;
  rules: PermissionRule[];
}

/**
 * The one place where a change of form rights takes effect: written with its events, `also` in the same transaction, then
 * what was compiled of the old rules is dropped everywhere, and indexes follow.
 */
export async function changeRules<T>(
  ctx: Ctx,
  changes: readonly RuleChange[],
  also: (tx: TxCtx) => Promise<T>,
): Promise<T> {
  const forms = new Set<string>();
  const result = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const answer = await also({ ...ctx, tx });
    const own = changes.flatMap(({ target }) => (target.kind === 'form' ? [target.id] : []));
    if (own.length > 0) await lockForms(tx, own);
    for (const { target, subject, rules } of changes) {
      for (const id of await formsOf({ ...ctx, tx }, target, rules)) forms.add(id);
      await writeRules(tx, ctx.spaceId, target, rules, subject);
      await record({ ...ctx, tx }, 'forms.permission.changed', {
        ...(target.kind === 'form' ? { id: target.id } : { appId: target.id }),
        ...(subject && { subject }),
        rules,
      });
    }
    return answer;
  });
  for (const formId of forms) forgetForm(ctx.platform, ctx.spaceId, formId);
  for (const formId of forms) await indexForRules(ctx, formId);
  return result;
}

/** The forms a target means; what its rules name must be there. */
async function formsOf({ tx }: TxCtx, target: RuleTarget, rules: readonly PermissionRule[]): Promise<string[]> {
  if (target.kind === 'app') {
    if (!(await tx.selectFrom('forms.app').select('id').where('id', '=', target.id).executeTakeFirst()))
      throw notFound('forms.app.not_found');
    return (await tx.selectFrom('forms.form').select('id').where('app_id', '=', target.id).execute()).map(
      ({ id }) => id,
    );
  }
  const form = await designedForm(tx, target.id);
  if (rules.some(({ condition }) => condition !== undefined)) {
    const definition =
      (await releasedDefinition(tx, form.id, form.release)) ??
      (await tx.selectFrom('forms.draft').select('definition').where('form_id', '=', form.id).executeTakeFirstOrThrow())
        .definition;
    rules.forEach((rule, index) => checkCondition(definition, rule, index));
  }
  return [form.id];
}

function checkCondition(definition: FormDefinition, { condition }: PermissionRule, index: number): void {
  const wrong =
    condition &&
    comparisonsIn(condition).find((comparison) => {
      const field = isSystemField(comparison.field)
        ? systemFields[comparison.field]
        : definition.fields.find(({ id }) => id === comparison.field);
      return !field || !comparisonFits(comparison, fieldKind(field));
    });
  if (wrong)
    throw invalid('forms.permission.bad_condition', [
      { path: `rules.${index}.condition`, code: 'forms.permission.bad_condition' },
    ]);
}

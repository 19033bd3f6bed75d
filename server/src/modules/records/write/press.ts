import { scriptFor } from '@formwork/contract/forms/buttons.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isEmptyValue, type FieldValue, type Values } from '@formwork/contract/forms/values/value.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { buttonAnswer } from '@formwork/contract/records/button-logic.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import { subjectsOf } from '../../forms/public.ts';
import { compiledFor } from '../rights/button-limits.ts';
import { visibleRow } from '../read/get.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { rightsByRules } from '../rights/rights.ts';
import { updateWith } from './update.ts';

/** Works out what a button writes and saves it for the person: the form's rules must let them edit, and the button's own restrictions. */
export async function pressButton(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.press>): Promise<null> {
  const plan = await planOf(ctx, params.formId);
  const button = scriptFor(plan.form.buttons, (await subjectsOf(ctx)).roles, body.place, body.button);
  const { row, facts, mask } = await visibleRow(ctx, plan, params.recordId);
  if (button?.script.does !== 'fill') throw notFound('records.button.not_found');
  const { setting, script } = button;
  const context = { userId: ctx.user.id, now: new Date(), timeZone: plan.timeZone };
  if (setting.onlyIf?.trim()) {
    const answer = buttonAnswer(compiledFor(plan, setting.onlyIf), facts, context);
    // whoever does not see a field is not told either that it is empty
    if (typeof answer === 'object' && !answer.missing.some((id) => mask?.has(id)))
      throw conflict('records.button.undecided', { names: titlesOf(plan, answer.missing, ctx.locale) });
    if (answer !== true) throw conflict('records.button.not_now');
  }
  const values: Values = {};
  for (const { field: id, value: text } of script.values) {
    const field = plan.form.definition.fields.find((one) => one.id === id);
    const expression = compiledFor(plan, text);
    const found = expression?.run(facts, context) as FieldValue;
    const parsed =
      field &&
      expression &&
      (isEmptyValue(found) ? { value: null } : fieldTypeSpec(field.type).parse(found, field.config, plan.timeZone));
    if (!parsed || ('error' in parsed && parsed.error))
      throw new AppError('records.button.no_value', { button: textIn(setting.title, ctx.locale) });
    values[id] = parsed.value ?? null;
  }
  await updateWith(ctx, plan, await rightsByRules(plan, ctx), params.recordId, {
    expectedVersion: Number(row[1]),
    values,
  });
  return null;
}

function titlesOf({ form }: FormPlan, ids: readonly string[], locale: string): string {
  return ids
    .map((id) => textIn(form.definition.fields.find((field) => field.id === id)?.title, locale))
    .filter((title) => title !== '')
    .join(locale === 'en' ? ', ' : '、');
}

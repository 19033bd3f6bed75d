import type { formsApi } from '@formwork/contract/forms/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';
import { designedForm } from './designed-form.ts';
import { forgetForm } from './released.ts';
import { rulesOfForms, writeRules } from './rules.ts';

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

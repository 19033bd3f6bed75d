import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { inControl } from '../../platform/db.ts';
import { describeRights, type Server } from '../../platform/http.ts';
import { directoryOf } from '../organization/public.ts';
import { designedForm } from './designed-form.ts';
import { rulesOf, sameSubject } from './rules.ts';

/** For whoever has to judge a change of rules: whose or which form's they are, and how they are now. */
export function describeFormRights(server: Server): void {
  describeRights(server, formsApi.putPermissions, (ctx, { params }) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      const { title } = await designedForm(tx, params.formId);
      return { name: textIn(title, ctx.locale), before: { rules: (await rulesOf(tx, 'form', [params.formId])).get(params.formId) ?? [] } };
    }));
  describeRights(server, formsApi.copyForm, (ctx, { params, body }) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      await designedForm(tx, params.formId);
      return { name: textIn(body.title, ctx.locale), before: { rules: (await rulesOf(tx, 'form', [params.formId])).get(params.formId) ?? [] } };
    }));
  describeRights(server, formsApi.copyApp, (ctx, { params, body }) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => ({ name: textIn(body.title, ctx.locale), before: { rules: (await rulesOf(tx, 'app', [params.appId])).get(params.appId) ?? [] } })));
  describeRights(server, formsApi.putSubjectRules, async (ctx, { params, body }) => {
    const subject = params.subject === 'everyone' ? { kind: 'everyone' as const } : { kind: 'role' as const, id: params.subject };
    const before = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      Promise.all(body.changes.map(async ({ target }) => ({ target, rules: ((await rulesOf(tx, target.kind, [target.id])).get(target.id) ?? []).filter((rule) => sameSubject(rule.subject, subject)) }))));
    return { name: (await directoryOf(ctx.platform, ctx.spaceId)).roles.get(params.subject)?.name ?? params.subject, before: { changes: before } };
  });
}

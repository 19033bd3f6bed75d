import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { describeRights, type Server } from '../../../platform/http/http.ts';
import { directoryOf } from '../../organization/public.ts';
import { buttonAccessBefore } from './button-access.ts';
import { designedForm } from '../designed-form.ts';
import { rulesOf, sameSubject, type RuleTarget } from './rules.ts';

/** For whoever has to judge a change of rules: whose or which form's they are, and how they are now. */
export function describeFormRights(server: Server): void {
  describeRights(server, formsApi.putPermissions, (ctx, { params }) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      const { title } = await designedForm(tx, params.formId);
      return {
        name: textIn(title, ctx.locale),
        before: { rules: (await rulesOf(tx, 'form', [params.formId])).get(params.formId) ?? [] },
      };
    }),
  );
  describeRights(server, formsApi.copyForm, (ctx, { params, body }) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      await designedForm(tx, params.formId);
      return {
        name: textIn(body.title, ctx.locale),
        before: { rules: (await rulesOf(tx, 'form', [params.formId])).get(params.formId) ?? [] },
      };
    }),
  );
  describeRights(server, formsApi.copyApp, (ctx, { params, body }) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => ({
      name: textIn(body.title, ctx.locale),
      before: { rules: (await rulesOf(tx, 'app', [params.appId])).get(params.appId) ?? [] },
    })),
  );
  describeRights(server, formsApi.putSubjectRules, async (ctx, { params, body }) => {
    const subject =
      params.subject === 'everyone' ? { kind: 'everyone' as const } : { kind: 'role' as const, id: params.subject };
    const before = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      Promise.all(
        body.changes.map(async ({ target, rules, buttons }) => ({
          target: await titleOf(tx, target, ctx.locale),
          ...(rules && {
            rules: ((await rulesOf(tx, target.kind, [target.id])).get(target.id) ?? []).filter((rule) =>
              sameSubject(rule.subject, subject),
            ),
          }),
          ...(buttons && { buttons: await buttonAccessBefore(tx, params.subject, target, buttons) }),
        })),
      ),
    );
    return {
      name: (await directoryOf(ctx.platform, ctx.spaceId)).roles.get(params.subject)?.name ?? params.subject,
      before: { changes: before },
      after: { changes: body.changes.map((change, index) => ({ ...change, target: before[index]!.target })) },
    };
  });
}

/** Ids say nothing to whoever has to judge. */
async function titleOf(tx: ControlTx, { kind, id }: RuleTarget, locale: string): Promise<string> {
  const found = await tx
    .selectFrom(kind === 'app' ? 'forms.app' : 'forms.form')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirst();
  return textIn(found?.title, locale) || id;
}

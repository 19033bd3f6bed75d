import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/context.ts';
import { describeRights, type RightsSubject, type Server } from '../../../platform/http/http.ts';
import { directoryOf, systemTitles } from '../../organization/public.ts';
import { requireUpdatable } from '../apps/apps.ts';
import { requireArrangeable } from '../apps/systems.ts';
import { requireRulesInCare } from './permissions.ts';
import { buttonAccessBefore } from './button-access.ts';
import { designedForm } from '../designed-form.ts';
import { rulesOf, sameSubject, type RuleTarget } from './rules.ts';

/** For whoever has to judge a change of rules: whose or which form's they are, and how they are now. */
export function describeFormRights(server: Server): void {
  describeRights(server, formsApi.putPermissions, async (ctx, { params }) => {
    await requireRulesInCare(ctx, [{ kind: 'form', id: params.formId }]);
    return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      const { title } = await designedForm(tx, params.formId);
      return {
        name: textIn(title, ctx.locale),
        before: { rules: (await rulesOf(tx, 'form', [params.formId])).get(params.formId) ?? [] },
      };
    });
  });
  describeRights(server, formsApi.updateApp, async (ctx, { params, body }) => {
    await requireUpdatable(ctx, { params, body });
    return moveOfApps(ctx, [{ app: params.appId, system: body.systemId ?? null }]);
  });
  describeRights(server, formsApi.arrangeSystems, async (ctx, { body }) => {
    await requireArrangeable(ctx, { body });
    return moveOfApps(ctx, [
      ...body.systems.flatMap(({ id, apps }) => apps.map((app) => ({ app, system: id }))),
      ...body.loose.map((app) => ({ app, system: null })),
    ]);
  });
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
    await requireRulesInCare(
      ctx,
      body.changes.map(({ target }) => target),
    );
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

/** Whoever looks after a system's rights gives them on what comes into it: an application that moves there, or away, is theirs to judge. */
async function moveOfApps(ctx: Ctx, moves: { app: string; system: string | null }[]): Promise<RightsSubject | null> {
  const { delegated } = await directoryOf(ctx.platform, ctx.spaceId);
  const cared = new Set([...delegated.values()].flatMap(({ systemId }) => systemId ?? []));
  if (cared.size === 0) return null;
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('forms.app')
      .select(['id', 'title', 'system_id'])
      .where('id', 'in', [...moves.map(({ app }) => app), ''])
      .execute(),
  );
  const systems = await systemTitles(ctx);
  const target = new Map(moves.map(({ app, system }) => [app, system]));
  const moved = rows
    .map((row) => ({ ...row, to: target.get(row.id) ?? null }))
    .filter(({ system_id: from, to }) => from !== to && (cared.has(from ?? '') || cared.has(to ?? '')));
  if (moved.length === 0) return null;
  const named = (of: (one: (typeof moved)[number]) => string | null) =>
    moved.map((one) => ({
      target: textIn(one.title, ctx.locale),
      system: textIn(systems.get(of(one) ?? ''), ctx.locale) || null,
    }));
  return {
    name: moved.map(({ title }) => textIn(title, ctx.locale)).join(', '),
    before: { changes: named(({ system_id: from }) => from) },
    after: { changes: named(({ to }) => to) },
  };
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

import type { AppRights, formsApi } from '@formwork/contract/forms/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { PermissionRule, RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { RoleView } from '@formwork/contract/organization/api.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { newShortId } from '../../../platform/ids.ts';
import { copyRole, directoryOf, roleView } from '../../organization/public.ts';
import { changeButtonAccess, copyButtonAccess, storedButtonSettings, tellOfButtons } from './button-access.ts';
import { changeRules, type RuleChange } from './change-rules.ts';
import { designedForm } from '../designed-form.ts';
import { appsInCare, requireInCare } from './in-care.ts';
import { rulesOf, sameSubject, type RuleTarget } from './rules.ts';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

export async function getPermissions(
  ctx: TxCtx,
  { params }: Input<'getPermissions'>,
): Promise<{ rules: PermissionRule[] }> {
  await designedForm(ctx.tx, params.formId);
  return { rules: (await rulesOf(ctx.tx, 'form', [params.formId])).get(params.formId) ?? [] };
}

export async function putPermissions(
  ctx: Ctx,
  { params, body }: Input<'putPermissions'>,
): Promise<{ rules: PermissionRule[] }> {
  await requireRulesInCare(ctx, [{ kind: 'form', id: params.formId }]);
  await changeRules(ctx, [{ target: { kind: 'form', id: params.formId }, rules: body.rules }], () => Promise.resolve());
  return { rules: body.rules };
}

/** Rules are changed on what somebody looks after, and on nothing beside it. */
export function requireRulesInCare(ctx: Ctx, targets: readonly RuleTarget[]): Promise<void> {
  return requireInCare(ctx, 'rights', targets);
}

/** What one subject is granted and refused, application by application; of what they look after for those who are no designers. */
export async function getSubjectRules(
  ctx: TxCtx,
  { params }: Pick<Input<'getSubjectRules'>, 'params'>,
): Promise<{ apps: AppRights[] }> {
  const apps = await rightsOfSubject(ctx.tx, await subjectOf(ctx, params.subject));
  return { apps: await shownRights(ctx, apps) };
}

export async function putSubjectRules(
  ctx: Ctx,
  { params, body }: Input<'putSubjectRules'>,
): Promise<{ apps: AppRights[] }> {
  const subject = await subjectOf(ctx, params.subject);
  await requireRulesInCare(
    ctx,
    body.changes.map(({ target }) => target),
  );
  const changes = body.changes.flatMap(({ target, rules }): RuleChange[] =>
    rules ? [{ target, subject, rules: rules.map((rule) => ({ ...rule, subject })) }] : [],
  );
  const apps = await changeRules(ctx, changes, (tx) => changeButtonAccess(tx, params.subject, body.changes));
  await tellOfButtons(ctx, apps);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => ({
    apps: await shownRights({ ...ctx, tx }, await rightsOfSubject(tx, subject)),
  }));
}

async function shownRights(ctx: TxCtx, apps: AppRights[]): Promise<AppRights[]> {
  const cared = ctx.user.role === 'user' ? await appsInCare(ctx, 'rights') : undefined;
  return cared ? apps.filter(({ id }) => cared.has(id)) : apps;
}

/** A new role that may do what another may, pages included; nobody holds it yet. */
export async function copyRoleWithRights(ctx: Ctx, { params, body }: Input<'copyRole'>): Promise<RoleView> {
  const apps = await inControl(ctx.platform.control, ctx.spaceId, async (tx) =>
    rightsOfSubject(tx, await subjectOf(ctx, params.roleId)),
  );
  const changes: RuleChange[] = [];
  const copied = (rules: readonly PermissionRule[], id: string) =>
    rules.map((rule): PermissionRule => ({ ...rule, id: newShortId(), subject: { kind: 'role', id } }));
  const { id, withButtons } = await changeRules(ctx, changes, async (tx) => {
    const copy = await copyRole(tx, params.roleId, body.name);
    for (const { id: appId, rules, forms } of apps) {
      if (rules.length > 0)
        changes.push({
          target: { kind: 'app', id: appId },
          subject: { kind: 'role', id: copy },
          rules: copied(rules, copy),
        });
      for (const form of forms)
        if (form.rules.length > 0)
          changes.push({
            target: { kind: 'form', id: form.id },
            subject: { kind: 'role', id: copy },
            rules: copied(form.rules, copy),
          });
    }
    return { id: copy, withButtons: await copyButtonAccess(tx, params.roleId, copy) };
  });
  await tellOfButtons(ctx, withButtons);
  return roleView(ctx, id);
}

async function rightsOfSubject(tx: ControlTx, subject: RuleSubject): Promise<AppRights[]> {
  const apps = await tx
    .selectFrom('forms.app')
    .select(['id', 'title'])
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const forms = await tx
    .selectFrom('forms.form')
    .select(['id', 'app_id', 'title', 'release'])
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const [ofApps, ofForms] = [
    await rulesOf(
      tx,
      'app',
      apps.map(({ id }) => id),
    ),
    await rulesOf(
      tx,
      'form',
      forms.map(({ id }) => id),
    ),
  ];
  const buttons = await storedButtonSettings(tx);
  const mine = (rules: PermissionRule[] | undefined): PermissionRule[] =>
    (rules ?? []).filter((rule) => sameSubject(rule.subject, subject));
  return apps.map((app) => ({
    ...app,
    rules: mine(ofApps.get(app.id)),
    ...buttons(app.id, ''),
    forms: forms
      .filter(({ app_id }) => app_id === app.id)
      .map(({ id, title, release }) => ({ id, title, release, rules: mine(ofForms.get(id)), ...buttons(app.id, id) })),
  }));
}

async function subjectOf(ctx: Ctx, text: string): Promise<RuleSubject> {
  if (text === 'everyone') return { kind: 'everyone' };
  const known =
    (enterpriseRoles as readonly string[]).includes(text) ||
    (await directoryOf(ctx.platform, ctx.spaceId)).roles.has(text);
  if (!known) throw notFound('organization.role.not_found');
  return { kind: 'role', id: text };
}

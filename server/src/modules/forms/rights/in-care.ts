import type { SystemPart } from '@formwork/contract/delegated.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl, withControl, type ControlTx } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { systemsInCare } from '../../organization/public.ts';
import type { RuleTarget } from './rules.ts';

type AskingCtx = Ctx & { tx?: ControlTx };

/** Applications of the systems that somebody looks after; undefined: all of them. */
export async function appsInCare(ctx: AskingCtx, part: SystemPart): Promise<ReadonlySet<string> | undefined> {
  const systems = await systemsInCare(ctx, part);
  if (!systems) return undefined;
  const rows = await withControl(ctx, (tx) =>
    tx
      .selectFrom('forms.app')
      .select('id')
      .where('system_id', 'in', [...systems])
      .where('removed_at', 'is', null)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** What lies in other systems is not there for whoever looks after some. */
export async function requireInCare(ctx: AskingCtx, part: SystemPart, targets: readonly RuleTarget[]): Promise<void> {
  const apps = await appsInCare(ctx, part);
  if (!apps) return;
  const ids = targets.flatMap(({ kind, id }) => (kind === 'form' ? [id] : []));
  const forms =
    ids.length === 0
      ? []
      : await withControl(ctx, (tx) =>
          tx.selectFrom('forms.form').select(['id', 'app_id']).where('id', 'in', ids).execute(),
        );
  const appOf = new Map(forms.map(({ id, app_id }) => [id, app_id]));
  for (const { kind, id } of targets)
    if (!apps.has(kind === 'app' ? id : (appOf.get(id) ?? '')))
      throw notFound(kind === 'app' ? 'forms.app.not_found' : 'forms.form.not_found');
}

/** The same ahead of a handler that has a transaction of its own. */
export async function requireFormInCare(ctx: Ctx, { params }: { params: { formId: string } }): Promise<void> {
  // whoever reads designs by their role needs nobody to have given them a system
  if (ctx.user.role === 'user') await requireInCare(ctx, 'rights', [{ kind: 'form', id: params.formId }]);
}

/** Applications and forms outside of a system on which rules name the role. */
export async function reachOfRole(ctx: Ctx, roleId: string, systemId: string): Promise<string[]> {
  const [apps, forms] = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => [
    await tx.selectFrom('forms.app_permission').select('app_id').where('subject_id', '=', roleId).execute(),
    await tx.selectFrom('forms.permission').select('form_id').where('subject_id', '=', roleId).execute(),
  ]);
  return titlesOutside(ctx, systemId, {
    apps: apps.map(({ app_id }) => app_id),
    forms: forms.map(({ form_id }) => form_id),
  });
}

/** How those of these are called that lie in no system, or in another. */
export function titlesOutside(
  ctx: Ctx,
  systemId: string,
  { apps = [], forms = [] }: { apps?: readonly string[]; forms?: readonly string[] },
): Promise<string[]> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const ofApps = await tx
      .selectFrom('forms.app')
      .select(['title', 'system_id'])
      .where('id', 'in', [...apps, ''])
      .execute();
    const ofForms = await tx
      .selectFrom('forms.form as form')
      .innerJoin('forms.app as app', (join) =>
        join.onRef('app.id', '=', 'form.app_id').onRef('app.space_id', '=', 'form.space_id'),
      )
      .select(['form.title', 'app.system_id'])
      .where('form.id', 'in', [...forms, ''])
      .execute();
    return [...ofApps, ...ofForms]
      .filter(({ system_id }) => system_id !== systemId)
      .map(({ title }) => textIn(title, ctx.locale));
  });
}

import type { copiesApi } from '@formwork/contract/forms/copies.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newShortId } from '../../../platform/ids.ts';
import { copyButtonSettings } from '../rights/button-settings.ts';
import { copyNotifications } from '../notifications/settings.ts';
import { changeRules, type RuleChange } from '../rights/change-rules.ts';
import { designedForm } from '../designed-form.ts';
import { insertForm } from '../forms.ts';
import { rulesOf } from '../rights/rules.ts';

type Input<K extends keyof typeof copiesApi> = InputOf<(typeof copiesApi)[K]>;

export async function copyForm(
  ctx: Ctx,
  { params, body }: Input<'copyForm'>,
): Promise<{ formId: string; appId: string }> {
  const changes: RuleChange[] = [];
  return changeRules(ctx, changes, async (tx) => {
    const { app_id } = await designedForm(tx.tx, params.formId);
    const appId = body.appId ?? app_id;
    // a form that leads to itself leads to itself as a copy too
    const formId = await copied(tx, params.formId, appId, body.title, new Map([[params.formId, newShortId()]]));
    await copyButtonSettings(tx.tx, { appId: app_id, formId: params.formId }, { appId, formId });
    await copyNotifications(tx.tx, params.formId, formId);
    if (body.withRules) changes.push(...(await rulesOfCopy(tx, 'form', params.formId, formId)));
    return { formId, appId };
  });
}

/** Settings and forms, not records: whoever starts from a copy starts empty. */
export async function copyApp(ctx: Ctx, { params, body }: Input<'copyApp'>): Promise<{ appId: string }> {
  const changes: RuleChange[] = [];
  return changeRules(ctx, changes, async (tx) => {
    const app = await tx.tx
      .selectFrom('forms.app')
      .selectAll()
      .where('id', '=', params.appId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!app) throw notFound('forms.app.not_found');
    const appId = newShortId();
    await tx.tx
      .insertInto('forms.app')
      .values({
        space_id: ctx.spaceId,
        id: appId,
        title: JSON.stringify(body.title),
        kind: app.kind,
        category: app.category,
        system_id: app.system_id,
        icon: app.icon,
        hue: app.hue,
        menu: null,
        position: Date.now(),
        created_by: ctx.user.id,
      })
      .execute();
    if (body.withRules) changes.push(...(await rulesOfCopy(tx, 'app', app.id, appId)));
    await copyButtonSettings(tx.tx, { appId: app.id, formId: '' }, { appId, formId: '' });
    const forms = await tx.tx
      .selectFrom('forms.form')
      .select(['id', 'title'])
      .where('app_id', '=', app.id)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute();
    // the ids are known beforehand, so that forms which lead to each other lead to the copies
    const ids = new Map(forms.map(({ id }) => [id, newShortId()]));
    await record(tx, 'forms.app.created', { id: appId, copyOf: app.id, forms: Object.fromEntries(ids) });
    for (const form of forms) {
      const formId = await copied(tx, form.id, appId, form.title, ids);
      await copyButtonSettings(tx.tx, { appId: app.id, formId: form.id }, { appId, formId });
      await copyNotifications(tx.tx, form.id, formId);
      if (body.withRules) changes.push(...(await rulesOfCopy(tx, 'form', form.id, formId)));
    }
    return { appId };
  });
}

async function copied(
  ctx: TxCtx,
  formId: string,
  appId: string,
  title: FormDefinition['title'],
  ids: ReadonlyMap<string, string>,
): Promise<string> {
  const { definition } = await ctx.tx
    .selectFrom('forms.draft')
    .select('definition')
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
  return insertForm(ctx, appId, title, leadingTo(definition, ids), ids.get(formId));
}

/** What settings of fields say of other forms, by the ids of the copies. Print templates stay with the original: buttons of the copy print the whole form. */
export function leadingTo(definition: FormDefinition, ids: ReadonlyMap<string, string>): FormDefinition {
  const config = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(config);
    return value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, config(inner)]))
      : value;
  };
  const fields = (own: FormDefinition['fields']) =>
    own.map((field) => ({ ...field, config: config(field.config) }) as typeof field);
  const layout = definition.layout.map((section) => ({
    ...section,
    items: section.items.map((item) =>
      item.kind === 'button' && item.action.does === 'print'
        ? { ...item, action: { ...item.action, template: null } }
        : item,
    ),
  }));
  return {
    ...definition,
    layout,
    fields: fields(definition.fields),
    tables: definition.tables.map((table) => ({ ...table, fields: fields(table.fields) })),
  };
}

async function rulesOfCopy({ tx }: TxCtx, kind: 'app' | 'form', from: string, to: string): Promise<RuleChange[]> {
  const rules = (await rulesOf(tx, kind, [from])).get(from) ?? [];
  return rules.length === 0
    ? []
    : [{ target: { kind, id: to }, rules: rules.map((rule): PermissionRule => ({ ...rule, id: newShortId() })) }];
}

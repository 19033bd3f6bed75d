import {
  buttonPlaces,
  isHidden,
  isRestricted,
  noButtonSettings,
  placedButtons,
  recordPlaces,
  buttonsApi,
  type ButtonSetting,
  type ButtonSettings,
  type StoredButtons,
} from '@formwork/contract/forms/buttons.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { compileButton, isButtonExpression } from '@formwork/contract/records/button-logic.ts';
import { enterpriseRoles } from '@formwork/contract/roles.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { AppError, conflict, invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { describeRights, type Server } from '../../../platform/http/http.ts';
import { directoryOf, type Directory } from '../../organization/public.ts';
import { designedForm } from '../designed-form.ts';
import { draftDefinition, releasedDefinition } from '../releases/drafts.ts';
import { compileFeel } from '../feel.ts';
import { forgetForm } from '../releases/released.ts';

type Input<K extends keyof typeof buttonsApi> = InputOf<(typeof buttonsApi)[K]>;
type Where = Pick<Input<'buttons'>, 'params' | 'query'>;

/** Open lists and records of the space hear that buttons have changed. */
export const buttonsTopic = 'buttons';

export async function getButtons(ctx: TxCtx, { params, query }: Where): Promise<StoredButtons> {
  await targetOf(ctx.tx, { params, query });
  return stored(ctx.tx, params.appId, query.form ?? '');
}

export async function putButtons(ctx: Ctx, { params, query, body }: Input<'putButtons'>): Promise<StoredButtons> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { answer, forms } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const definition = await targetOf(tx, { params, query });
    check(
      body.settings,
      (await stored(tx, params.appId, query.form ?? '')).settings,
      definition,
      directory,
      ctx.locale,
    );
    const row = {
      space_id: ctx.spaceId,
      app_id: params.appId,
      form_id: query.form ?? '',
      version: body.expectedVersion + 1,
      settings: JSON.stringify(body.settings),
      changed_by: ctx.user.id,
      changed_at: new Date(),
    };
    const { space_id: _, app_id: __, form_id: ___, ...changed } = row;
    const found = await tx
      .insertInto('forms.button_setting')
      .values(row)
      .onConflict((on) =>
        on
          .columns(['space_id', 'app_id', 'form_id'])
          .doUpdateSet(changed)
          .where('forms.button_setting.version', '=', body.expectedVersion),
      )
      .returning('version')
      .executeTakeFirst();
    if (!found) throw conflict('forms.buttons.changed');
    await record({ ...ctx, tx }, 'forms.buttons.changed', { appId: params.appId, form: query.form ?? null });
    return { answer: await stored(tx, params.appId, query.form ?? ''), forms: await formsOf(tx, params.appId) };
  });
  told(ctx, params.appId, forms);
  return answer;
}

export async function resetButtons(ctx: Ctx, { params, query }: Input<'resetButtons'>): Promise<null> {
  const forms = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await targetOf(tx, { params, query });
    await tx
      .deleteFrom('forms.button_setting')
      .where('app_id', '=', params.appId)
      .where('form_id', '=', query.form ?? '')
      .execute();
    await record({ ...ctx, tx }, 'forms.buttons.changed', { appId: params.appId, form: query.form ?? null });
    return formsOf(tx, params.appId);
  });
  told(ctx, params.appId, forms);
  return null;
}

/** Restrictions say who may do what: only where they change, the reviewer is asked. */
export function describeButtonRights(server: Server): void {
  const described = async (ctx: Ctx, where: Where, after: ButtonSettings) =>
    inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
      await targetOf(tx, where);
      const before = (await stored(tx, where.params.appId, where.query.form ?? '')).settings;
      const [was, is] = [restrictionsOf(before), restrictionsOf(after)];
      if (JSON.stringify(was) === JSON.stringify(is)) return null;
      const { title } = await tx
        .selectFrom(where.query.form === undefined ? 'forms.app' : 'forms.form')
        .select('title')
        .where('id', '=', where.query.form ?? where.params.appId)
        .executeTakeFirstOrThrow();
      return { name: textIn(title, ctx.locale), before: { buttons: was }, after: { buttons: is } };
    });
  describeRights(server, buttonsApi.putButtons, (ctx, { params, query, body }) =>
    described(ctx, { params, query }, body.settings),
  );
  describeRights(server, buttonsApi.resetButtons, (ctx, { params, query }) =>
    described(ctx, { params, query }, noButtonSettings),
  );
}

export function restrictionsOf(settings: ButtonSettings) {
  return buttonPlaces
    .flatMap((place) => placedButtons(settings, place))
    .flatMap((button) => {
      const { place, id, setting } = button;
      if (!isRestricted(setting) && setting.script === undefined) return [];
      return [
        {
          button: `${place}.${id}`,
          hidden: isHidden(button),
          ...(setting.roles && { roles: setting.roles.length > 0 ? setting.roles : ['admin'] }),
          ...(setting.refused && { refused: setting.refused }),
          ...(setting.onlyIf && { condition: setting.onlyIf }),
          ...(setting.script && { does: setting.script.does }),
        },
      ];
    });
}

/** The definition that expressions are read against; none where they stand for all forms of an application. */
async function targetOf(tx: ControlTx, { params, query }: Where): Promise<FormDefinition | undefined> {
  const app = await tx
    .selectFrom('forms.app')
    .select('id')
    .where('id', '=', params.appId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!app) throw notFound('forms.app.not_found');
  if (query.form === undefined) return undefined;
  const form = await designedForm(tx, query.form);
  if (form.app_id !== app.id) throw notFound('forms.form.not_found');
  return (await releasedDefinition(tx, form.id, form.release)) ?? draftDefinition(tx, form.id);
}

function check(
  settings: ButtonSettings,
  before: ButtonSettings,
  definition: FormDefinition | undefined,
  directory: Directory,
  locale: string,
): void {
  const all: { path: string; place: string; name: string; setting: ButtonSetting }[] = [
    ...Object.entries(settings.buttons).map(([key, setting]) => ({
      path: `settings.buttons.${key}`,
      place: key.split('.')[0]!,
      name: textIn(setting.title, locale) || key,
      setting,
    })),
    ...settings.own.map((setting, at) => ({
      path: `settings.own.${at}`,
      place: setting.place,
      name: textIn(setting.title, locale),
      setting,
    })),
  ];
  // a role that was deleted since stays named: taken out it would open what was shut
  const named = new Set(
    [...Object.values(before.buttons), ...before.own].flatMap(({ roles, refused }) => [
      ...(roles ?? []),
      ...(refused ?? []),
    ]),
  );
  const known = (id: string): boolean =>
    (enterpriseRoles as readonly string[]).includes(id) || directory.roles.has(id) || named.has(id);
  for (const { path, place, name, setting } of all) {
    for (const list of ['roles', 'refused'] as const)
      if (setting[list]?.some((id) => !known(id)))
        throw invalid('forms.buttons.unknown_role', [{ path: `${path}.${list}`, code: 'forms.buttons.unknown_role' }]);
    const { script } = setting;
    const withRecord = (recordPlaces as readonly string[]).includes(place);
    const texts = [
      setting.onlyIf,
      ...(script?.does === 'open'
        ? [script.address]
        : script?.does === 'fill'
          ? script.values.map(({ value }) => value)
          : []),
    ].filter((text): text is string => text !== undefined && text.trim() !== '');
    const bad = texts
      .map((text) => compileButton(text, definition, compileFeel))
      .find((compiled) => !isButtonExpression(compiled));
    const empty = script?.does === 'open' && script.address.trim() === '';
    if (bad || empty || (setting.onlyIf?.trim() && !withRecord))
      throw new AppError('forms.buttons.bad_expression', {
        button: name,
        ...(bad && 'problems' in bad && { problems: bad.problems }),
      });
    if (script?.does !== 'fill') continue;
    if (!definition || !withRecord)
      throw invalid('forms.buttons.no_fill', [{ path: `${path}.script`, code: 'forms.buttons.no_fill' }]);
    const writes = script.values.every(
      ({ field, value }) =>
        value.trim() !== '' && definition.fields.some((one) => one.id === field && !isComputed(one)),
    );
    if (!writes) throw new AppError('forms.buttons.unknown_field', { button: name });
  }
}

async function stored(tx: ControlTx, appId: string, formId: string): Promise<StoredButtons> {
  const rows = await tx
    .selectFrom('forms.button_setting')
    .selectAll()
    .where('app_id', '=', appId)
    .where('form_id', 'in', ['', formId])
    .execute();
  const own = rows.find((row) => row.form_id === formId);
  return {
    settings: own?.settings ?? noButtonSettings,
    app: rows.find((row) => row.form_id === '')?.settings ?? noButtonSettings,
    version: own?.version ?? 0,
    changedBy: own?.changed_by ?? null,
    changedAt: own?.changed_at.toISOString() ?? null,
  };
}

export async function formsOf(tx: ControlTx, appId: string): Promise<string[]> {
  return (await tx.selectFrom('forms.form').select('id').where('app_id', '=', appId).execute()).map(({ id }) => id);
}

/** After the commit: what was compiled of the old settings is dropped everywhere, open pages read theirs again. */
export function told(ctx: Ctx, appId: string, forms: readonly string[]): void {
  for (const id of forms) forgetForm(ctx.platform, ctx.spaceId, id);
  ctx.platform.realtime.publish(ctx.spaceId, {
    to: { topic: `${buttonsTopic}:app` },
    message: { type: 'forms.buttons', appId },
  });
}

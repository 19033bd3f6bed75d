import type { RulesOn } from '@formwork/contract/forms/api.ts';
import {
  accessOf,
  keyOf,
  restrictableButtons,
  withButtonAccess,
  withCopiedRole,
  type ButtonAccessChange,
} from '@formwork/contract/forms/button-access.ts';
import { noButtonSettings, settingsOver, type ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { formsOf, told } from './buttons.ts';
import { designedForm } from '../designed-form.ts';
import type { RuleTarget } from './rules.ts';

/** Where a setting of buttons stands: `''` for all forms of an application. */
interface Place {
  appId: string;
  formId: string;
}

/** Says which buttons one role, or everyone, may press: in the settings that the page of buttons writes, so that there is one truth. Answers the applications meant. */
export async function changeButtonAccess(ctx: TxCtx, subject: string, changes: readonly RulesOn[]): Promise<string[]> {
  const apps = new Set<string>();
  // what holds for an application comes first: its forms stand over it
  for (const { target, buttons } of changes.toSorted(
    (a, b) => Number(a.target.kind === 'form') - Number(b.target.kind === 'form'),
  )) {
    if (!buttons) continue;
    const place = await placeOf(ctx.tx, target);
    const before = await lockedSettings(ctx, place);
    const app = await inheritedBy(ctx.tx, place);
    const after = buttons.reduce((settings, change) => {
      const next = withButtonAccess(settings, app, subject, change);
      if (!next) throw conflict('forms.buttons.unknown_button');
      return next;
    }, before);
    await write(ctx, place, after, { subject, buttons });
    apps.add(place.appId);
  }
  return [...apps];
}

/** A copied role may press what its original may. Answers the applications where that is said. */
export async function copyButtonAccess(ctx: TxCtx, from: string, to: string): Promise<string[]> {
  const apps = new Set<string>();
  for (const row of await ctx.tx
    .selectFrom('forms.button_setting')
    .select(['app_id', 'form_id', 'settings'])
    .forUpdate()
    .execute()) {
    const after = withCopiedRole(row.settings, from, to);
    if (after === row.settings) continue;
    await write(ctx, { appId: row.app_id, formId: row.form_id }, after, { subject: to, copiedFrom: from });
    apps.add(row.app_id);
  }
  return [...apps];
}

/** What the subject has now of the buttons that a change names: for whoever judges it. */
export async function buttonAccessBefore(
  tx: ControlTx,
  subject: string,
  target: RuleTarget,
  changes: readonly ButtonAccessChange[],
): Promise<ButtonAccessChange[]> {
  const place = await placeOf(tx, target);
  const buttons = restrictableButtons(settingsOver(await inheritedBy(tx, place), await settingsAt(tx, place)));
  return changes.map(({ button: key }) => ({
    button: key,
    access: accessOf(buttons.find((one) => keyOf(one) === key)?.setting ?? {}, subject),
  }));
}

/** Every setting of the space, as a part of an answer: nothing where nothing is set. */
export async function storedButtonSettings(
  tx: ControlTx,
): Promise<(appId: string, formId: string) => { buttons?: ButtonSettings }> {
  const rows = await tx.selectFrom('forms.button_setting').select(['app_id', 'form_id', 'settings']).execute();
  const byPlace = new Map(rows.map(({ app_id, form_id, settings }) => [`${app_id} ${form_id}`, settings]));
  return (appId, formId) => {
    const buttons = byPlace.get(`${appId} ${formId}`);
    return buttons ? { buttons } : {};
  };
}

/** After the commit: what was compiled is dropped, open pages read theirs again. */
export async function tellOfButtons(ctx: Ctx, apps: readonly string[]): Promise<void> {
  for (const appId of apps)
    told(ctx, appId, await inControl(ctx.platform.control, ctx.spaceId, (tx) => formsOf(tx, appId)));
}

async function placeOf(tx: ControlTx, { kind, id }: RuleTarget): Promise<Place> {
  if (kind === 'form') return { appId: (await designedForm(tx, id)).app_id, formId: id };
  const app = await tx
    .selectFrom('forms.app')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!app) throw notFound('forms.app.not_found');
  return { appId: id, formId: '' };
}

async function inheritedBy(tx: ControlTx, { appId, formId }: Place): Promise<ButtonSettings> {
  return formId === '' ? noButtonSettings : settingsAt(tx, { appId, formId: '' });
}

async function settingsAt(tx: ControlTx, { appId, formId }: Place): Promise<ButtonSettings> {
  return (
    (
      await tx
        .selectFrom('forms.button_setting')
        .select('settings')
        .where('app_id', '=', appId)
        .where('form_id', '=', formId)
        .executeTakeFirst()
    )?.settings ?? noButtonSettings
  );
}

/** Two administrators who change different roles at once both have their way: the second waits for the row, made here where it is missing. */
async function lockedSettings(ctx: TxCtx, { appId, formId }: Place): Promise<ButtonSettings> {
  await ctx.tx
    .insertInto('forms.button_setting')
    .values({
      space_id: ctx.spaceId,
      app_id: appId,
      form_id: formId,
      version: 0,
      settings: JSON.stringify(noButtonSettings),
      changed_by: ctx.user.id,
      changed_at: new Date(),
    })
    .onConflict((on) => on.columns(['space_id', 'app_id', 'form_id']).doNothing())
    .execute();
  return (
    await ctx.tx
      .selectFrom('forms.button_setting')
      .select('settings')
      .where('app_id', '=', appId)
      .where('form_id', '=', formId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).settings;
}

async function write(
  ctx: TxCtx,
  { appId, formId }: Place,
  settings: ButtonSettings,
  said: Record<string, unknown>,
): Promise<void> {
  await ctx.tx
    .updateTable('forms.button_setting')
    .set((row) => ({
      settings: JSON.stringify(settings),
      version: row('version', '+', 1),
      changed_by: ctx.user.id,
      changed_at: new Date(),
    }))
    .where('app_id', '=', appId)
    .where('form_id', '=', formId)
    .execute();
  await record(ctx, 'forms.buttons.changed', { appId, form: formId || null, ...said });
}

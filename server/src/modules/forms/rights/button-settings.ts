import {
  narrowedActions,
  noButtonSettings,
  settingsOver,
  type ButtonSettings,
} from '@formwork/contract/forms/buttons.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import type { Rights } from './access.ts';

/** What holds for a form: its own settings over those of its application. */
export async function buttonSettingsOf(tx: ControlTx, appId: string, formId: string): Promise<ButtonSettings> {
  const rows = await tx
    .selectFrom('forms.button_setting')
    .select(['form_id', 'settings'])
    .where('app_id', '=', appId)
    .where('form_id', 'in', ['', formId])
    .execute();
  const of = (id: string): ButtonSettings =>
    rows.find(({ form_id: form }) => form === id)?.settings ?? noButtonSettings;
  return settingsOver(of(''), of(formId));
}

/** The same for every form of the space. */
export async function everyButtonSetting(
  tx: ControlTx,
): Promise<(form: { id: string; app_id: string }) => ButtonSettings> {
  const rows = await tx.selectFrom('forms.button_setting').select(['app_id', 'form_id', 'settings']).execute();
  const of = (appId: string, formId: string): ButtonSettings =>
    rows.find((row) => row.app_id === appId && row.form_id === formId)?.settings ?? noButtonSettings;
  return ({ id, app_id: appId }) => settingsOver(of(appId, ''), of(appId, id));
}

/** Rights to a form as its summary tells them: whoever may not press the button that makes records makes none. */
export function narrowedToCreate(rights: Rights, settings: ButtonSettings, roles: readonly string[]): Rights {
  return narrowedActions(settings, roles).create === 'never' ? { ...rights, create: null } : rights;
}

/** A copy has the buttons of its original; `''` stands for those of a whole application. */
export async function copyButtonSettings(
  tx: ControlTx,
  from: { appId: string; formId: string },
  to: { appId: string; formId: string },
): Promise<void> {
  const found = await tx
    .selectFrom('forms.button_setting')
    .selectAll()
    .where('app_id', '=', from.appId)
    .where('form_id', '=', from.formId)
    .executeTakeFirst();
  if (!found) return;
  await tx
    .insertInto('forms.button_setting')
    .values({ ...found, app_id: to.appId, form_id: to.formId, version: 1, settings: JSON.stringify(found.settings) })
    .execute();
}

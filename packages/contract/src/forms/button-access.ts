import { z } from 'zod';
import {
  isRestricted,
  placedButtons,
  scriptedPlaces,
  settingsOver,
  systemButton,
  buttonPlaces,
  isHidden,
  type ButtonPlace,
  type ButtonSetting,
  type ButtonSettings,
  type OwnButton,
  type PlacedButton,
} from './buttons.ts';
import type { FormAction } from './permission.ts';

/** What is said of one role and one button. Of everyone, a refusal shuts it to all but the roles that are granted it. */
export const ButtonAccess = z.enum(['grant', 'refuse']);
export type ButtonAccess = z.infer<typeof ButtonAccess>;

/** `place.button`, and what a role, or everyone, shall have of it; null says nothing any more. */
export const ButtonAccessChange = z.object({
  button: z
    .string()
    .max(40)
    .regex(/^[a-z]+\.[A-Za-z0-9]+$/),
  access: ButtonAccess.nullable(),
});
export type ButtonAccessChange = z.infer<typeof ButtonAccessChange>;

export function keyOf({ place, id }: Pick<PlacedButton, 'place' | 'id'>): string {
  return `${place}.${id}`;
}

/** The buttons of a form that can be restricted: a form could not be left or saved without the others. */
export function restrictableButtons(settings: ButtonSettings): PlacedButton[] {
  return buttonPlaces
    .flatMap((place) => placedButtons(settings, place))
    .filter(({ place, id }) => !systemButton(place, id)?.always);
}

export function accessOf({ roles, refused }: ButtonSetting, subject: string): ButtonAccess | null {
  if (subject === 'everyone') return roles === undefined ? null : 'refuse';
  return refused?.includes(subject) ? 'refuse' : roles?.includes(subject) ? 'grant' : null;
}

/** The settings with what one role, or everyone, has of a button; `undefined` where there is no such button. */
export function withButtonAccess(
  settings: ButtonSettings,
  app: ButtonSettings,
  subject: string,
  { button: key, access }: ButtonAccessChange,
): ButtonSettings | undefined {
  const button = restrictableButtons(settingsOver(app, settings)).find((one) => keyOf(one) === key);
  if (!button) return undefined;
  const { roles, refused } = button.setting;
  if (accessOf(button.setting, subject) === access) return settings;
  if (subject === 'everyone')
    return changeButton(settings, app, button.place, button.id, { roles: access === 'refuse' ? [] : undefined });
  const without = (ids: readonly string[] | undefined): string[] | undefined => ids?.filter((id) => id !== subject);
  const left = without(refused) ?? [];
  const denied = access === 'refuse' ? [...left, subject] : left;
  return changeButton(settings, app, button.place, button.id, {
    // who alone was let does not leave the button open to everybody
    roles: access === 'grant' ? [...(without(roles) ?? []), subject] : without(roles),
    refused: denied.length > 0 ? denied : undefined,
  });
}

/** The settings with a change of one button. `app` is what a form inherits; nothing where the application itself is changed. */
export function changeButton(
  settings: ButtonSettings,
  app: ButtonSettings,
  place: ButtonPlace,
  id: string,
  change: Partial<OwnButton>,
): ButtonSettings {
  const all = settingsOver(app, settings);
  const own = all.own.find((one) => one.id === id);
  if (own) {
    const next = withoutUndefined({ ...own, ...change }) as OwnButton;
    return {
      ...settings,
      own: settings.own.some((one) => one.id === id)
        ? settings.own.map((one) => (one.id === id ? next : one))
        : [...settings.own, next],
    };
  }
  const key = `${place}.${id}`;
  return {
    ...settings,
    buttons: { ...settings.buttons, [key]: withoutUndefined({ ...all.buttons[key], ...change }) as ButtonSetting },
  };
}

/** The settings in which a role that was just made has of each button what another has; the same object where that is nothing. */
export function withCopiedRole(settings: ButtonSettings, from: string, to: string): ButtonSettings {
  let changed = false;
  const widened = (ids: readonly string[] | undefined): string[] | undefined => {
    if (!ids?.includes(from)) return ids && [...ids];
    changed = true;
    return [...ids, to];
  };
  const copied = <T extends ButtonSetting>(setting: T): T =>
    withoutUndefined({ ...setting, roles: widened(setting.roles), refused: widened(setting.refused) }) as T;
  const next = {
    ...settings,
    buttons: Object.fromEntries(Object.entries(settings.buttons).map(([key, setting]) => [key, copied(setting)])),
    own: settings.own.map(copied),
  };
  return changed ? next : settings;
}

/** Buttons that lead to the same call as this one and let everybody through. */
export function openTwins(settings: ButtonSettings, place: ButtonPlace, id: string): PlacedButton[] {
  const action = systemButton(place, id)?.action;
  if (action === undefined) return [];
  return scriptedPlaces
    .flatMap((other) => placedButtons(settings, other))
    .filter(
      (one) =>
        (one.place !== place || one.id !== id) &&
        systemButton(one.place, one.id)?.action === action &&
        one.setting.script === undefined &&
        !isHidden(one) &&
        !isRestricted(one.setting),
    );
}

/** What a button asks of the rules of its form, beside whatever restricts it. */
export function actionsAsked({ place, id, setting: { script } }: PlacedButton): FormAction[] {
  if (script?.does === 'open') return [];
  if (script?.does === 'fill') return ['edit'];
  const does = script ? script.button : id;
  if (does === 'exports') return ['export'];
  const action = systemButton(place, does)?.action;
  if (action === undefined) return ['view'];
  return place === 'selection' && action !== 'print' && action !== 'export' ? [action, 'batch'] : [action];
}

/** Whether a kind of account is one of those that a button is for. */
export function isForAccount({ place, id, setting: { script } }: PlacedButton, account: string): boolean {
  const accounts: readonly string[] | undefined =
    script?.does === 'open' || script?.does === 'fill'
      ? undefined
      : systemButton(place, script ? script.button : id)?.accounts;
  return accounts === undefined || accounts.includes(account);
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as Partial<T>;
}

import type { ButtonPlace, ButtonSettings, OwnButton } from '@formwork/contract/forms/buttons.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';

/** What a button was before anything was said of it here. */
export function restoreButton(settings: ButtonSettings, place: ButtonPlace, id: string): ButtonSettings {
  const { [`${place}.${id}`]: _, ...buttons } = settings.buttons;
  return { ...settings, buttons, own: settings.own.filter((one) => one.id !== id) };
}

export function isSaidHere(settings: ButtonSettings, place: ButtonPlace, id: string): boolean {
  return `${place}.${id}` in settings.buttons || settings.own.some((one) => one.id === id);
}

export function addButton(
  settings: ButtonSettings,
  place: OwnButton['place'],
  title: Text,
  id = newElementId(),
): ButtonSettings {
  return { ...settings, own: [...settings.own, { id, place, title, script: { does: 'open', address: '' } }] };
}

export function orderButtons(
  settings: ButtonSettings,
  place: ButtonPlace,
  ids: readonly string[],
  id: string,
  index: number,
): ButtonSettings {
  return {
    ...settings,
    order: { ...settings.order, [place]: ids.filter((one) => one !== id).toSpliced(index, 0, id) },
  };
}

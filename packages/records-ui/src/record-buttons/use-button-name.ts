import type { ButtonPlace, ButtonSetting } from '@formwork/contract/forms/buttons.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

/** What people read on a button. */
export function useButtonName(): (button: {
  place: ButtonPlace;
  id: string;
  setting: Pick<ButtonSetting, 'title'>;
  own?: unknown;
}) => string {
  const t = useT();
  const locale = useLocale();
  return ({ place, id, setting, own }) =>
    textIn(setting.title, locale) || (own ? t('buttons.unnamed') : t(`buttons.${place}.${id}`));
}

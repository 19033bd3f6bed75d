import { textIn } from '@formwork/contract/text.ts';
import type { Area } from '@formwork/contract/routes/places.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import type { NavRoute } from './nav.ts';

/** The signs of the areas, where their names stand. */
export const areaIcons = {
  workspace: 'home',
  data: 'data',
  iot: 'devices',
  administration: 'enterprise',
  operator: 'console',
} as const satisfies Record<Area, string>;

/** The operator's home is called what it shows there. */
export function usePageTitle(): (page: NavRoute) => string {
  const t = useT();
  const locale = useLocale();
  return ({ route, nav }) =>
    route.id === 'home' && nav.area === 'operator' ? t('shell.nav.overview') : textIn(route.title, locale);
}

import type { Me } from '@formwork/contract/identity/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FrameProps } from '@formwork/ui/frame.tsx';
import type { NavEntry } from '@formwork/ui/navigation.tsx';
import type { Place } from '@formwork/ui/skins.ts';
import { usePhone } from '@formwork/ui/use-media.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import type { PageInstance } from '../router/router.ts';
import { navIcon } from './icons.tsx';
import { currentEntry, navEntriesOf, navItemOf, useMenuChanges, useMenus } from './menus.ts';
import { navOf, phoneTabsOf } from './nav.ts';
import { useUnread } from './use-unread.ts';

type Navigation = Pick<FrameProps, 'navigation' | 'current' | 'phoneTabs' | 'currentTab'>;

/** What stands at the side and at the bottom: as the enterprise configured it, else as the product has it. */
export function useNavigation(page: PageInstance, place: Place, me: Me): Navigation {
  const locale = useLocale();
  const phone = usePhone();
  const menus = useMenus();
  useMenuChanges();
  const unread = useUnread(phone && me.permissions.includes('messages.own.edit'));
  const own = useOwnNavigation(place, me);
  const route = page.match?.route.id;
  if (place !== 'app') return { navigation: own, current: route };
  const side = (phone ? menus.phone : null) ?? menus.web;
  const ownTabs = phoneTabsOf(me.role, pageConfig.platform).map(({ route: { id, title, phoneTab }, path }) => ({ id, title: textIn(phoneTab!.title ?? title, locale), icon: navIcon(phoneTab!.icon), href: path, ...(id === 'messageCentre' && { count: unread }) }));
  return {
    ...(side ? { navigation: navEntriesOf(side.entries, locale), current: currentEntry(side.entries, page) } : { navigation: own, current: route }),
    ...(menus.phone ? { phoneTabs: menus.phone.tabs.map((tab) => navItemOf(tab, locale)), currentTab: currentEntry(menus.phone.tabs, page) } : { phoneTabs: ownTabs, currentTab: route }),
  };
}

function useOwnNavigation(place: Place, me: Me): NavEntry[] {
  const t = useT();
  const locale = useLocale();
  const entries: NavEntry[] = place === 'operator' ? [{ id: 'home', title: t('shell.nav.overview'), icon: navIcon('home'), href: pathTo('home') }] : [];
  let group: string | undefined;
  for (const { route, path } of navOf(place, me.role, pageConfig.platform)) {
    if (route.nav?.group !== undefined && route.nav.group !== group) {
      group = route.nav.group;
      entries.push({ heading: t(`shell.nav.${group}`) });
    }
    entries.push({ id: route.id, title: textIn(route.title, locale), icon: navIcon(route.nav!.icon), href: path });
  }
  return entries;
}

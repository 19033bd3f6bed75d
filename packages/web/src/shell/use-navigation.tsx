import type { Me } from '@formwork/contract/identity/api.ts';
import { consoleAreas, type Area } from '@formwork/contract/routes/places.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FrameProps } from '@formwork/ui/frame/frame.tsx';
import type { NavEntry, NavItem } from '@formwork/ui/frame/navigation.tsx';
import type { Place } from '@formwork/ui/skin/skins.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useAppearance } from '../appearance/appearance.ts';
import { appAddress } from '../apps/address.ts';
import { usableApps } from '../apps/by-system.ts';
import { FaceOf } from '../apps/face.tsx';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { pageConfig } from '../page-config.ts';
import type { PageInstance } from '../router/router.ts';
import { useCan } from '../session/session.ts';
import { areaIcons, usePageTitle } from './areas.tsx';
import { navIcon } from './icons.tsx';
import { currentEntry, navEntriesOf, navItemOf, useMenuChanges, useMenus } from './menus.ts';
import { areaOf, areasOf, currentPage, firstOf, groupsOf, phoneTabsOf, placedPages, type NavRoute } from './nav.ts';
import { PlaceHead } from './PlaceHead.tsx';
import { useAppNavigation } from './use-app-navigation.tsx';
import { useUnread } from './use-unread.ts';

type Navigation = Pick<FrameProps, 'navigation' | 'navigationHead' | 'current' | 'phoneTabs' | 'currentTab'>;

const mostFavourites = 6;
/** So many entries of a console stand open; the sections below them open when one is in them, or presses them. */
const openEntries = 12;

/** What stands at the side and at the bottom: an application's menu, an area of a console, or the workspace as the enterprise configured it or the product has it. */
export function useNavigation(page: PageInstance, place: Place, me: Me): Navigation {
  const locale = useLocale();
  const phone = usePhone();
  const menus = useMenus();
  useMenuChanges();
  const unread = useUnread(phone && me.permissions.includes('messages.own.edit'));
  const ofApp = useAppNavigation(page, place);
  const side = place === 'app' ? ((phone ? menus.phone : null) ?? menus.web) : null;
  // the enterprise may want its web navigation to stay where it is, also inside applications
  const sameEverywhere = !useAppearance().appMenus && side !== null && side === menus.web;
  const own = useOwnNavigation(page, place, me, ofApp === undefined && side === null);
  return { ...(sameEverywhere ? configured() : (ofApp ?? configured() ?? own)), ...tabs() };

  function configured(): Navigation | undefined {
    return side
      ? { navigation: navEntriesOf(side.entries, locale), current: currentEntry(side.entries, page) }
      : undefined;
  }

  function tabs(): Pick<Navigation, 'phoneTabs' | 'currentTab'> {
    if (place !== 'app') return {};
    if (menus.phone)
      return {
        phoneTabs: menus.phone.tabs.map((tab) => navItemOf(tab, locale)),
        currentTab: currentEntry(menus.phone.tabs, page),
      };
    return {
      phoneTabs: phoneTabsOf(me.role, pageConfig.platform).map(({ route: { id, title, phoneTab }, path }) => ({
        id,
        title: textIn(phoneTab!.title ?? title, locale),
        icon: navIcon(phoneTab!.icon),
        href: path,
        ...(id === 'messageCentre' && { count: unread }),
      })),
      currentTab: page.match?.route.id,
    };
  }
}

/** The workspace, or the area of the console one is in. */
function useOwnNavigation(page: PageInstance, place: Place, me: Me, shown: boolean): Navigation {
  const t = useT();
  const titleOf = usePageTitle();
  const favourites = useFavourites(shown && place === 'app');
  const pages = placedPages(me.role, pageConfig.platform);
  const area = areaOf(page.match?.route, place);
  const itemOf = (each: NavRoute): NavItem => ({
    id: each.route.id,
    title: titleOf(each),
    icon: navIcon(each.nav.icon),
    href: each.path,
  });
  let above = 0;
  const navigation = groupsOf(pages, area, { side: true }).flatMap(([group, own]): NavEntry[] => {
    const children = own.map(itemOf);
    above += children.length;
    if (group === '') return children;
    if (group === 'work')
      return [...children, { section: 'favourites', title: t('shell.nav.favourites'), children: favourites.items }];
    // what stands below the favourites would be pushed down by them
    if (place === 'app' && favourites.waiting) return [];
    return [
      {
        section: group,
        title: t(`shell.nav.${group}`),
        children,
        ...(place !== 'app' && { closed: above > openEntries }),
      },
    ];
  });
  return {
    navigation,
    current: currentPage(pages, page.match?.route),
    ...(place === 'enterprise' && { navigationHead: () => <AreaHead area={area} pages={pages} /> }),
    ...(place === 'operator' && {
      navigationHead: () => <OperatorHead pages={pages} current={page.match?.route.id} />,
    }),
  };
}

/** Where in the enterprise's console one is; the arrow leads to the other areas, and back to work. */
function AreaHead({ area, pages }: { area: Area; pages: readonly NavRoute[] }) {
  const t = useT();
  const there = new Set(areasOf(pages));
  const siblings = consoleAreas.filter((each) => there.has(each) && firstOf(pages, each));
  return (
    <PlaceHead
      face={<span className="fw-side-sign">{navIcon(areaIcons[area])}</span>}
      title={t(`shell.area.${area}`)}
      label={t('shell.area.switch')}
      items={[
        ...siblings.map((each) => ({
          id: each,
          title: t(`shell.area.${each}`),
          icon: navIcon(areaIcons[each]),
          checked: each === area,
          href: firstOf(pages, each)!.path,
        })),
        'line',
        { id: 'workspace', title: t('shell.bar.workspace'), icon: navIcon('home'), href: pathTo('home') },
      ]}
    />
  );
}

/** That one is in the operator's console; the arrow leads to the first page of each of its groups. */
function OperatorHead({ pages, current }: { pages: readonly NavRoute[]; current: string | undefined }) {
  const t = useT();
  const titleOf = usePageTitle();
  const groups = groupsOf(pages, 'operator', { side: true });
  return (
    <PlaceHead
      face={<span className="fw-side-sign">{navIcon(areaIcons.operator)}</span>}
      title={t('shell.area.operator')}
      label={t('shell.area.parts')}
      items={groups.map(([group, own]) => ({
        id: group,
        title: group === '' ? titleOf(own[0]!) : t(`shell.nav.${group}`),
        icon: navIcon(own[0]!.nav.icon),
        checked: own.some(({ route }) => route.id === current),
        href: own[0]!.path,
      }))}
    />
  );
}

/** Up to six of the person's applications, in the order in which they marked them. */
function useFavourites(shown: boolean): { items: NavItem[]; waiting: boolean } {
  const locale = useLocale();
  const enabled = useCan()('forms.app.read') && shown;
  const apps = useQuery({ ...q(formsApi.listApps), enabled });
  const own = useQuery({ ...q(formsApi.ownApps), enabled });
  const usable = apps.data && own.data ? usableApps(apps.data.apps) : [];
  return {
    waiting: enabled && (apps.isLoading || own.isLoading),
    items: (own.data?.favourites ?? [])
      .flatMap((id) => usable.find((app) => app.id === id) ?? [])
      .slice(0, mostFavourites)
      .map((app) => ({
        id: `app ${app.id}`,
        title: textIn(app.title, locale),
        icon: <FaceOf app={app} size={20} />,
        href: appAddress(app),
      })),
  };
}

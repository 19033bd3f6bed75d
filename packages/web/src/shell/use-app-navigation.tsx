import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { mayOpen, pathTo, routeById, type RouteId } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FrameProps } from '@formwork/ui/frame/frame.tsx';
import type { NavItem } from '@formwork/ui/frame/navigation.tsx';
import type { Place } from '@formwork/ui/skin/skins.ts';
import { useQuery } from '@tanstack/react-query';
import { appAddress } from '../apps/address.ts';
import { usableApps } from '../apps/by-system.ts';
import { FaceOf } from '../apps/face.tsx';
import { keepActing } from '../http/acting-for.ts';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { textOf } from '../query-string.ts';
import type { PageInstance } from '../router/router.ts';
import { isClosed, useMe } from '../session/session.ts';
import { appMenuEntries } from './app-menu.tsx';
import { navIcon } from './icons.tsx';
import { PlaceHead } from './PlaceHead.tsx';

type AppNavigation = Pick<FrameProps, 'navigation' | 'navigationHead' | 'current'>;

/** Pages of one application: they stand under its own menu. */
const appPages: readonly string[] = [
  'appList',
  'recordDetail',
  'form',
  'fileApp',
  'appRecycle',
  'sysButtons',
  'customViews',
  'ratioViews',
  'dataModel',
];

/** What stands at the side in an application: what its maker put there, and its settings for those who may change it. */
export function useAppNavigation(at: PageInstance, place: Place): AppNavigation | undefined {
  const t = useT();
  const locale = useLocale();
  const me = useMe();
  const route = at.match?.route.id ?? '';
  const inside = place === 'app' && appPages.includes(route);
  const apps = useQuery({ ...q(formsApi.listApps), enabled: inside }).data?.apps;
  const own = useQuery({ ...q(formsApi.ownApps), enabled: inside }).data;
  if (!inside) return undefined;
  const { params, query } = at;
  const formAsked = params.form ?? textOf(query.form) ?? textOf(query.table) ?? params.table;
  const appId = params.appId ?? params.app ?? textOf(query.app);
  const app = apps?.find(
    ({ id, forms }) => id === appId || (appId === undefined && forms.some((form) => form.id === formAsked)),
  );
  // an application that is gone has no menu
  if (apps && !app) return undefined;
  // the head keeps its height while the name is on its way
  if (!apps || !app)
    return { navigation: [], navigationHead: () => <div className="fw-side-place" aria-hidden />, current: undefined };
  const forms = app.forms
    .filter(({ release, can }) => release !== null && can.view)
    .toSorted((a, b) => a.position - b.position);
  const shown = forms.find(({ id }) => id === formAsked) ?? forms[0];
  const entries = appMenuEntries(app, forms, me.role, locale, t);
  const settings = settingsOf(app, shown);
  return {
    navigation: [
      ...entries,
      ...(settings.length === 0
        ? []
        : [{ section: 'settings', title: t('shell.app.settings'), closed: true, children: settings }]),
    ],
    navigationHead: () => (
      <AppHead app={app} apps={usableApps(apps)} favourites={own?.favourites ?? []} recent={own?.recent ?? []} />
    ),
    current: ['appList', 'recordDetail', 'form'].includes(route) ? shown?.id : route === 'fileApp' ? 'files' : route,
  };

  function settingsOf({ id, kind, can }: App, form: App['forms'][number] | undefined): NavItem[] {
    if (kind === 'files') return [];
    const line = (page: RouteId, icon: string, href: string): NavItem[] =>
      mayOpen(routeById[page], me.role) && !isClosed(page)
        ? [{ id: page, title: t(`shell.app.${page}`), icon: navIcon(icon), href }]
        : [];
    const ofApp = { module: 'form', appId: id };
    return [
      ...(form?.can.design
        ? line(
            'formSettings',
            'design',
            pathTo('formSettings', { appType: 'form', appId: id, version: 'draft', tableId: form.id }),
          )
        : []),
      ...(can.edit
        ? [
            ...line('appDesign', 'menu', pathTo('appDesign', {}, { menu: id })),
            ...line('sysButtons', 'console', pathTo('sysButtons', ofApp)),
            ...line('customViews', 'calendar', pathTo('customViews', ofApp)),
            ...line('ratioViews', 'worktime', pathTo('ratioViews', ofApp)),
          ]
        : []),
      ...(form ? line('dataModel', 'data', pathTo('dataModel', { table: form.id })) : []),
      ...line('appRecycle', 'recycle', pathTo('appRecycle', ofApp)),
    ];
  }
}

/** The application's name; the arrow leads to the others, favourites and what was used last first. */
function AppHead({
  app,
  apps,
  favourites,
  recent,
}: {
  app: App;
  apps: App[];
  favourites: readonly string[];
  recent: readonly string[];
}) {
  const t = useT();
  const locale = useLocale();
  const near = [...new Set([app.id, ...favourites, ...recent, ...apps.map(({ id }) => id)])]
    .flatMap((id) => apps.find((each) => each.id === id) ?? [])
    .slice(0, 10);
  return (
    <PlaceHead
      face={<FaceOf app={app} size={24} />}
      title={textIn(app.title, locale)}
      label={t('shell.app.switch')}
      items={[
        ...near.map((each) => ({
          id: each.id,
          title: each.id === app.id ? <strong>{textIn(each.title, locale)}</strong> : textIn(each.title, locale),
          icon: <FaceOf app={each} size={20} />,
          href: appAddress(each),
        })),
        'line',
        { id: 'all', title: t('shell.apps.all'), icon: navIcon('apps'), href: keepActing(pathTo('application')) },
        { id: 'home', title: t('shell.bar.workspace'), icon: navIcon('home'), href: pathTo('home') },
      ]}
    />
  );
}

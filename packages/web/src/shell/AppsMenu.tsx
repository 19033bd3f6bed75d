import { AppstoreOutlined } from '@ant-design/icons';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Menu, type MenuEntry } from '@formwork/ui/menu.tsx';
import { PopupButton } from '@formwork/ui/popup.tsx';
import { useQuery } from '@tanstack/react-query';
import { appAddress } from '../apps/address.ts';
import { appsBySystem, usableApps } from '../apps/by-system.ts';
import { keepActing } from '../http/acting-for.ts';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { navIcon } from './icons.tsx';

/** The applications one may use, under their systems, from any page. */
export function AppsMenu({ label }: { label: string }) {
  return (
    <PopupButton label={label} role="menu" className="fw-bar-button" popupClassName="fw-menu fw-apps-menu" content={(close) => <Content close={close} />}>
      <AppstoreOutlined />
    </PopupButton>
  );
}

function Content({ close }: { close: () => void }) {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps));
  const systems = useQuery(q(formsApi.listSystems));
  const groups = apps.data && systems.data ? appsBySystem(usableApps(apps.data.apps), systems.data.systems) : [];
  const items: MenuEntry[] = groups.flatMap(({ system, apps: own }) => [
    ...(system || groups.length > 1 ? [{ heading: system ? textIn(system.title, locale) : t('shell.apps.no_system') }] : []),
    ...own.map((app) => ({ id: app.id, title: textIn(app.title, locale), icon: navIcon(app.icon ?? (app.kind === 'files' ? 'folder' : 'apps')), href: appAddress(app) })),
  ]);
  const state = apps.isError || systems.isError ? 'shell.apps.failed' : apps.isPending || systems.isPending ? 'ui.state.loading' : items.length === 0 ? 'shell.apps.none' : undefined;
  return <Menu close={close} items={[...(state === undefined ? items : [{ heading: t(state) }]), 'line', { id: 'all', title: t('shell.apps.all'), icon: <AppstoreOutlined />, href: keepActing(pathTo('application')) }]} />;
}

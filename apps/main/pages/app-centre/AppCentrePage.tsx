import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { appsBySystem } from '@formwork/web/apps/by-system.ts';
import { findApps } from '@formwork/web/apps/find-apps.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { TypedSearch } from '@formwork/web/typed-search.tsx';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { CentreTile } from './CentreTile.tsx';
import './app-centre.css';

/** Every application one may open: favourites and the latest first, then by system; what may be designed leads there. */
export default function AppCentrePage() {
  const t = useT();
  const elements = useElements('appCentre');
  const [search = '', setSearch] = useQueryText('search');
  const apps = useQuery(q(formsApi.listApps));
  const systems = useQuery(q(formsApi.listSystems));
  const own = useQuery(q(formsApi.ownApps));
  return (
    <Page
      title={t('home.centre.title')}
      actions={
        elements.shows('tools', 'search') && (
          <TypedSearch
            className="app-centre-search"
            label={elements.title('tools', 'search', t('home.apps.search'))}
            value={search}
            onChange={(text) => setSearch(text || undefined)}
          />
        )
      }
    >
      {apps.data && systems.data && own.data ? (
        <Content
          apps={findApps(apps.data.apps, search)}
          systems={systems.data.systems}
          own={own.data}
          search={search}
        />
      ) : (
        <Unread of={[apps, systems, own]} skeleton={<SkeletonRows rows={10} />} />
      )}
    </Page>
  );
}

interface ContentProps {
  apps: App[];
  systems: Parameters<typeof appsBySystem>[1];
  own: { favourites: string[]; recent: string[] };
  search: string;
}

function Content({ apps, systems, own, search }: ContentProps) {
  const t = useT();
  const locale = useLocale();
  const mayDesign = useCan()('forms.app.edit');
  const elements = useElements('appCentre');
  const favourites = new Set(own.favourites);
  const named = (ids: readonly string[]) => ids.flatMap((id) => apps.find((app) => app.id === id) ?? []);
  const tiles = (shown: readonly App[]) =>
    shown.map((app) => <CentreTile key={app.id} app={app} favourite={favourites.has(app.id)} />);
  if (apps.length === 0) {
    if (search !== '') return <EmptyState title={t('home.apps.not_found', { search })} />;
    return (
      <EmptyState
        title={t('home.apps.none')}
        hint={t(mayDesign ? 'home.apps.none_design' : 'home.apps.none_ask')}
        action={mayDesign && <Link href={pathTo('appDesign')}>{t('home.apps.design')}</Link>}
      />
    );
  }
  const groups = appsBySystem(apps, systems);
  if (search !== '') return <Group title={t('home.centre.all')}>{tiles(apps)}</Group>;
  const titleOf = (id: 'favourites' | 'recent') => elements.title('groups', id, t(`home.centre.${id}`));
  const sections = {
    favourites: (
      <Group title={titleOf('favourites')}>
        {named(own.favourites).length > 0 ? (
          tiles(named(own.favourites))
        ) : (
          <EmptyState small title={t('home.centre.no_favourites')} hint={t('home.centre.no_favourites_hint')} />
        )}
      </Group>
    ),
    recent: named(own.recent).length > 0 && <Group title={titleOf('recent')}>{tiles(named(own.recent))}</Group>,
    systems: groups.map(({ system, apps: shown }) => (
      <Group
        key={system?.id ?? 'none'}
        title={
          system ? textIn(system.title, locale) : t(groups.length > 1 ? 'shell.apps.no_system' : 'home.centre.all')
        }
      >
        {tiles(shown)}
      </Group>
    )),
  };
  return elements
    .arranged(
      'groups',
      (['favourites', 'recent', 'systems'] as const).map((id) => ({ id })),
    )
    .map(({ id }) => <Fragment key={id}>{sections[id]}</Fragment>);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="app-centre-group" aria-label={title}>
      <h2>{title}</h2>
      <div className="app-tiles">{children}</div>
    </section>
  );
}

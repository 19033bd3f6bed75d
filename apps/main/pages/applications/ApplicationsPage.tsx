import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { appsBySystem, usableApps, type SystemApps } from '@formwork/web/apps/by-system.ts';
import { AppTile } from '@formwork/web/apps/AppTile.tsx';
import { findApps } from '@formwork/web/apps/find-apps.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import './applications.css';

/** The applications this person may open, by system and category. */
export default function ApplicationsPage() {
  const t = useT();
  const can = useCan();
  const elements = useElements('application');
  const [search = '', setSearch] = useQueryText('search');
  const [category, setCategory] = useQueryText('category');
  const apps = useQuery(q(formsApi.listApps));
  const systems = useQuery(q(formsApi.listSystems));
  return (
    <Page
      title={t('home.apps.title')}
      actions={
        elements.shows('tools', 'search') && (
          <SearchInput
            label={elements.title('tools', 'search', t('home.apps.search'))}
            className="applications-search"
            defaultValue={search}
            onChange={(event) => setSearch(event.target.value || undefined)}
          />
        )
      }
    >
      {apps.data && elements.shows('tools', 'categories') && (
        <Categories apps={usableApps(apps.data.apps)} chosen={category} onChoose={setCategory} />
      )}
      {apps.data && systems.data ? (
        <Groups
          groups={appsBySystem(
            findApps(apps.data.apps, search).filter((app) => category === undefined || app.category === category),
            systems.data.systems,
          )}
          search={search}
          mayDesign={can('forms.app.edit')}
        />
      ) : (
        <Unread of={[apps, systems]} skeleton={<SkeletonRows />} />
      )}
    </Page>
  );
}

function Groups({ groups, search, mayDesign }: { groups: SystemApps[]; search: string; mayDesign: boolean }) {
  const t = useT();
  const own = useQuery(q(formsApi.ownApps)).data;
  const elements = useElements('application');
  const favourites = new Set(own?.favourites);
  if (groups.length === 0) {
    if (search !== '') return <EmptyState title={t('home.apps.not_found', { search })} />;
    return (
      <EmptyState
        title={t('home.apps.none')}
        hint={t(mayDesign ? 'home.apps.none_design' : 'home.apps.none_ask')}
        action={mayDesign && <Link href={pathTo('appDesign')}>{t('home.apps.design')}</Link>}
      />
    );
  }
  return groups.map(({ system, apps }) => (
    <section key={system?.id ?? 'none'} className="applications-system">
      {system ? <SystemHead system={system} /> : groups.length > 1 && <h2>{t('shell.apps.no_system')}</h2>}
      <div className="app-tiles">
        {apps.map((app) => (
          <AppTile key={app.id} app={app} favourite={favourites.has(app.id)} forms={elements.shows('tools', 'forms')} />
        ))}
      </div>
    </section>
  ));
}

/** What the applications are about, in the words of the enterprise; nothing to choose from where no application says it. */
function Categories({
  apps,
  chosen,
  onChoose,
}: {
  apps: readonly App[];
  chosen: string | undefined;
  onChoose: (category: string | undefined) => void;
}) {
  const t = useT();
  const categories = [...new Set(apps.flatMap(({ category }) => category ?? []))].sort((a, b) =>
    a.localeCompare(b, 'zh'),
  );
  if (categories.length === 0) return null;
  const all = { value: '', label: t('home.apps.every_category') };
  return (
    <div className="applications-categories">
      <Segmented
        aria-label={t('home.apps.by_category')}
        value={chosen ?? ''}
        options={[all, ...categories.map((category) => ({ value: category, label: category }))]}
        onChange={(category) => onChoose(category || undefined)}
      />
    </div>
  );
}

function SystemHead({ system }: { system: System }) {
  const t = useT();
  const locale = useLocale();
  const elements = useElements('application');
  return (
    <header>
      <h2>
        {navIcon(system.icon ?? 'systems')} {textIn(system.title, locale)}
      </h2>
      {system.administrators.length > 0 && elements.shows('tools', 'people') && (
        <p>
          {t('home.apps.administrators')}{' '}
          {system.administrators.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && t('home.apps.and')}
              <Link href={pathTo('contactCard', { userId: id })}>{name}</Link>
            </span>
          ))}
        </p>
      )}
    </header>
  );
}

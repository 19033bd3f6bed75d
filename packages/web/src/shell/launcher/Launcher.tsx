import { SearchOutlined } from '@ant-design/icons';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Me } from '@formwork/contract/identity/api.ts';
import type { Area } from '@formwork/contract/routes/places.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { findApps } from '../../apps/find-apps.ts';
import { q } from '../../http/query.ts';
import { useT } from '../../i18n/i18n.ts';
import { pageConfig } from '../../page-config.ts';
import { Link } from '../../router/Link.tsx';
import { useCan } from '../../session/session.ts';
import { areaIcons, usePageTitle } from '../areas.tsx';
import { findPages, fitOfPage } from '../find-pages.ts';
import { navIcon } from '../icons.tsx';
import { areasOf, groupsOf, placedPages } from '../nav.ts';
import { LauncherApps } from './LauncherApps.tsx';
import './launcher.css';

/** With so few pages it need not be large. */
const fewPages = 16;

/** Everything one may open, in words: applications at the left, pages by area and group at the right; typing narrows both. */
export default function Launcher({ me, current, close }: { me: Me; current: string | undefined; close: () => void }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const hasApps = useCan()('forms.app.read');
  const apps = useQuery({ ...q(formsApi.listApps), enabled: hasApps });
  const every = placedPages(me.role, pageConfig.platform);
  const found = findPages(every, search);
  const first = found[0];
  // a name that is known wins; an application is meant where no page begins like that
  const app = findApps(apps.data?.apps ?? [], search)[0];
  const best =
    search.trim() === '' ? undefined : first && (!app || fitOfPage(first, search) > 2) ? first.route.id : app?.id;
  const shown = new Set(found);
  const pages = every.filter((page) => shown.has(page));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('[data-best]')?.scrollIntoView({ block: 'nearest' });
  }, [best]);
  return (
    <div
      ref={box}
      className="launcher"
      data-alone={!hasApps || undefined}
      data-few={every.length <= fewPages || undefined}
      onKeyDown={(event) => moveFocus(event, search)}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('a')) close();
      }}
    >
      <div className="launcher-search">
        <SearchOutlined />
        <input
          autoFocus
          value={search}
          placeholder={t('shell.launcher.search')}
          aria-label={t('shell.launcher.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="launcher-hint" aria-hidden>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('shell.launcher.choose')} <kbd>Enter</kbd> {t('shell.launcher.open')}
        </span>
      </div>
      {hasApps && <LauncherApps search={search} best={best} />}
      <nav className="launcher-areas" aria-label={t('shell.launcher.features')}>
        {pages.length === 0 && <p className="launcher-none">{t('shell.launcher.none', { search })}</p>}
        {search.trim() === '' && <Jumps areas={areasOf(pages)} />}
        {areasOf(pages).map((area) => (
          <section key={area} id={`launcher-${area}`} aria-label={t(`shell.area.${area}`)}>
            <h2>
              {navIcon(areaIcons[area])}
              {t(`shell.area.${area}`)}
            </h2>
            <div className="launcher-groups">
              {groupsOf(pages, area).map(([group, own]) => (
                <PageGroup key={group} group={group} pages={own} current={current} best={best} />
              ))}
            </div>
          </section>
        ))}
      </nav>
    </div>
  );
}

function PageGroup({
  group,
  pages,
  current,
  best,
}: {
  group: string;
  pages: ReturnType<typeof placedPages>;
  current: string | undefined;
  best: string | undefined;
}) {
  const t = useT();
  const titleOf = usePageTitle();
  return (
    <div>
      <h3>{group === '' ? '\u00a0' : t(`shell.nav.${group}`)}</h3>
      <ul>
        {pages.map((page) => (
          <li key={page.route.id}>
            <Link
              className="launcher-page"
              href={page.path}
              aria-current={page.route.id === current ? 'page' : undefined}
              data-best={page.route.id === best || undefined}
            >
              {titleOf(page)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where there are several areas, a press leads to each. */
function Jumps({ areas }: { areas: Area[] }) {
  const t = useT();
  if (areas.length < 2) return null;
  return (
    <div className="launcher-jumps">
      {areas.map((area) => (
        <button
          key={area}
          type="button"
          onClick={() => document.getElementById(`launcher-${area}`)?.scrollIntoView({ block: 'start' })}
        >
          {navIcon(areaIcons[area])}
          {t(`shell.area.${area}`)}
        </button>
      ))}
    </div>
  );
}

/** Enter opens what fits best; the arrows go through what is shown. */
function moveFocus(event: KeyboardEvent<HTMLElement>, search: string): void {
  if (event.nativeEvent.isComposing) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && document.activeElement instanceof HTMLInputElement && search.trim() !== '') {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('a[data-best]')?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  if (at + step < 0) event.currentTarget.querySelector('input')?.focus();
  else links[Math.min(at + step, links.length - 1)]?.focus();
}

import { PlusOutlined } from '@ant-design/icons';
import type { App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { AppTile } from '@formwork/web/apps/AppTile.tsx';
import { usableApps } from '@formwork/web/apps/by-system.ts';
import { FaceOf } from '@formwork/web/apps/face.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan, useMe } from '@formwork/web/session/session.ts';
import { Fragment, type ReactNode } from 'react';
import { FirstSteps } from './FirstSteps.tsx';
import { Messages } from './Messages.tsx';
import { Panel } from './Panel.tsx';
import { useStart, type Start } from './readings.ts';
import { Space, Watch } from './Space.tsx';
import { Todos } from './Todos.tsx';
import './start.css';

const shownApps = 6;
const offeredForms = 12;

/** The product's own start: what waits, where one works, what is new; for a newcomer the first steps. */
export function StartPage() {
  const t = useT();
  const locale = useLocale();
  const me = useMe();
  const can = useCan();
  const start = useStart();
  const elements = useElements('home');
  if (start.waiting) return <SkeletonPage />;
  const failed = start.all.filter(({ isError }) => isError);
  const now = new Date();
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timeZone() }).format(now),
  );
  const day = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', weekday: 'long', timeZone: timeZone() });
  const apps = inOrder(usableApps(start.apps ?? []), start.own);
  const work = {
    todos: start.todo && <Todos rows={start.todo} apps={start.apps} />,
    apps: start.apps && (
      <Apps apps={apps} favourites={new Set(start.own?.favourites)} mayDesign={can('forms.app.edit')} />
    ),
  };
  const beside = {
    steps: <FirstSteps start={start} />,
    watch: <Watch />,
    space: me.role === 'admin' && start.people !== undefined && <Space apps={start.apps ?? []} people={start.people} />,
    messages: start.messages && <Messages rows={start.messages} />,
  };
  return (
    <section className="start">
      <header className="start-head">
        <div>
          <h1>{t(`home.start.${hour < 11 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}`, { name: me.name })}</h1>
          <p>{day.format(now)}</p>
        </div>
        <NewRecord apps={apps} />
      </header>
      {failed.length > 0 && <Unread of={failed} skeleton={null} />}
      {start.counts && <Figures counts={start.counts} />}
      <div className="start-columns">
        <div className="start-column">
          {elements.arranged('work', panelsOf(work)).map(({ id }) => (
            <Fragment key={id}>{work[id]}</Fragment>
          ))}
        </div>
        <div className="start-column">
          {elements.arranged('beside', panelsOf(beside)).map(({ id }) => (
            <Fragment key={id}>{beside[id]}</Fragment>
          ))}
        </div>
      </div>
    </section>
  );
}

function panelsOf<Id extends string>(panels: Record<Id, ReactNode>): { id: Id }[] {
  return (Object.keys(panels) as Id[]).map((id) => ({ id }));
}

/** Favourites first, then what was used last, then the others. */
function inOrder(apps: App[], own: Start['own']): App[] {
  const ids = [...new Set([...(own?.favourites ?? []), ...(own?.recent ?? []), ...apps.map(({ id }) => id)])];
  return ids.flatMap((id) => apps.find((app) => app.id === id) ?? []);
}

function NewRecord({ apps }: { apps: App[] }) {
  const t = useT();
  const locale = useLocale();
  const forms = apps
    .flatMap((app) => app.forms.filter(({ can }) => can.create).map((form) => ({ app, form })))
    .slice(0, offeredForms);
  if (forms.length === 0) return null;
  return (
    <MenuButton
      label={t('home.start.new')}
      align="end"
      className="start-new"
      items={forms.map(({ app, form }) => ({
        id: form.id,
        title: textIn(form.title, locale),
        note: textIn(app.title, locale),
        icon: <FaceOf app={app} size={20} />,
        href: pathTo('form', {}, { app: app.id, table: form.id, mode: 'new' }),
      }))}
    >
      <PlusOutlined />
      <span>{t('home.start.new')}</span>
    </MenuButton>
  );
}

function Figures({ counts }: { counts: NonNullable<Start['counts']> }) {
  const t = useT();
  const elements = useElements('home');
  const all = [
    { id: 'todo', value: counts.todo, params: {} },
    { id: 'started', value: counts.started, params: { id: 'started' } },
    { id: 'copies', value: counts.unreadCopies, params: { id: 'copies' } },
    { id: 'drafts', value: counts.drafts, params: { id: 'drafts' } },
    { id: 'followed', value: counts.followed, params: { id: 'followed' } },
  ] as const;
  const figures = elements.arranged('figures', all);
  if (figures.length === 0) return null;
  return (
    <nav className="start-figures" aria-label={t('home.start.figures')}>
      {figures.map(({ id, value, params }) => (
        <Link
          key={id}
          href={pathTo('workbench', params)}
          data-urgent={(id === 'todo' && value > 0) || undefined}
          data-none={value === 0 || undefined}
        >
          <span>{elements.title('figures', id, t(`home.start.figure.${id}`))}</span>
          <strong>{value}</strong>
        </Link>
      ))}
    </nav>
  );
}

function Apps({ apps, favourites, mayDesign }: { apps: App[]; favourites: ReadonlySet<string>; mayDesign: boolean }) {
  const t = useT();
  return (
    <Panel
      title={t('home.start.apps')}
      more={{ href: pathTo('application'), text: t('home.start.all_apps', { count: apps.length }) }}
    >
      <div className="app-tiles start-apps">
        {apps.slice(0, shownApps).map((app) => (
          <AppTile key={app.id} app={app} favourite={favourites.has(app.id)} />
        ))}
        {apps.length === 0 && (
          <EmptyState
            small
            title={t('home.apps.none')}
            hint={t(mayDesign ? 'home.apps.none_design' : 'home.apps.none_ask')}
            action={mayDesign && <Link href={pathTo('appDesign')}>{t('home.apps.design')}</Link>}
          />
        )}
      </div>
    </Panel>
  );
}

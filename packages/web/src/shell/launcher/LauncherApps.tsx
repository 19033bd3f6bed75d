import { StarFilled, StarOutlined } from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import { appAddress } from '../../apps/address.ts';
import { appsBySystem, usableApps } from '../../apps/by-system.ts';
import { FaceOf } from '../../apps/face.tsx';
import { findApps } from '../../apps/find-apps.ts';
import { keepActing } from '../../http/acting-for.ts';
import { q } from '../../http/query.ts';
import { useCommand } from '../../http/use-command.ts';
import { useLocale, useT } from '../../i18n/i18n.ts';
import { Link } from '../../router/Link.tsx';

const mostRecent = 4;

/** The applications: favourites and what was used last above all of them by system; when typing, those that fit. */
export function LauncherApps({ search, best }: { search: string; best: string | undefined }) {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps));
  const systems = useQuery(q(formsApi.listSystems));
  const own = useQuery(q(formsApi.ownApps));
  if (apps.isError || systems.isError || own.isError)
    return (
      <div className="launcher-apps">
        <p className="launcher-none">{t('shell.apps.failed')}</p>
      </div>
    );
  if (!apps.data || !systems.data || !own.data) return <div className="launcher-apps" aria-busy />;
  const usable = usableApps(apps.data.apps);
  const favourites = new Set(own.data.favourites);
  const named = (ids: readonly string[]) => ids.flatMap((id) => usable.find((app) => app.id === id) ?? []);
  const groups: [id: string, title: string, apps: App[]][] =
    search.trim() === ''
      ? [
          ['favourites', t('shell.nav.favourites'), named(own.data.favourites)],
          [
            'recent',
            t('shell.launcher.recent'),
            named(own.data.recent)
              .filter(({ id }) => !favourites.has(id))
              .slice(0, mostRecent),
          ],
          ...appsBySystem(usable, systems.data.systems).map(({ system, apps: all }): [string, string, App[]] => [
            system?.id ?? '',
            system ? textIn(system.title, locale) : t('shell.apps.no_system'),
            all,
          ]),
        ]
      : [['found', t('shell.palette.apps'), findApps(apps.data.apps, search)]];
  return (
    <div className="launcher-apps" role="group" aria-label={t('shell.bar.apps')}>
      {usable.length === 0 && <p className="launcher-none">{t('shell.apps.none')}</p>}
      {groups
        .filter(([, , list]) => list.length > 0)
        .map(([id, title, list]) => (
          <section key={id}>
            <h3>{title}</h3>
            <ul>
              {list.map((app) => (
                <AppLine key={app.id} app={app} favourite={favourites.has(app.id)} best={app.id === best} />
              ))}
            </ul>
          </section>
        ))}
      <Link className="launcher-all" href={keepActing(pathTo('application'))}>
        {t('shell.apps.all')}
      </Link>
    </div>
  );
}

function AppLine({ app, favourite, best }: { app: App; favourite: boolean; best: boolean }) {
  const t = useT();
  const locale = useLocale();
  const mark = useCommand(formsApi.markApp, { refresh: [formsApi.ownApps] });
  const title = textIn(app.title, locale);
  const label = t(favourite ? 'shell.launcher.unmark' : 'shell.launcher.mark', { title });
  return (
    <li className="launcher-app">
      <Link href={appAddress(app)} data-best={best || undefined}>
        <FaceOf app={app} size={24} />
        <span>{title}</span>
      </Link>
      <button
        type="button"
        className="fw-icon-button"
        aria-pressed={favourite}
        aria-label={label}
        title={label}
        disabled={mark.pending}
        onClick={() => void mark.run({ params: { appId: app.id }, body: { favourite: !favourite } })}
      >
        {favourite ? <StarFilled /> : <StarOutlined />}
      </button>
    </li>
  );
}

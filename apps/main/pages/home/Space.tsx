import { RightOutlined } from '@ant-design/icons';
import type { App } from '@formwork/contract/forms/api.ts';
import { mayOpen, pathTo, routeById } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { isClosed, useMe } from '@formwork/web/session/session.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';
import { Panel } from './Panel.tsx';

/** An administrator's enterprise in three figures, each the way to it. */
export function Space({ apps, people }: { apps: readonly App[]; people: number }) {
  const t = useT();
  const released = apps.flatMap(({ forms }) => forms).filter(({ release }) => release !== null);
  const figures = [
    ['people', people, pathTo('organization')],
    ['apps', apps.length, pathTo('appDesign')],
    ['forms', released.length, pathTo('appDesign')],
  ] as const;
  return (
    <Panel title={t('home.start.space')} more={{ href: pathTo('organization'), text: t('shell.bar.console') }}>
      <div className="start-space">
        {figures.map(([id, value, href]) => (
          <Link key={id} href={href}>
            <strong>{value}</strong>
            <span>{t(`home.start.space.${id}`)}</span>
          </Link>
        ))}
      </div>
    </Panel>
  );
}

const watched = [
  ['review', 'securityReview', 'review'],
  ['audit', 'audit', 'log'],
  ['three', 'threeAdmin', 'three'],
  ['recycle', 'recycle', 'recycle'],
] as const;

/** What those who watch over an enterprise look at. */
export function Watch() {
  const t = useT();
  const me = useMe();
  if (me.role !== 'safe' && me.role !== 'audit') return null;
  const own = watched.filter(([, page]) => mayOpen(routeById[page], me.role) && !isClosed(page));
  if (own.length === 0) return null;
  return (
    <Panel title={t('home.start.watch')}>
      <ul className="start-steps">
        {own.map(([id, page, icon]) => (
          <li key={id}>
            <Link href={pathTo(page)}>
              <span className="start-step-sign">{navIcon(icon)}</span>
              <span className="start-step-text">
                <strong>{t(`home.start.watch.${id}`)}</strong>
                <span>{t(`home.start.watch.${id}_hint`)}</span>
              </span>
              <RightOutlined />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

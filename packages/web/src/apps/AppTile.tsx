import { StarFilled, StarOutlined } from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ReactNode } from 'react';
import { keepActing } from '../http/acting-for.ts';
import { useCommand } from '../http/use-command.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { Link } from '../router/Link.tsx';
import './app-tile.css';
import { appAddress } from './address.ts';
import { FaceOf } from './face.tsx';

const mostForms = 5;

/** One application: its face, name and kind, its star, the ways into its forms. */
export function AppTile({
  app,
  favourite,
  forms,
  more,
}: {
  app: App;
  /** Left out where one cannot mark it. */
  favourite?: boolean;
  /** Its forms as ways in. */
  forms?: boolean;
  /** Right of the star. */
  more?: ReactNode;
}) {
  const t = useT();
  const locale = useLocale();
  const mark = useCommand(formsApi.markApp, { refresh: [formsApi.ownApps] });
  const title = textIn(app.title, locale);
  const label = t(favourite ? 'shell.launcher.unmark' : 'shell.launcher.mark', { title });
  const kind = app.kind === 'files' ? t('shell.tile.files') : t('shell.tile.forms', { count: app.forms.length });
  const shown = forms && app.kind === 'forms' ? app.forms : [];
  return (
    <article className="app-tile">
      <header>
        <Link className="app-tile-link" href={appAddress(app)}>
          <FaceOf app={app} size={40} />
          <span className="app-tile-text">
            <strong>{title}</strong>
            <span>{[app.category, kind].filter(Boolean).join(' · ')}</span>
          </span>
        </Link>
        {favourite !== undefined && (
          <button
            type="button"
            className="fw-icon-button app-tile-star"
            aria-pressed={favourite}
            disabled={mark.pending}
            aria-label={label}
            title={label}
            onClick={() => void mark.run({ params: { appId: app.id }, body: { favourite: !favourite } })}
          >
            {favourite ? <StarFilled /> : <StarOutlined />}
          </button>
        )}
        {more}
      </header>
      {shown.length > 0 && (
        <ul>
          {shown.slice(0, mostForms).map((form) => (
            <li key={form.id}>
              <Link href={keepActing(pathTo('appList', { appId: app.id }, { form: form.id }))}>
                {textIn(form.title, locale)}
              </Link>
            </li>
          ))}
          {shown.length > mostForms && (
            <li className="app-tile-rest">
              <Link
                href={appAddress(app)}
                aria-label={t('shell.tile.more', { count: shown.length - mostForms, title })}
              >
                +{shown.length - mostForms}
              </Link>
            </li>
          )}
        </ul>
      )}
    </article>
  );
}

import { BuildOutlined, MoreOutlined, StarFilled, StarOutlined, ToolOutlined } from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/link.tsx';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { appAddress } from '@formwork/web/apps/address.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { navIcon } from '@formwork/web/shell/icons.tsx';

/** One application: the way in, its star, and for those who may, the ways to its settings and its design. */
export function AppTile({ app, favourite }: { app: App; favourite: boolean }) {
  const t = useT();
  const locale = useLocale();
  const mark = useCommand(formsApi.markApp, { refresh: [formsApi.ownApps] });
  const title = textIn(app.title, locale);
  const designed = app.forms.filter(({ can }) => can.design);
  return (
    <article className="app-centre-tile">
      <Link className="app-centre-link" href={appAddress(app)}>
        <span className="app-centre-icon">{navIcon(app.icon ?? (app.kind === 'files' ? 'folder' : 'apps'))}</span>
        <span className="app-centre-text">
          <strong>{title}</strong>
          <span>{[app.category, app.kind === 'files' ? t('home.centre.files') : t('home.centre.forms', { count: app.forms.length })].filter(Boolean).join(' · ')}</span>
        </span>
      </Link>
      <button
        type="button" className="fw-icon-button app-centre-star" aria-pressed={favourite} disabled={mark.pending}
        aria-label={t(favourite ? 'home.centre.unmark' : 'home.centre.mark', { title })} title={t(favourite ? 'home.centre.unmark' : 'home.centre.mark', { title })}
        onClick={() => void mark.run({ params: { appId: app.id }, body: { favourite: !favourite } })}
      >
        {favourite ? <StarFilled /> : <StarOutlined />}
      </button>
      {app.can.edit && (
        <MenuButton
          label={t('home.centre.more', { title })} align="end"
          items={[
            { id: 'develop', title: t('home.centre.develop'), icon: <BuildOutlined />, href: pathTo('appDesign') },
            ...(designed.length > 0 ? ['line' as const, { heading: t('home.centre.configure') }] : []),
            ...designed.map((form) => ({ id: form.id, title: textIn(form.title, locale), icon: <ToolOutlined />, href: pathTo('formSettings', { appType: 'form', appId: app.id, version: 'draft', tableId: form.id }) })),
          ]}
        >
          <MoreOutlined />
        </MenuButton>
      )}
    </article>
  );
}

import { BuildOutlined, MoreOutlined, ToolOutlined } from '@ant-design/icons';
import type { App } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { AppTile } from '@formwork/web/apps/AppTile.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

/** One application, for those who may with the ways to its settings and its design. */
export function CentreTile({ app, favourite }: { app: App; favourite: boolean }) {
  const t = useT();
  const locale = useLocale();
  const title = textIn(app.title, locale);
  const designed = app.forms.filter(({ can }) => can.design);
  return (
    <AppTile
      app={app}
      favourite={favourite}
      more={
        app.can.edit && (
          <MenuButton
            label={t('home.centre.more', { title })}
            align="end"
            items={[
              { id: 'develop', title: t('home.centre.develop'), icon: <BuildOutlined />, href: pathTo('appDesign') },
              ...(designed.length > 0 ? ['line' as const, { heading: t('home.centre.configure') }] : []),
              ...designed.map((form) => ({
                id: form.id,
                title: textIn(form.title, locale),
                icon: <ToolOutlined />,
                href: pathTo('formSettings', { appType: 'form', appId: app.id, version: 'draft', tableId: form.id }),
              })),
            ]}
          >
            <MoreOutlined />
          </MenuButton>
        )
      }
    />
  );
}

import {
  AppstoreAddOutlined,
  DeleteOutlined,
  HistoryOutlined,
  ImportOutlined,
  LayoutOutlined,
  MoreOutlined,
} from '@ant-design/icons';
import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { appsBySystem } from '@formwork/web/apps/by-system.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { SheetImport } from '../import/SheetImport.tsx';
import { AppCard } from './AppCard.tsx';
import { AppDialog } from './AppDialog.tsx';
import { BinDrawer } from './BinDrawer.tsx';
import './apps.css';

const ImportDialog = lazy(() => import('../packages/ImportDialog.tsx'));
const InstallsDrawer = lazy(() => import('../packages/InstallsDrawer.tsx'));
// it brings what is dragged with
const MenuDialog = lazy(() => import('./MenuDialog.tsx').then((module) => ({ default: module.MenuDialog })));

/** Every application of the space by system, with its forms: where building begins. */
export default function AppDesignPage() {
  const t = useT();
  const [importInto] = useQueryText('import');
  const [menuOf, setMenuOf] = useQueryText('menu');
  const apps = useQuery(q(formsApi.listApps));
  const systems = useQuery(q(formsApi.listSystems));
  const router = useRouter();
  const mayEdit = useCan()('forms.app.edit');
  const elements = useElements('appDesign');
  const [creating, setCreating] = useState(false);
  const [bin, setBin] = useState(false);
  const [packages, setPackages] = useState<'import' | 'list'>();

  if (apps.isPending || systems.isPending) return <SkeletonPage />;
  if (apps.isError || systems.isError)
    return (
      <ErrorState
        onRetry={() => {
          void apps.refetch();
          void systems.refetch();
        }}
      />
    );
  const target = apps.data.apps.find(({ id }) => id === importInto);
  if (target) return <SheetImport app={target} />;

  const arranged = apps.data.apps.find(({ id, can }) => id === menuOf && can.edit);
  const create = (
    <Button type="primary" icon={<AppstoreAddOutlined />} onClick={() => setCreating(true)}>
      {t('design.apps.create')}
    </Button>
  );
  return (
    <Page
      title={t('design.apps.title')}
      actions={
        mayEdit && (
          <>
            <Button icon={<LayoutOutlined />} onClick={() => void router.go(paths.elements('workbench'))}>
              {t('design.apps.elements')}
            </Button>
            {elements.shows('tools', 'bin') && (
              <Button icon={<DeleteOutlined />} onClick={() => setBin(true)}>
                {elements.title('tools', 'bin', t('design.bin.title'))}
              </Button>
            )}
            {elements.shows('tools', 'packages') && (
              <MenuButton
                label={t('ui.action.more')}
                align="end"
                items={[
                  {
                    id: 'import',
                    title: t('packages.import.action'),
                    icon: <ImportOutlined />,
                    onSelect: () => setPackages('import'),
                  },
                  {
                    id: 'list',
                    title: t('packages.list.action'),
                    icon: <HistoryOutlined />,
                    onSelect: () => setPackages('list'),
                  },
                ]}
              >
                <MoreOutlined />
              </MenuButton>
            )}
            {apps.data.apps.length > 0 && create}
          </>
        )
      }
    >
      {apps.data.apps.length === 0 ? (
        <EmptyState
          title={t('design.apps.empty')}
          hint={t(mayEdit ? 'design.apps.empty_hint' : 'design.apps.empty_hint_reader')}
          action={mayEdit && create}
        />
      ) : (
        appsBySystem(apps.data.apps, systems.data.systems).map(({ system, apps: own }) => (
          <Group key={system?.id ?? ''} system={system} apps={own} />
        ))
      )}
      {arranged && (
        <Suspense>
          <MenuDialog app={arranged} onClose={() => setMenuOf(undefined)} />
        </Suspense>
      )}
      <Suspense>
        {packages === 'import' && <ImportDialog onClose={() => setPackages(undefined)} />}
        {packages === 'list' && <InstallsDrawer onClose={() => setPackages(undefined)} />}
      </Suspense>
      {bin && <BinDrawer onClose={() => setBin(false)} />}
      {creating && <AppDialog systems={systems.data.systems} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Group({ system, apps }: { system: System | undefined; apps: App[] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <section className="design-group">
      <h2>{system ? textIn(system.title, locale) : t('design.apps.no_system')}</h2>
      <div className="design-cards">
        {apps.map((app) => (
          <AppCard key={app.id} app={app} />
        ))}
      </div>
    </section>
  );
}

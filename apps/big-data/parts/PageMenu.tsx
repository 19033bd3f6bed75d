import { EyeOutlined } from '@ant-design/icons';
import type { AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { lazy, Suspense, useState } from 'react';
import { useStartItems } from './use-start-page.tsx';

const LooksDrawer = lazy(() => import('./LooksDrawer.tsx'));

interface Props {
  kind: AnalysisKind;
  thing: string;
  name: string;
  mayEdit: boolean;
}

/** What else there is to do with the page of a dashboard, screen or chart. */
export function PageMenu({ kind, thing, name, mayEdit }: Props) {
  const t = useT();
  const [looks, setLooks] = useState(false);
  const startItems = useStartItems();
  const items = [
    ...startItems(kind, thing),
    ...(mayEdit
      ? [{ id: 'looks', title: t('analytics.looks'), icon: <EyeOutlined />, onSelect: () => setLooks(true) }]
      : []),
  ];
  return (
    <>
      <MenuButton
        className="fw-icon-button analytics-framed"
        label={t('analytics.page_menu', { name })}
        align="end"
        items={items}
      />
      {looks && (
        <Suspense>
          <LooksDrawer kind={kind} thing={thing} name={name} onClose={() => setLooks(false)} />
        </Suspense>
      )}
    </>
  );
}

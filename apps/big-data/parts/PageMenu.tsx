import { CodeOutlined, EyeOutlined, LinkOutlined } from '@ant-design/icons';
import type { FixedFilters } from '@formwork/contract/analytics/embed-api.ts';
import type { AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { MenuButton, type MenuAction } from '@formwork/ui/frame/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useStartItems } from './use-start-page.tsx';

const EmbedDrawer = lazy(() => import('./EmbedDrawer.tsx'));
const LooksDrawer = lazy(() => import('./LooksDrawer.tsx'));
const VisitorLinksDrawer = lazy(() => import('@formwork/web/visitor-links/VisitorLinksDrawer.tsx'));

interface Props {
  kind: AnalysisKind;
  thing: string;
  name: string;
  mayEdit: boolean;
  /** What the page is narrowed by now: what a snippet for another site is fixed to. */
  fixed: FixedFilters;
  /** Filters of a dashboard, which its viewers on another site may be let set. */
  filters?: readonly string[];
}

/** What else there is to do with the page of a dashboard, screen or chart. */
export function PageMenu({ kind, thing, name, mayEdit, fixed, filters }: Props) {
  const t = useT();
  const [open, setOpen] = useState<keyof typeof drawers>();
  const startItems = useStartItems();
  const shared = { kind, thing, name, onClose: () => setOpen(undefined) };
  const drawers = {
    links: <VisitorLinksDrawer {...shared} />,
    embed: <EmbedDrawer {...shared} fixed={fixed} {...(filters && { filters })} />,
    looks: <LooksDrawer {...shared} />,
  } satisfies Record<string, ReactNode>;
  const opening = (id: keyof typeof drawers, title: string, icon: ReactNode): MenuAction => ({
    id,
    title,
    icon,
    onSelect: () => setOpen(id),
  });
  return (
    <>
      <MenuButton
        className="fw-icon-button analytics-framed"
        label={t('analytics.page_menu', { name })}
        align="end"
        items={[
          ...startItems(kind, thing),
          ...(mayEdit
            ? [
                opening('links', t('records.link.visitors'), <LinkOutlined />),
                opening('embed', t('analytics.embed'), <CodeOutlined />),
                opening('looks', t('analytics.looks'), <EyeOutlined />),
              ]
            : []),
        ]}
      />
      {open && <Suspense>{drawers[open]}</Suspense>}
    </>
  );
}

import { CodeOutlined } from '@ant-design/icons';
import type { EmbeddedKind, FixedFilters } from '@formwork/contract/analytics/embed-api.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const EmbedDrawer = lazy(() => import('./EmbedDrawer.tsx'));

interface Props {
  kind: EmbeddedKind;
  thing: string;
  name: string;
  /** What the page is narrowed by now. */
  fixed: FixedFilters;
  /** Filters of a dashboard, which its viewers there may be let set. */
  filters?: readonly string[];
}

/** Opens where a thing is embedded; for those who may change it. */
export function EmbedButton(props: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<CodeOutlined />}
        aria-label={t('analytics.embed')}
        title={t('analytics.embed')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <EmbedDrawer {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
